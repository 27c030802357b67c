import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Stage } from '@claimcheck/sandbox/stage';
import { openItems, readyToRestore, verifyOne } from './acts.js';

/** KiB that one act allocates on the heap. */
export interface Allocated {
	readonly verify: number;
	readonly itemsPage: number;
	readonly restore: number;
}

/** Caches are filled and functions compiled by then. */
const warmUp = 10;
/** Large enough that a heartbeat or the counts of the minute make no difference. */
const times = 30;
const preload = pathToFileURL(resolve('test/counts/allocated.mjs'));

/** The mean of many acts of a production bot that nothing else watches, on a new file of SQLite's. */
export async function countAllocations(): Promise<Allocated> {
	const stage = await Stage.open({ isRateLimited: false });
	try {
		await stage.register();
		return await allocatedOn(stage);
	} finally {
		await stage.close();
	}
}

async function allocatedOn(stage: Stage): Promise<Allocated> {
	const log = join(stage.folder, 'allocations.log');
	await writeFile(log, '');
	const bot = await stage.startProcess({
		NODE_OPTIONS: `--import=${preload.href}`,
		ALLOCATIONS_LOG: log,
	});
	await bot.logged('Loaded the items');
	const lines = async (): Promise<readonly string[]> =>
		(await readFile(log, 'utf8')).split('\n').slice(0, -1);
	/** Bytes since it was last asked. */
	const allocated = async (): Promise<number> => {
		const before = (await lines()).length;
		process.kill(bot.pid, 'SIGUSR2');
		while ((await lines()).length === before) {
			if (!bot.isRunning) throw new Error(`The bot has ended:\n${bot.output()}`);
			await sleep(10);
		}
		return Number((await lines()).at(-1));
	};
	const ofEach = async (act: () => Promise<unknown>): Promise<number> => {
		for (let count = 0; count < warmUp; count += 1) await act();
		await allocated();
		for (let count = 0; count < times; count += 1) await act();
		return (await allocated()) / times / 1_024;
	};

	const verify = await ofEach(() => verifyOne(stage));
	const itemsPage = await ofEach(() => openItems(stage));
	const presses: (() => Promise<void>)[] = [];
	for (let count = 0; count < warmUp + times; count += 1) presses.push(await readyToRestore(stage));
	const restore = await ofEach(async () => presses.pop()?.());
	await bot.stop();
	return { verify, itemsPage, restore };
}
