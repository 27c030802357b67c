import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import sqlite3 from 'sqlite3';
import { limitFileSize } from '../torture/outage.js';
import type { Fault } from './fault.js';
import type { World } from './world.js';

const preload = pathToFileURL(resolve('test/matrix/store-trouble.mjs')).href;
/** The bot checks once a second whether its file still exists. */
const lookEveryMs = 1_100;

/** Another process holds the lock on the file until the returned function is called. */
async function lock(file: string): Promise<() => Promise<void>> {
	const connection = new sqlite3.Database(file);
	await once(connection, 'open');
	await run(connection, 'PRAGMA busy_timeout = 5000');
	await run(connection, 'BEGIN IMMEDIATE');
	return async () => {
		await run(connection, 'ROLLBACK');
		await new Promise<void>((done) => connection.close(() => done()));
	};
}

const run = (connection: sqlite3.Database, statement: string): Promise<void> =>
	new Promise((done, fail) => connection.exec(statement, (error) => (error === null ? done() : fail(error))));

function locked(): Fault {
	let release: (() => Promise<void>) | undefined;
	return {
		of: 'store',
		name: 'busy',
		async begin({ databaseFile }) {
			release = await lock(databaseFile);
		},
		end: () => release?.(),
	};
}

/** A backup, or an operator with a tool: the lock is released before the bot gives up. */
const lockedForAWhile: Fault = {
	of: 'store',
	name: 'busy for 2 s',
	begin: () => {},
	async strike({ databaseFile }) {
		const release = await lock(databaseFile);
		void sleep(2_000).then(release);
	},
	end: () => sleep(2_500),
};

/** The fault that the preloaded module causes, from one signal to the next. */
function preloaded(trouble: 'read-only' | 'slow', name: string): Fault {
	const signal = ({ bot }: World): void => void process.kill(bot.pid, 'SIGUSR2');
	return {
		of: 'store',
		name,
		options: { environment: { NODE_OPTIONS: `--import=${preload}`, STORE_TROUBLE: trouble } },
		begin: signal,
		end: signal,
	};
}

async function move(file: string, from: string, to: string): Promise<void> {
	for (const part of ['', '-wal', '-shm']) await rename(`${file}${from}${part}`, `${file}${to}${part}`);
}

/** Faults of the disk and the file. */
export const storeFaults: readonly Fault[] = [
	locked(),
	lockedForAWhile,
	{
		of: 'store',
		name: 'full',
		begin: ({ bot }) => limitFileSize(bot.pid, '1'),
		end: ({ bot }) => limitFileSize(bot.pid, 'unlimited'),
	},
	{
		of: 'store',
		name: 'deleted',
		async begin({ databaseFile }) {
			await move(databaseFile, '', '.away');
			await sleep(lookEveryMs);
		},
		end: ({ databaseFile }) => move(databaseFile, '.away', ''),
	},
	preloaded('read-only', 'read-only'),
	preloaded('slow', 'slow (0.3 s a statement)'),
];
