import { readFile } from 'node:fs/promises';
import { Stage } from '@claimcheck/sandbox/stage';
import { startOwnPostgres, startOwnRedis } from '../torture/own-servers.js';
import { openItems, verifyOne } from './acts.js';
import { type Loaded, type Watch, watchBot } from './watched-bot.js';

/** The calls to the store and to Discord for one act. */
interface Cost {
	readonly statements: number;
	readonly requests: number;
}

/** Counts that noise can't affect. */
interface Counts {
	readonly start: Loaded;
	readonly verify: Cost;
	readonly itemsPage: Cost;
}

/** How often each act is repeated. */
const times = 5;

/** Counts the production bot. `databaseUrl` names an empty database; by default, a new SQLite file. */
async function countBot(databaseUrl?: string): Promise<Counts> {
	const stage = await Stage.open({ isRateLimited: false });
	try {
		await stage.register();
		const watch = await watchBot(stage, databaseUrl ?? stage.environment()['DATABASE_URL'] ?? '');
		const bot = await stage.startProcess(watch.environment);
		await bot.logged('Loaded the items');
		const start = await watch.loaded();
		const verify = await costOfEach(watch, () => verifyOne(stage));
		const itemsPage = await costOfEach(watch, () => openItems(stage));
		await bot.stop();
		await watch.close();
		return { start, verify, itemsPage };
	} finally {
		await stage.close();
	}
}

/** The cost of an act, after it was done once. */
export async function costOfEach(watch: Watch, act: () => Promise<unknown>): Promise<Cost> {
	await act();
	const statements: number[] = [];
	const requests: number[] = [];
	for (let count = 0; count < times; count += 1) {
		const asked = await watch.during(async () => void (await act()));
		statements.push(asked.statements.length);
		requests.push(asked.requests.length);
	}
	// The minimum is the act's real cost: on a busy machine, calls that would share a statement may arrive too late.
	return { statements: Math.min(...statements), requests: Math.min(...requests) };
}

export const stores = ['sqlite', 'postgres', 'redis'] as const;
export type StoreName = (typeof stores)[number];

/** Counts the production bot on its own store. Undefined if the database server isn't installed. */
export async function countOn(store: StoreName): Promise<Counts | undefined> {
	if (store === 'sqlite') return countBot();
	const server = await (store === 'postgres' ? startOwnPostgres() : startOwnRedis());
	if (server === undefined) return undefined;
	try {
		return await countBot(server.address.databaseUrl);
	} finally {
		await server.remove();
	}
}

/** A folder below the checkout, which is the working directory. */
export const countsFile = 'test/counts/counts.json';

export async function committedCounts(): Promise<Record<StoreName, Counts>> {
	return JSON.parse(await readFile(countsFile, 'utf8')) as Record<StoreName, Counts>;
}
