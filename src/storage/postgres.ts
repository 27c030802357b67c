import { KeyvPostgres } from '@keyv/postgres';
import { Pool } from 'pg';
import { z } from 'zod';
import { AppError, StoreRefusedError, StoreUnavailableError } from '../errors.js';
import { endOfPrefix } from './key-range.js';
import { type Backend, createKeyvStore, type RawRow } from './keyv-store.js';
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
export async function openPostgres(url: string, warn: StoreWarning): Promise<Store> {
	// Client-side timeouts: connection poolers refuse them as start-up parameters.
	const pool = new Pool({
		connectionString: url,
		max: 10,
		connectionTimeoutMillis: connectTimeoutMs,
		query_timeout: queryTimeoutMs,
		keepAlive: true,
	});
	// An idle connection that is lost is replaced by the next query; without a listener it ends the process.
	pool.on('error', (error) => warn('PostgreSQL closed an idle connection', { reason: error.message }));
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
	return createKeyvStore(postgresBackend(pool));
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
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return code === '23505' || code === '42710' || code === '42P07';
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

function postgresBackend(pool: Pool): Backend {
	const adapter = adapterOn(pool);
	const wrote = async (sql: string, ...parameters: string[]): Promise<boolean> =>
		writtenRows.parse(await adapter.query(sql, parameters)).length === 1;

	return {
		name: 'PostgreSQL',
		adapter,
		deadlineMs: connectTimeoutMs + queryTimeoutMs,
		insert: (key, value) =>
			wrote(
				`INSERT INTO ${qualifiedTable} (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING RETURNING key`,
				key,
				value,
			),
		replace: (key, expected, next) =>
			wrote(
				`UPDATE ${qualifiedTable} SET value = $1 WHERE key = $2 AND value = $3 RETURNING key`,
				next,
				key,
				expected,
			),
		remove: (key, expected) =>
			wrote(`DELETE FROM ${qualifiedTable} WHERE key = $1 AND value = $2 RETURNING key`, key, expected),
		pages: (prefix, after) => postgresPages(adapter, prefix, after),
		close: () => adapter.disconnect(),
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
