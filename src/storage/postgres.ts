import { KeyvPostgres } from '@keyv/postgres';
import { Pool } from 'pg';
import { z } from 'zod';
import { AppError, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import { type Backend, KeyvStore, type KeyvStoreOptions } from './keyv-store.js';
import type { Store, StoreWarning } from './store.js';

const table = 'claimcheck';
/** The adapter's schema, whatever the user's search path, so that all processes use the same table. */
const qualifiedTable = `public.${table}`;
const connectTimeoutMs = 2_000;
const queryTimeoutMs = 3_000;

const madeNumbers = z.array(z.object({ number: z.int() }));
const rows = z.array(z.object({ key: z.string(), value: z.unknown() }));
const foundSchema = z.tuple([z.object({ exists: z.boolean() })]);
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
	pool.on('error', ignore);
	try {
		await createSchema(pool);
		await checkDurability(pool, warn);
	} catch (error) {
		await pool.end();
		if (error instanceof AppError) throw error;
		throw new StoreUnavailableError(
			'PostgreSQL cannot be used: it is not responding, or rejected the table or function',
			{ cause: error },
		);
	}
	return new KeyvStore(postgresBackend(pool), options);
}

/**
 * Creates the table and the function if they don't exist: then a user without the right to create is enough. The adapter
 * would use the database's collation, which may separate keys of one prefix, and never retry.
 */
async function createSchema(pool: Pool): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			const found = await pool.query(
				'SELECT to_regclass($1) IS NOT NULL AND to_regprocedure($2) IS NOT NULL AS "exists"',
				[qualifiedTable, `${commitFunction}(${stepTypes.join(', ')})`],
			);
			if (foundSchema.parse(found.rows)[0].exists) return;
			await pool.query(createTable);
			await pool.query(createFunction);
		} catch (error) {
			// Neither is atomic: processes that start simultaneously can collide on the catalogue rows.
			if (attempt === 5 || !isMadeByAnother(error)) throw error;
		}
	}
}

/**
 * Unique violation, duplicate object, function or table: which one occurs depends on the progress of the other process.
 */
function isMadeByAnother(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return ['23505', '42710', '42723', '42P07'].includes(code);
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
	adapter.on('error', ignore);
	return adapter;
}

const createTable = `CREATE TABLE IF NOT EXISTS ${qualifiedTable} (key VARCHAR(255) COLLATE "C" PRIMARY KEY, value TEXT NOT NULL)`;

/** The parameters of a commit: the number of a step's transaction, its key, expected text, act and next text. */
const stepTypes = ['int[]', 'text[]', 'text[]', 'text[]', 'text[]'] as const;

/** The name has a version: processes of two versions may use one database. */
const commitFunction = 'public.claimcheck_commit_1';
// A writer locks its rows in the order of their keys, so that writers can't deadlock. Rows that it only reads are shared:
// one that all read would otherwise make all wait for each other. An absent row has no lock of its own. Rows are compared
// by a statement after the locks', so that it sees what those waited for, which other isolation levels wouldn't let it.
const createFunction = `CREATE FUNCTION ${commitFunction}(${stepTypes.join(', ')}) RETURNS SETOF int
	LANGUAGE plpgsql AS $function$
	DECLARE made int[];
	BEGIN
		IF current_setting('transaction_isolation') <> 'read committed' THEN
			RAISE EXCEPTION 'Commits need the isolation level READ COMMITTED' USING ERRCODE = 'CC001';
		END IF;
		PERFORM CASE WHEN is_written THEN pg_advisory_xact_lock(hashtextextended(key, 0))
			ELSE pg_advisory_xact_lock_shared(hashtextextended(key, 0)) END
			FROM (SELECT key, bool_or(act <> 'check') AS is_written FROM unnest($2, $4) AS step (key, act)
				GROUP BY key ORDER BY key COLLATE "C") AS locks;
		made := ARRAY(SELECT number FROM unnest($1, $2, $3) AS step (number, key, expected)
			LEFT JOIN ${qualifiedTable} AS held ON held.key = step.key
			GROUP BY number HAVING bool_and(held.value IS NOT DISTINCT FROM step.expected));
		INSERT INTO ${qualifiedTable} (key, value)
			SELECT step.key, step.next FROM unnest($1, $2, $4, $5) AS step (number, key, act, next)
			WHERE number = ANY (made) AND act = 'put'
			ON CONFLICT (key) DO UPDATE SET value = excluded.value;
		DELETE FROM ${qualifiedTable} WHERE key IN (
			SELECT step.key FROM unnest($1, $2, $4) AS step (number, key, act)
			WHERE number = ANY (made) AND act = 'remove');
		RETURN QUERY SELECT unnest(made);
	END $function$`;
const commitSql = `SELECT ${commitFunction}(${stepTypes.map((type, index) => `$${index + 1}::${type}`).join(', ')}) AS number`;
const readSql = `SELECT key, value FROM ${qualifiedTable} WHERE key = ANY($1)`;
const pageSql = (operator: '>' | '>=') => `SELECT key, value FROM ${qualifiedTable}
	WHERE key COLLATE "C" ${operator} $1 AND key COLLATE "C" < $2 ORDER BY key COLLATE "C" LIMIT $3`;

const ignore = (): void => {};

function postgresBackend(pool: Pool): Backend {
	const adapter = adapterOn(pool);
	return {
		name: 'PostgreSQL',
		adapter,
		deadlineMs: connectTimeoutMs + queryTimeoutMs,
		// So that a batch that waits for another process doesn't block the rest.
		maxInFlight: 4,
		// No statement is prepared: a pooler may give the next one another connection.
		read: async (keys) => rows.parse((await pool.query(readSql, [keys])).rows),
		async commit(transactions) {
			const steps = transactions.flatMap((each, number) => each.map((step) => ({ ...step, number })));
			const made = await pool.query(commitSql, [
				steps.map(({ number }) => number),
				steps.map(({ key }) => key),
				steps.map(({ expected = null }) => expected),
				steps.map(({ act }) => act),
				steps.map((step) => (step.act === 'put' ? step.next : null)),
			]);
			return madeNumbers.parse(made.rows).map(({ number }) => number);
		},
		page: async ({ isAfter, key }, end, limit) =>
			rows.parse((await pool.query(pageSql(isAfter ? '>' : '>='), [key, end, limit])).rows),
		close: () => adapter.disconnect(),
	};
}
