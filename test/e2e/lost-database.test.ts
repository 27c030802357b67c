import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { freshCode, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

// Writes into a file that has no name any more are lost when the process ends, whatever the buyer was promised.
describe.skipIf(process.platform === 'win32')('a database file that goes while the bot runs', () => {
	let stage: Stage;
	let port: number;
	let file: string;

	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		port = await freePort();
		file = join(stage.folder, 'claims.sqlite');
	});
	afterEach(() => stage?.close());

	const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

	it('makes the bot say "try again" until it is back, and notify the operator', async () => {
		const { buyer, friend } = stage.people;
		const bot = await stage.startProcess({ HEALTH_PORT: String(port) });
		await verify(buyer, freshCode(stage));
		expect(await ready()).toBe(200);

		const code = freshCode(stage);
		await rename(file, `${file}.away`);
		await expect.poll(ready).toBe(503);
		expect(headline(await verify(friend, code))).not.toBe('✅ Purchase verified');
		await bot.logged('The store is not responding');

		await rename(`${file}.away`, file);
		await expect.poll(ready).toBe(200);
		await bot.logged('The store works again');
		expect(headline(await verify(friend, code))).toBe('✅ Purchase verified');
		await bot.kill();

		const next = await stage.startBot();
		expect(headline(await verify(friend, code))).toBe('✅ Already verified');
		await next.stop();
	});
});
