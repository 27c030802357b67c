import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';

/** Bundles the program behind `npm run check:texts`, with these English texts added to those of this checkout. */
async function checkWith(added: Readonly<Record<string, string>>) {
	const folder = mkdtempSync(join(tmpdir(), 'claimcheck-texts-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
	symlinkSync(resolve('src/i18n/messages'), join(folder, 'messages'), 'junction');
	const program = join(folder, 'check-texts.mjs');
	await build({
		entryPoints: ['test/i18n/check-texts.ts'],
		outfile: program,
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'esm',
		logLevel: 'silent',
		plugins: [
			{
				name: 'added-texts',
				setup({ onLoad }) {
					onLoad({ filter: /[/\\]en\.json$/ }, ({ path }) => ({
						contents: JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...added }),
						loader: 'json',
					}));
				},
			},
		],
	});
	return (...args: readonly string[]) => {
		const { status, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
		return { status, stdout };
	};
}

it('names texts that are not translated yet, and only fails a release for them', async () => {
	const check = await checkWith({
		'command.support.description': 'Show how to get support',
		'support.answer': 'Ask in **Support**.',
		// Another text's English too.
		'support.title': '✅ Purchase verified',
	});
	const checked = check();
	for (const name of ['command.support.description', 'support.answer', 'support.title'])
		expect(checked.stdout).toContain(`${name}: missing, shown in English`);
	expect(checked.status).toBe(0);
	expect(check('--release').status).toBe(1);
});
