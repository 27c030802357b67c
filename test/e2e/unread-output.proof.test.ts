import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { freshCode, verify } from './acts.js';
import { repository } from './entry-process.js';
import { sharedStage } from './own-stage.js';

const stage = await sharedStage();
await stage.startBot();
await verify(stage.people.buyer, freshCode(stage));

/** Runs a program into a pipe without a reader, as `… | head` leaves it; stderr is read. */
async function runUnread(program: string, ...args: readonly string[]) {
	const child = spawn(process.execPath, [join(repository, 'dist/src', `${program}.js`), ...args], {
		cwd: stage.folder,
		env: { PATH: process.env['PATH'] ?? '', ...stage.environment({}) },
	});
	child.stdout.destroy();
	const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
	return { code, stderr };
}

describe('a program without a reader', () => {
	it('ends like any other in a pipe, before it is done', async () => {
		expect(await runUnread('claims-cli', 'dump')).toEqual({ code: 141, stderr: '' });
		expect(await runUnread('init')).toEqual({ code: 141, stderr: '' });
	});

	it('keeps its exit code if it is done', async () => {
		expect((await runUnread('claims-cli', 'stats')).code).toBe(0);
		expect(await runUnread('claims-cli', '--help')).toEqual({ code: 0, stderr: '' });
		expect(await runUnread('doctor')).toEqual({ code: expect.toBeOneOf([0, 1]), stderr: '' });
	});
});
