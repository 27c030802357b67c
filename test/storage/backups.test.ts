import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { readSettings } from '../../src/config.js';
import { openStore } from '../../src/storage/open.js';
import { createBackups } from '../../src/store-tasks.js';
import { floor } from '../world/floor.js';
import { compareAndSet } from './compare-and-set.js';
import { loseIndexEntries } from './index-damage.js';

it('a daily backup that finds the database damaged raises an alert, and is logged in words', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const file = join(folder, 'claims.sqlite');
	const address = `sqlite://${file}`;
	const filling = await openStore(address, () => {}, { create: true });
	await compareAndSet(filling, 'claim:1', undefined, 'one');
	await compareAndSet(filling, 'claim:2', undefined, 'two');
	await filling.close();
	loseIndexEntries(file);

	const store = await openStore(address, () => {}, { unchecked: true });
	const lines: string[] = [];
	const settings = readSettings({ DATABASE_URL: address }, ['DATABASE_URL', 'BACKUPS']);
	await new Promise<void>((resolve) => {
		const backups = createBackups(
			settings,
			floor({
				store,
				alerts: {
					async raise() {
						resolve();
					},
				},
				logger: pino({}, { write: (line) => void lines.push(line) }),
				clock: { ...systemClock, isTrusted: () => true },
			}),
		);
		onTestFinished(() => backups?.stop());
		backups?.start();
	});
	expect(lines.join('')).toContain(`${file} is damaged: its index lacks 1 of the rows`);
	await store.close();
});
