import { createClient } from '@keyv/redis';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreRefusedError } from '../../src/base/errors.js';
import { openStore } from '../../src/storage/open.js';
import { type OwnServer, startOwnRedis } from '../torture/own-servers.js';
import { allBackEnds, type TestPlace } from './back-ends.js';

const backEnds = await allBackEnds();
const postgres = backEnds.find(({ name }) => name === 'PostgreSQL');

/** The warnings for an operator on opening. */
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

	it('warns of nothing where what is acknowledged is on disk', async () => {
		expect(await warningsOf(place.address.databaseUrl)).toEqual([]);
	});

	it('refuses a table that PostgreSQL empties after a crash', async () => {
		await warningsOf(place.address.databaseUrl);
		await admin.query('ALTER TABLE claimcheck SET UNLOGGED');
		await expect(place.open()).rejects.toThrow(StoreRefusedError);
		await expect(place.open()).rejects.toThrow(/SET LOGGED/);
	});

	it('warns where commits are acknowledged before they are on disk', async () => {
		const database = new URL(place.address.databaseUrl).pathname.slice(1);
		await admin.query(`ALTER DATABASE ${database} SET synchronous_commit = off`);
		expect(await warningsOf(place.address.databaseUrl)).toEqual([
			expect.stringMatching(/lose the latest claims.*"synchronousCommit":"off"/),
		]);
	});

	it('keeps claims together in a database whose own order would scatter them', async () => {
		await warningsOf(place.address.databaseUrl);
		const { rows } = await admin.query(
			"SELECT collation_name FROM information_schema.columns WHERE table_name = 'claimcheck' AND column_name = 'key'",
		);
		expect(rows).toEqual([{ collation_name: 'C' }]);
	});

	it('reads what it wrote also where the user has a schema of its own', async () => {
		await admin.query('CREATE SCHEMA AUTHORIZATION CURRENT_USER');
		const store = await place.open();
		expect(await store.compareAndSet('a', undefined, 1)).toBe(true);
		expect(await store.get('a')).toBe(1);
		await store.close();
	});

	it('is not ended by the loss of every connection, and goes on', async () => {
		const store = await place.open();
		await store.compareAndSet('a', undefined, 1);
		await admin.query(
			'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
		);
		await vi.waitFor(async () => expect(await store.get('a')).toBe(1), { timeout: 50_000 });
		await store.close();
	});
});

describe('opening Redis', () => {
	let server: OwnServer | undefined;

	beforeEach(async (context) => {
		server = await startOwnRedis();
		if (server === undefined) context.skip('there is no redis-server on this machine');
	});
	afterEach(() => server?.remove());

	const address = (): string => server?.address.databaseUrl ?? '';

	async function configure(...settings: readonly (readonly [name: string, value: string])[]): Promise<void> {
		const client = createClient({ url: address() });
		await client.connect();
		for (const [name, value] of settings) await client.configSet(name, value);
		client.destroy();
	}

	it('warns of nothing where what is acknowledged is on disk', async () => {
		expect(await warningsOf(address())).toEqual([]);
	});

	it.each([
		['a snapshot now and then', [['appendonly', 'no']], /every claim since its last snapshot/],
		['a write in a second', [['appendfsync', 'everysec']], /once a second or less/],
		[
			'keys that go when memory is short',
			[
				['maxmemory', '100mb'],
				['maxmemory-policy', 'allkeys-lru'],
			],
			/drop claims when its memory is full/,
		],
	] as const)('warns of %s', async (_, settings, warning) => {
		await configure(...settings);
		expect(await warningsOf(address())).toEqual([expect.stringMatching(warning)]);
	});

	it('warns where Redis does not show its settings', async () => {
		const client = createClient({ url: address() });
		await client.connect();
		await client.sendCommand(['ACL', 'SETUSER', 'default', '-config']);
		client.destroy();
		expect(await warningsOf(address())).toEqual([expect.stringMatching(/does not expose its settings/)]);
	});
});
