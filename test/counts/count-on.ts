import { startOwnPostgres, startOwnRedis } from '../torture/own-servers.js';
import { type Counts, countBot } from './count.js';

export const stores = ['sqlite', 'postgres', 'redis'] as const;
export type StoreName = (typeof stores)[number];

/** Counts the production bot on a store of its own. Undefined where the server's program is not installed. */
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
