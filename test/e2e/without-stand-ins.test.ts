import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Stage } from '@claimcheck/sandbox/stage';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** What an installation without development dependencies has: the built bot, and what it declares to need. */
async function installation(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-installed-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	for (const part of ['dist/src', 'dist/commands', 'package.json', 'README.md']) {
		await cp(resolve(part), join(folder, part), { recursive: true });
	}
	const { dependencies } = manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
	for (const name of Object.keys(dependencies)) {
		await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
		await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
	}
	return folder;
}

it('the bot registers its commands and answers where no stand-in is installed', async () => {
	const stage = await Stage.open({ root: await installation() });
	onTestFinished(() => stage.close());
	expect((await stage.register()).exit).toEqual({ code: 0, signal: null });
	await stage.startBot();
	const answer = await stage.people.buyer.chatInput('items').answered();
	expect(JSON.stringify(answer)).toContain('Aurora Admin');
});
