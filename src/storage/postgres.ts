import { KeyvPostgres } from '@keyv/postgres';
import { Pool } from 'pg';
import { z } from 'zod';
import { AppError, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import { endOfPrefix } from './key-range.js';
import { type Backend, KeyvStore, type KeyvStoreOptions, type RawRow, type RowChange } from './keyv-store.js';
import type { Store, StoreWarning } from './store.js';

const table = 'claimcheck';
/** The adapter's schema, whatever the user's search path: what one writes the other has to read. */
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
 * Opens the table `claimcheck` of the database, made where there is none. Rejects with StoreUnavailableError, and
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
	// An idle connection that is lost is replaced by the next query, which shows whether the server answers. Without a
	// listener it ends the process.
	pool.on('error', () => {});
	try {
		await createTable(pool);
		await checkDurability(pool, warn);
	} catch (error) {
		await pool.end();
		if (error instanceof AppError) throw error;
		throw new StoreUnavailableError('PostgreSQL cannot be used: it does not answer, or refuses the table', {
			cause: error,
		});
	}
	return new KeyvStore(postgresBackend(pool), options);
}

/**
 * Before the adapter does: it would use the database's collation, in which keys with one prefix need not lie together,
 * and would never retry after a failure.
 */
async function createTable(pool: Pool): Promise<void> {
	const create = `CREATE TABLE IF NOT EXISTS ${qualifiedTable} (key VARCHAR(255) COLLATE "C" PRIMARY KEY, value TEXT NOT NULL)`;
	for (let attempt = 1; ; attempt += 1) {
		try {
			// Where the table is there, a user who may only read and write rows is enough: IF NOT EXISTS still asks for the
			// right to create.
			const found = await pool.query('SELECT to_regclass($1) IS NOT NULL AS "exists"', [qualifiedTable]);
			if (!foundTable.parse(found.rows)[0].exists) await pool.query(create);
			return;
		} catch (error) {
			// IF NOT EXISTS is not atomic: processes that start simultaneously can collide on the catalogue rows.
			if (attempt === 5 || !isMadeByAnother(error)) throw error;
		}
	}
}

/** Unique violation, duplicate object, duplicate table: which one it is depends on how far the other has come. */
function isMadeByAnother(error: unknown): boolean {
	return ['23505', '42710', '42P07'].includes(codeOf(error) ?? '');
}

/** There is no prepared statement of that name, or there is one already. */
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
			`The table ${qualifiedTable} is not a logged one: PostgreSQL empties it after a crash. Make it so with ALTER TABLE ${qualifiedTable} SET LOGGED`,
		);
	}
	if (fsync === 'off' || synchronous_commit === 'off') {
		warn('PostgreSQL is set up to lose the latest claims in a crash: switch both settings on', {
			fsync,
			synchronousCommit: synchronous_commit,
		});
	}
}

/** The adapter on a pool of its own: by default all adapters of a process share one, and one's end ends the others. */
function adapterOn(pool: Pool): KeyvPostgres {
	class PooledKeyvPostgres extends KeyvPostgres {
		override async connect() {
			// The table is there: the adapter's own try to make it would be an error in the log of the server at each start.
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

// Whoever changes a row takes its lock first, and all in the order of the keys: two that change the same rows can't wait
// for each other. A row that somebody else has changed meanwhile is looked at again, so it stays a comparison.
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
		// One that waits for another process does not hold up the others.
		atOnce: 4,
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

/**
 * Queries whose plans PostgreSQL keeps for each connection, by their names. A pooler that gives each query another
 * connection knows no such names, and says so before anything is done: then they are sent without.
 */
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
