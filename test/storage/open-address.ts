import { openStore } from '../../src/storage/open.js';
import type { Store } from '../../src/storage/store.js';

/** Where another process finds the same data. */
export interface Address {
	readonly databaseUrl: string;
	/** Redis alone: what each key starts with. */
	readonly namespace?: string;
}

/** Loads the one driver that it needs: a torture starts a hundred processes that open a store each. */
export async function openAddress({ databaseUrl, namespace }: Address): Promise<Store> {
	const silent = (): void => {};
	if (namespace === undefined) return await openStore(databaseUrl, silent, { create: true });
	const { openRedis } = await import('../../src/storage/redis.js');
	return await openRedis(databaseUrl, silent, { namespace });
}
