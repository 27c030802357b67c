import { createClient } from '@keyv/redis';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreRefusedError, StoreUnavailableError } from '../../src/base/errors.js';
import { openStore } from '../../src/storage/open.js';
import type { Store } from '../../src/storage/store.js';
import { hasRedis, type OwnServer, startOwnRedis } from '../torture/own-servers.js';
import { allBackEnds, type TestPlace } from './back-ends.js';
import { compareAndSet } from './compare-and-set.js';

const backEnds = await allBackEnds();
const postgres = backEnds.find(({ name }) => name === 'PostgreSQL');

/** The warnings that an operator gets on opening. */
async function warningsOf(databaseUrl: string): Promise<string[]> {
	const warnings: string[] = [];
	const store = await openStore(databaseUrl, (message, fields) => {
		warnings.push(`${message} ${JSON.stringify(fields)}`);
	});
	await store.close();
	return warnings;
}

describe.skipIf(postgres?.missing !== undefined)('opening PostgreSQL', () => {
	let place: TestPlace;
	let admin: Client;

	beforeEach(async () => {
		if (postgres === undefined) throw new Error('There is no PostgreSQL back end');
		place = await postgres.makePlace();
		admin = new Client({ connectionString: place.address.databaseUrl });
		await admin.connect();
	});
	afterEach(async () => {
		await admin.end();
		await place.remove();
	});

	it('doesn’t warn if acknowledged data is on disk', async () => {
		expect(await warningsOf(place.address.databaseUrl)).toEqual([]);
	});

	it('refuses a table that PostgreSQL empties after a crash', async () => {
		await warningsOf(place.address.databaseUrl);
		await admin.query('ALTER TABLE claimcheck SET UNLOGGED');
		await expect(place.open()).rejects.toThrow(StoreRefusedError);
		await expect(place.open()).rejects.toThrow(/SET LOGGED/);
	});

	it('warns if commits are acknowledged before they are on disk', async () => {
		const database = new URL(place.address.databaseUrl).pathname.slice(1);
		await admin.query(`ALTER DATABASE ${database} SET synchronous_commit = off`);
		expect(await warningsOf(place.address.databaseUrl)).toEqual([
			expect.stringMatching(/lose the latest purchases.*"synchronousCommit":"off"/),
		]);
	});

	it('keeps claims together in a database whose default collation would scatter them', async () => {
		await warningsOf(place.address.databaseUrl);
		const { rows } = await admin.query(
			"SELECT collation_name FROM information_schema.columns WHERE table_name = 'claimcheck' AND column_name = 'key'",
		);
		expect(rows).toEqual([{ collation_name: 'C' }]);
	});

	it('reads its own rows even if the user has a schema of the same name', async () => {
		await admin.query('CREATE SCHEMA AUTHORIZATION CURRENT_USER');
		const store = await place.open();
		expect(await compareAndSet(store, 'a', undefined, 1)).toBe(true);
		expect(await store.get('a')).toBe(1);
		await store.close();
	});

	it('survives the loss of every connection, and continues', async () => {
		const store = await place.open();
		await compareAndSet(store, 'a', undefined, 1);
		await admin.query(
			'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
		);
		await vi.waitFor(async () => expect(await store.get('a')).toBe(1), { timeout: 50_000 });
		await store.close();
	});
});

describe.skipIf(!hasRedis)('opening Redis', () => {
	let server: OwnServer | undefined;

	afterEach(() => server?.remove());

	/** Starts a server with these arguments, and sends it these commands. */
	async function start(
		settings: readonly string[],
		...commands: readonly (readonly string[])[]
	): Promise<string> {
		server = await startOwnRedis(...settings);
		const databaseUrl = server?.address.databaseUrl ?? '';
		const client = createClient({ url: databaseUrl });
		await client.connect();
		for (const command of commands) await client.sendCommand(command);
		client.destroy();
		return databaseUrl;
	}

	const withoutInfo = ['ACL', 'SETUSER', 'default', '-info', '-config'];
	const allSlots = ['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'];
	const small = ['--maxmemory', '100mb', '--maxmemory-policy'];

	it.each([
		['nothing if what is acknowledged is on disk', [], [], []],
		[
			'a snapshot now and then',
			['--appendonly', 'no'],
			[],
			[/every purchase since its last snapshot.*"fix":"appendonly yes/],
		],
		[
			'the same if only INFO says it',
			['--appendonly', 'no'],
			[['ACL', 'SETUSER', 'default', '-config']],
			[/every purchase since its last snapshot/],
		],
		['a write in a second', ['--appendfsync', 'everysec'], [], [/once a second or less/]],
		['settings that it does not show', [], [withoutInfo], [/does not expose its settings/]],
		['nothing if no key of the bot is evicted', [...small, 'volatile-lru'], [], []],
		['nothing if the memory has no limit', ['--maxmemory-policy', 'allkeys-lru'], [], []],
	] as const)('warns of %s', async (_, settings, commands, warnings) => {
		const address = await start(settings, ...commands);
		expect(await warningsOf(address)).toEqual(warnings.map((each) => expect.stringMatching(each)));
	});

	it.each([
		['a cluster', ['--cluster-enabled', 'yes'], [allSlots], /no cluster or Sentinel.*CROSSSLOT/],
		['a cluster without its slots', ['--cluster-enabled', 'yes'], [], /no cluster or Sentinel.*CLUSTERDOWN/],
		[
			'a cluster that refuses INFO',
			['--cluster-enabled', 'yes'],
			[allSlots, withoutInfo],
			/no cluster or Sentinel/,
		],
		[
			'a user who may not index rows',
			[],
			[['ACL', 'SETUSER', 'default', '-zadd']],
			/scripts may use GET, SET, DEL, ZADD and ZREM/,
		],
		['a server that evicts any key', [...small, 'allkeys-lru'], [], /maxmemory-policy to noeviction/],
		[
			'a server that evicts any key, if only INFO says it',
			[...small, 'allkeys-random'],
			[['ACL', 'SETUSER', 'default', '-config']],
			/now allkeys-random/,
		],
	] as const)('refuses %s', async (_, settings, commands, message) => {
		const address = await start(settings, ...commands);
		const error = await warningsOf(address).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(StoreRefusedError);
		expect(error).toHaveProperty('message', expect.stringMatching(message));
		const client = await createClient({ url: address }).connect();
		expect(await client.keys('claimcheck:*')).toEqual([]);
		client.destroy();
	});

	it('lists a store without an index completely, and again after additions', async () => {
		const address = await start([]);
		const client = await createClient({ url: address }).connect();
		const keys = Array.from({ length: 1_200 }, (_, n) => `${1_000 + n}`);
		await client.mSet(keys.map((key) => [`claimcheck:${key}`, '{"value":1}'] as [string, string]));
		await client.set('another:1', '');
		const listed = async (store: Store): Promise<string[]> => {
			const found: string[] = [];
			for await (const pair of store.list('')) found.push(pair.key);
			return found;
		};
		const stores = await Promise.all([1, 2, 3].map(() => openStore(address, () => {})));
		for (const store of stores) expect(await listed(store)).toEqual(keys);
		await compareAndSet(await openStore(address, () => {}), '999', undefined, 1);
		const [first] = stores as [Store, ...Store[]];
		expect(await listed(first)).toEqual([...keys, '999']);
		// Writes as an older version does before the store is converted.
		await client.set('claimcheck:998', '{"value":1}');
		client.destroy();
		await first.refreshIndex();
		expect(await listed(first)).toEqual([...keys, '998', '999']);
		for (const store of stores) await store.close();
	});

	it('refuses calls if a server evicts keys after a failover', async () => {
		const address = await start([...small, 'noeviction']);
		const store = await openStore(address, () => {});
		expect(await store.get('a')).toBeUndefined();
		const client = createClient({ url: address });
		await client.connect();
		await client.configSet('maxmemory-policy', 'allkeys-lru');
		await client.sendCommand(['CLIENT', 'KILL', 'SKIPME', 'yes']);
		client.destroy();
		const refusal = () => store.get('a').catch((error: unknown) => error);
		await expect.poll(refusal).toBeInstanceOf(StoreRefusedError);
		await store.close();
	});

	it('succeeds later if the server is a replica that a failover promotes', async () => {
		const address = await start([], ['REPLICAOF', '127.0.0.1', '1']);
		const error = await warningsOf(address).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(StoreUnavailableError);
		expect(error).toHaveProperty('message', expect.stringContaining('must name the primary'));
	});
});
