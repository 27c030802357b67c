import { KeyvPostgres } from '@keyv/postgres';
import { Pool } from 'pg';
import { z } from 'zod';
import { AppError, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import { endOfPrefix } from './keyv-rows.js';
import { type Backend, KeyvStore, type KeyvStoreOptions, type RawRow, type RowChange } from './keyv-store.js';
import type { Store, StoreWarning } from './store.js';

const table = 'claimcheck';
/** The adapter's schema, whatever the user's search path, so that all processes use the same table. */
const qualifiedTable = `public.${table}`;
const connectTimeoutMs = 2_000;
const queryTimeoutMs = 3_000;
const pageSize = 500;

const writtenRows = z.array(z.object({ key: z.string() }));
const rows = z.array(z.object({ key: z.string(), value: z.unknown() }));
const foundTable = z.tuple([z.object({ exists: z.boolean() })]);
const durability = z.tuple([
	z.object({ relpersistence: z.string(), fsync: z.string(), synchronous_commit: z.string() }),
]);

/**
 * Opens the database's table `claimcheck`, and creates it if it doesn't exist. Rejects with StoreUnavailableError, and
 * with StoreRefusedError on an unlogged table, which PostgreSQL empties after a crash.
 */
export async function openPostgres(
	url: string,
	warn: StoreWarning,
	options?: KeyvStoreOptions,
): Promise<Store> {
	// Client-side timeouts: connection poolers refuse them as start-up parameters.
	const pool = new Pool({
		connectionString: url,
		max: 10,
		connectionTimeoutMillis: connectTimeoutMs,
		query_timeout: queryTimeoutMs,
		keepAlive: true,
	});
	// The next query replaces a lost idle connection. Without a listener the error would end the process.
	pool.on('error', () => {});
	try {
		await createTable(pool);
		await checkDurability(pool, warn);
	} catch (error) {
		await pool.end();
		if (error instanceof AppError) throw error;
		throw new StoreUnavailableError(
			'PostgreSQL cannot be used: it is not responding, or rejected the table',
			{
				cause: error,
			},
		);
	}
	return new KeyvStore(postgresBackend(pool), options);
}

/** The adapter would use the database's collation, which may separate keys of one prefix, and never retry. */
async function createTable(pool: Pool): Promise<void> {
	const create = `CREATE TABLE IF NOT EXISTS ${qualifiedTable} (key VARCHAR(255) COLLATE "C" PRIMARY KEY, value TEXT NOT NULL)`;
	for (let attempt = 1; ; attempt += 1) {
		try {
			// If the table exists, a user without the right to create is enough; IF NOT EXISTS would require it.
			const found = await pool.query('SELECT to_regclass($1) IS NOT NULL AS "exists"', [qualifiedTable]);
			if (!foundTable.parse(found.rows)[0].exists) await pool.query(create);
			return;
		} catch (error) {
			// IF NOT EXISTS is not atomic: processes that start simultaneously can collide on the catalogue rows.
			if (attempt === 5 || !isMadeByAnother(error)) throw error;
		}
	}
}

/**
 * Unique violation, duplicate object, duplicate table: which one occurs depends on the progress of the other process.
 */
function isMadeByAnother(error: unknown): boolean {
	return ['23505', '42710', '42P07'].includes(codeOf(error) ?? '');
}

/** The prepared statement doesn't exist, or exists already. */
const unknownNames: ReadonlySet<string> = new Set(['26000', '42P05']);

function codeOf(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

async function checkDurability(pool: Pool, warn: StoreWarning): Promise<void> {
	const answer = await pool.query(
		`SELECT relpersistence, current_setting('fsync') AS fsync,
			current_setting('synchronous_commit') AS synchronous_commit
		FROM pg_class WHERE oid = to_regclass($1)`,
		[qualifiedTable],
	);
	const [{ relpersistence, fsync, synchronous_commit }] = durability.parse(answer.rows);
	if (relpersistence !== 'p') {
		throw new StoreRefusedError(
			`The table ${qualifiedTable} is unlogged, so PostgreSQL empties it after a crash. Change it with ALTER TABLE ${qualifiedTable} SET LOGGED`,
		);
	}
	if (fsync === 'off' || synchronous_commit === 'off') {
		warn('PostgreSQL is configured to lose the latest purchases in a crash. Turn both settings on', {
			fsync,
			synchronousCommit: synchronous_commit,
		});
	}
}

/** An adapter on its own pool: by default all adapters of a process share one, and closing one closes the others. */
function adapterOn(pool: Pool): KeyvPostgres {
	class PooledKeyvPostgres extends KeyvPostgres {
		override async connect() {
			// The table exists. The adapter's attempt to create it would log an error on the server at each start.
			return async (sql: string, values?: unknown[]): Promise<unknown[]> =>
				sql.startsWith('CREATE ') ? [] : (await pool.query(sql, values)).rows;
		}
		override async disconnect(): Promise<void> {
			await pool.end();
		}
	}
	const adapter = new PooledKeyvPostgres({ schema: 'public', table });
	adapter.on('error', () => {});
	return adapter;
}

const readQuery = {
	name: 'claimcheck-read',
	text: `SELECT key, value FROM ${qualifiedTable} WHERE key = ANY($1)`,
} as const;

// Every writer first locks its rows in the order of their keys, so that writers can't deadlock. A row that another
// process has changed meanwhile is compared again, so the swap stays atomic.
const writeQuery = {
	name: 'claimcheck-write',
	text: `WITH change AS MATERIALIZED (
		SELECT key, expected, next, pg_advisory_xact_lock(hashtextextended(key, 0))
		FROM (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS change (key, expected, next) ORDER BY key COLLATE "C") AS change
	),
	replaced AS (
		UPDATE ${qualifiedTable} AS held SET value = change.next FROM change
		WHERE held.key = change.key AND held.value = change.expected AND change.next IS NOT NULL RETURNING held.key
	), removed AS (
		DELETE FROM ${qualifiedTable} AS held USING change
		WHERE held.key = change.key AND held.value = change.expected AND change.next IS NULL RETURNING held.key
	), inserted AS (
		INSERT INTO ${qualifiedTable} (key, value) SELECT key, next FROM change WHERE expected IS NULL
		ON CONFLICT (key) DO NOTHING RETURNING key
	)
	SELECT key FROM replaced UNION ALL SELECT key FROM removed UNION ALL SELECT key FROM inserted`,
} as const;

function postgresBackend(pool: Pool): Backend {
	const adapter = adapterOn(pool);
	const prepared = preparing(pool);
	const write = async (changes: readonly RowChange[]): Promise<readonly string[]> => {
		const columns = [
			changes.map(({ key }) => key),
			changes.map(({ expected = null }) => expected),
			changes.map(({ next = null }) => next),
		];
		return writtenRows.parse(await prepared(writeQuery, columns)).map(({ key }) => key);
	};

	return {
		name: 'PostgreSQL',
		adapter,
		deadlineMs: connectTimeoutMs + queryTimeoutMs,
		// So that a batch that waits for another process doesn't block the rest.
		maxInFlight: 4,
		read: async (keys) => rows.parse(await prepared(readQuery, [keys])),
		write,
		pages: (prefix, after) => postgresPages(adapter, prefix, after),
		close: () => adapter.disconnect(),
	};
}

interface Query {
	readonly name: string;
	readonly text: string;
}

/** Runs named queries, whose plans are cached per connection; unnamed ones if a pooler doesn't know the names. */
function preparing(pool: Pool): (query: Query, values: readonly unknown[]) => Promise<unknown[]> {
	let keepsNames = true;
	return async ({ name, text }, parameters) => {
		const values = [...parameters];
		if (keepsNames) {
			try {
				return (await pool.query({ name, text, values })).rows;
			} catch (error) {
				if (!unknownNames.has(codeOf(error) ?? '')) throw error;
				keepsNames = false;
			}
		}
		return (await pool.query({ text, values })).rows;
	};
}

async function* postgresPages(
	adapter: KeyvPostgres,
	prefix: string,
	after: string | undefined,
): AsyncGenerator<readonly RawRow[], undefined> {
	const end = endOfPrefix(prefix);
	let bound = after === undefined ? { operator: '>=', key: prefix } : { operator: '>', key: after };
	for (;;) {
		const page = rows.parse(
			await adapter.query(
				`SELECT key, value FROM ${qualifiedTable}
				WHERE key COLLATE "C" ${bound.operator} $1 AND key COLLATE "C" < $2
				ORDER BY key COLLATE "C" LIMIT $3`,
				[bound.key, end, pageSize],
			),
		);
		const last = page.at(-1);
		if (last === undefined) return;
		yield page;
		bound = { operator: '>', key: last.key };
	}
}
