import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { Client } from 'pg';
import type { Store } from '../../src/storage/store.js';
import { type Address, openAddress } from './open-address.js';

/** A separate place in one back end, for one test file. */
export interface TestPlace {
	readonly address: Address;
	/** Each call opens another connection to the same data, as a second process would. */
	open(): Promise<Store>;
	/** Writes `row` under the stored key, bypassing every check. */
	damage(key: string, row: string): Promise<void>;
	remove(): Promise<void>;
}

export interface BackEnd {
	readonly name: string;
	/** The reason why it can't be tested here; undefined if it can. */
	readonly missing: string | undefined;
	makePlace(): Promise<TestPlace>;
}

const {
	TEST_POSTGRES_URL: postgresUrl = 'postgresql://postgres@127.0.0.1:5432/postgres',
	TEST_REDIS_URL: redisUrl = 'redis://127.0.0.1:6379',
	CI,
	REQUIRE_DATABASES,
} = process.env;
/** True if a missing server fails the tests instead of skipping some. */
export const databasesRequired = Boolean(CI || REQUIRE_DATABASES);

const silent = (): void => {};
/** A missing server refuses immediately; this only limits a hanging connection. */
const connectTimeoutMs = 30_000;

/**
 * All three back ends. If a server doesn't respond, its tests are skipped with a line that says how to start it, or
 * fail if it is required.
 */
export async function allBackEnds(): Promise<readonly BackEnd[]> {
	return [
		{ name: 'SQLite', missing: undefined, makePlace: makeSqlitePlace },
		{
			name: 'PostgreSQL',
			missing: await reasonToSkip('PostgreSQL', pingPostgres, [
				'docker run --rm -e POSTGRES_HOST_AUTH_METHOD=trust -p 127.0.0.1:5432:5432 postgres',
				'or set TEST_POSTGRES_URL',
			]),
			makePlace: makePostgresPlace,
		},
		{
			name: 'Redis',
			missing: await reasonToSkip('Redis', pingRedis, [
				'docker run --rm -p 127.0.0.1:6379:6379 redis',
				'or set TEST_REDIS_URL',
			]),
			makePlace: makeRedisPlace,
		},
	];
}

async function reasonToSkip(
	name: string,
	ping: () => Promise<void>,
	howToStart: readonly string[],
): Promise<string | undefined> {
	try {
		await ping();
		return undefined;
	} catch (cause) {
		const reason = `${name} does not answer. To test on it: ${howToStart.join(', ')}`;
		if (databasesRequired) throw new Error(reason, { cause });
		process.stderr.write(`SKIPPED: ${reason}\n`);
		return reason;
	}
}

async function makeSqlitePlace(): Promise<TestPlace> {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	const file = join(folder, 'test.sqlite');
	const address = { databaseUrl: `sqlite://${file}` };
	return {
		address,
		open: () => openAddress(address),
		async damage(key, row) {
			const { KeyvSqlite } = await import('@keyv/sqlite');
			const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, busyTimeout: 5_000 });
			await adapter.set(`claimcheck:${key}`, row);
			await adapter.disconnect();
		},
		remove: () => rm(folder, { recursive: true }),
	};
}

async function pingPostgres(): Promise<void> {
	await onPostgres(postgresUrl, (client) => client.query('SELECT 1'));
}

async function makePostgresPlace(): Promise<TestPlace> {
	const database = `claimcheck_test_${randomBytes(6).toString('hex')}`;
	await onPostgres(postgresUrl, (client) => client.query(`CREATE DATABASE ${database}`));
	const url = new URL(postgresUrl);
	url.pathname = `/${database}`;
	const address = { databaseUrl: url.href };
	return {
		address,
		open: () => openAddress(address),
		damage: (key, row) =>
			onPostgres(url.href, (client) =>
				client.query(
					'INSERT INTO claimcheck VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
					[`claimcheck:${key}`, row],
				),
			),
		remove: () => onPostgres(postgresUrl, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`)),
	};
}

/** Runs `work` with a connection of its own. */
export async function onPostgres(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
	const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
	client.on('error', silent);
	await client.connect();
	try {
		await work(client);
	} finally {
		await client.end();
	}
}

async function pingRedis(): Promise<void> {
	await onRedis((client) => client.ping());
}

async function makeRedisPlace(): Promise<TestPlace> {
	const namespace = `claimcheck-test-${randomBytes(6).toString('hex')}`;
	const address = { databaseUrl: redisUrl, namespace };
	return {
		address,
		open: () => openAddress(address),
		damage: (key, row) =>
			onRedis(async (client) => {
				const value = `${namespace}:${key}`;
				await client.multi().set(value, row).zAdd(`${namespace}:keys`, { score: 0, value }).exec();
			}),
		remove: () =>
			onRedis(async (client) => {
				for await (const keys of client.scanIterator({ MATCH: `${namespace}:*`, COUNT: 500 })) {
					if (keys.length > 0) await client.del(keys);
				}
			}),
	};
}

type RedisClient = ReturnType<typeof testRedisClient>;

function testRedisClient() {
	return createClient({
		url: redisUrl,
		socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: false },
	});
}

async function onRedis(work: (client: RedisClient) => Promise<unknown>): Promise<void> {
	const client = testRedisClient();
	client.on('error', silent);
	await client.connect();
	try {
		await work(client);
	} finally {
		client.destroy();
	}
}
