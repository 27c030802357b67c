import { openStore } from '../../src/storage/open.js';
import type { Store } from '../../src/storage/store.js';

/** The address at which another process finds the same data. */
export interface Address {
	readonly databaseUrl: string;
	/** For Redis only: the prefix of each key. */
	readonly namespace?: string;
}

/** Loads only the required driver, since a torture starts a hundred processes that each open a store. */
export async function openAddress({ databaseUrl, namespace }: Address): Promise<Store> {
	const silent = (): void => {};
	if (namespace === undefined) return await openStore(databaseUrl, silent, { create: true });
	const { openRedis } = await import('../../src/storage/redis.js');
	return await openRedis(databaseUrl, silent, { namespace });
}
