import { KeyvPostgres } from '@keyv/postgres';
import { Pool } from 'pg';
import { z } from 'zod';
import { AppError, codeOf, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import { type Backend, type KeyvStoreOptions, keyvStore } from './keyv-store.js';
import type { Store, StoreWarning } from './store.js';

const table = 'claimcheck';
/** The adapter's schema, whatever the user's search path, so that all processes use the same table. */
const qualifiedTable = `public.${table}`;
const connectTimeoutMs = 2_000;
const queryTimeoutMs = 3_000;

const fittingNumbers = z.array(z.object({ number: z.int() }));
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
	pool.on('error', ignore);
	let hasFunction: boolean;
	try {
		await createTable(pool);
		await checkDurability(pool, warn);
		hasFunction = await createCommitFunction(pool);
	} catch (error) {
		await pool.end();
		if (error instanceof AppError) throw error;
		const problem = 'PostgreSQL cannot be used: it is not responding, or rejected the table';
		throw new StoreUnavailableError(problem, { cause: error });
	}
	return keyvStore(postgresBackend(pool, hasFunction), options);
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

/** Unique violation, duplicate object, function or table: which one depends on the progress of the other process. */
function isMadeByAnother(error: unknown): boolean {
	return ['23505', '42710', '42723', '42P07'].includes(codeOf(error) ?? '');
}

const insufficientPrivilege = '42501';

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
	}
	const adapter = new PooledKeyvPostgres({ schema: 'public', table });
	adapter.on('error', ignore);
	return adapter;
}

const readSql = `SELECT key, value FROM ${qualifiedTable} WHERE key = ANY($1)`;

/** The parameters of a commit: the number of a step's transaction, its key, expected text, act and next text. */
const stepTypes = ['int[]', 'text[]', 'text[]', 'text[]', 'text[]'];
const parameters = stepTypes.map((type, index) => `$${index + 1}::${type}`).join(', ');
const steps = `unnest(${parameters}) AS step (number, key, expected, act, next)`;

// A writer locks its rows in the order of their keys, so that writers can't deadlock. Rows that it only reads are shared:
// one that all read would otherwise make all wait for each other. An absent row has no lock of its own.
const lockSql = `
	CASE WHEN is_written THEN pg_advisory_xact_lock(hashtextextended(key, 0))
		ELSE pg_advisory_xact_lock_shared(hashtextextended(key, 0)) END
	FROM (SELECT key, bool_or(act <> 'check') AS is_written FROM ${steps}
		GROUP BY key ORDER BY key COLLATE "C") AS locks`;
/** The transactions of which every row is as expected. It runs after the locks, to see what those waited for. */
const fittingSql = `
	SELECT number FROM ${steps} LEFT JOIN ${qualifiedTable} AS held ON held.key = step.key
	GROUP BY number HAVING bool_and(held.value IS NOT DISTINCT FROM step.expected)`;
const putSql = (made: string) => `
	INSERT INTO ${qualifiedTable} (key, value)
		SELECT step.key, step.next FROM ${steps} WHERE number = ANY (${made}) AND act = 'put'
	ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const removeSql = (made: string) => `
	DELETE FROM ${qualifiedTable} WHERE key IN (
		SELECT step.key FROM ${steps} WHERE number = ANY (${made}) AND act = 'remove')`;

/** Raised under another isolation level, by which a transaction doesn't see what its locks have waited for. */
const otherIsolation = 'CC001';

/** The name has a version: processes of two versions may use one database. */
const commitFunction = 'public.claimcheck_commit_1';
const createFunction = `CREATE FUNCTION ${commitFunction}(${stepTypes.join(', ')}) RETURNS SETOF int
	LANGUAGE plpgsql AS $function$
	DECLARE made int[];
	BEGIN
		IF current_setting('transaction_isolation') <> 'read committed' THEN
			RAISE EXCEPTION 'Commits need the isolation level READ COMMITTED' USING ERRCODE = '${otherIsolation}';
		END IF;
		PERFORM ${lockSql};
		made := ARRAY(${fittingSql});
		${putSql('made')};
		${removeSql('made')};
		RETURN QUERY SELECT unnest(made);
	END $function$`;
const commitSql = `SELECT ${commitFunction}(${parameters}) AS number`;

/** @returns true if commits can be one call of a function; false if the user may not create it */
async function createCommitFunction(pool: Pool): Promise<boolean> {
	const found = await pool.query('SELECT to_regprocedure($1) IS NOT NULL AS "exists"', [
		`${commitFunction}(${stepTypes.join(', ')})`,
	]);
	if (foundTable.parse(found.rows)[0].exists) return true;
	try {
		await pool.query(createFunction);
		return true;
	} catch (error) {
		if (isMadeByAnother(error)) return true;
		if (codeOf(error) === insufficientPrivilege) return false;
		throw error;
	}
}

const ignore = (): void => {};

/** Commits in several statements. A client that doesn't answer, or rejects one, may still have a transaction open. */
async function commitInSteps(pool: Pool, columns: unknown[]): Promise<unknown[]> {
	const client = await pool.connect();
	// A loss of the connection rejects the query, too. Without a listener it would end the process.
	client.on('error', ignore);
	try {
		await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
		await client.query(`SELECT ${lockSql}`, columns);
		const { rows: fitting } = await client.query(fittingSql, columns);
		const made = fittingNumbers.parse(fitting).map(({ number }) => number);
		if (made.length > 0) {
			for (const change of [putSql, removeSql]) await client.query(change('$6::int[]'), [...columns, made]);
		}
		await client.query('COMMIT');
		client.off('error', ignore);
		client.release();
		return fitting;
	} catch (error) {
		client.release(true);
		throw error;
	}
}

function postgresBackend(pool: Pool, hasFunction: boolean): Backend {
	let callsFunction = hasFunction;
	const committed = async (columns: unknown[]): Promise<unknown[]> => {
		try {
			if (callsFunction) return (await pool.query(commitSql, columns)).rows;
		} catch (error) {
			// The default of the server, the database or the user is another one.
			if (codeOf(error) !== otherIsolation) throw error;
			callsFunction = false;
		}
		return await commitInSteps(pool, columns);
	};

	return {
		name: 'PostgreSQL',
		adapter: adapterOn(pool),
		deadlineMs: connectTimeoutMs + queryTimeoutMs,
		// So that a batch that waits for another process doesn't block the rest.
		maxInFlight: 4,
		// Each takes a lock, and a small server has memory for about a thousand.
		maxRows: 500,
		// No statement is prepared: a pooler may give the next one another connection.
		read: async (keys) => rows.parse((await pool.query(readSql, [keys])).rows),
		async commit(transactions) {
			const all = transactions.flatMap((each, number) => each.map((step) => ({ ...step, number })));
			const columns = [
				all.map(({ number }) => number),
				all.map(({ key }) => key),
				all.map(({ expected = null }) => expected),
				all.map(({ act }) => act),
				all.map((step) => (step.act === 'put' ? step.next : null)),
			];
			const made = new Set(fittingNumbers.parse(await committed(columns)).map(({ number }) => number));
			return transactions.map((_, number) => made.has(number));
		},
		async page({ isAfter, key }, end, limit) {
			const sql = `SELECT key, value FROM ${qualifiedTable}
				WHERE key COLLATE "C" ${isAfter ? '>' : '>='} $1 AND key COLLATE "C" < $2
				ORDER BY key COLLATE "C" LIMIT $3`;
			return rows.parse((await pool.query(sql, [key, end, limit])).rows);
		},
		close: () => pool.end(),
	};
}
