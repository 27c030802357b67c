import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { openStore } from '../../src/storage/open.js';
import type { Store } from '../../src/storage/store.js';
import { allBackEnds, onPostgres, type TestPlace } from './back-ends.js';
import { compareAndSet } from './compare-and-set.js';

const postgres = (await allBackEnds()).find(({ name }) => name === 'PostgreSQL');

describe.skipIf(postgres?.missing !== undefined)('a PostgreSQL user who may only read and write rows', () => {
	const role = `claimcheck_dml_${randomBytes(6).toString('hex')}`;
	const password = randomBytes(12).toString('hex');
	let place: TestPlace;
	let url: URL;

	const asOwner = (...statements: readonly string[]) =>
		onPostgres(place.address.databaseUrl, (client) => client.query(statements.join(';')));

	beforeAll(async () => {
		if (postgres === undefined) throw new Error('No such back end');
		place = await postgres.makePlace();
		url = new URL(place.address.databaseUrl);
		url.username = role;
		url.password = password;
		await asOwner(
			`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`,
			'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
			`GRANT USAGE ON SCHEMA public TO ${role}`,
		);
	});
	afterAll(async () => {
		await asOwner(`DROP OWNED BY ${role}`, `DROP ROLE ${role}`);
		await place.remove();
	});

	it('cannot create the table, and is told so', async () => {
		await expect(openStore(url.href, () => {})).rejects.toThrow(StoreUnavailableError);
	});

	it('can use the table that its owner has created', async () => {
		const owners = await place.open();
		expect(await compareAndSet(owners, 'a', undefined, 1)).toBe(true);
		await owners.close();
		await asOwner(
			`GRANT SELECT, INSERT, UPDATE, DELETE ON public.claimcheck TO ${role}`,
			'DROP FUNCTION public.claimcheck_commit_1',
		);
		const store = await openStore(url.href, () => {});
		expect(await store.get('a')).toBe(1);
		expect(await compareAndSet(store, 'a', 1, undefined)).toBe(true);
		for await (const { key } of store.list('')) expect.unreachable(key);
		await store.close();
	});

	describe.each(['owner', 'role', 'serializable'])('commits as its %s', (who) => {
		let store: Store;
		let rival: Client;
		const lock = (name: string, key: string) =>
			rival.query(`SELECT ${name}(hashtextextended($1, 0))`, [`claimcheck:${key}`]);
		const copy = (from: string, to: string) =>
			store.transact(async (tx) => tx.put(to, (await tx.get(from)) ?? 'nothing'));

		beforeEach(async () => {
			const owners = await place.open();
			await asOwner(`GRANT SELECT, INSERT, UPDATE, DELETE ON public.claimcheck TO ${role}`);
			await owners.close();
			if (who === 'role') await asOwner('DROP FUNCTION public.claimcheck_commit_1');
			const address = who === 'role' ? url : new URL(place.address.databaseUrl);
			if (who === 'serializable')
				address.searchParams.set('options', '-c default_transaction_isolation=serializable');
			store = await openStore(address.href, () => {});
			rival = new Client({ connectionString: place.address.databaseUrl });
			await rival.connect();
			await rival.query('BEGIN');
		});
		afterEach(async () => {
			await rival.end();
			await store.close();
		});

		it('don’t wait for transactions that only read the same rows', async () => {
			await lock('pg_advisory_xact_lock_shared', 'read');
			await copy('read', `${who}:copy`);
			expect(await store.get(`${who}:copy`)).toBe('nothing');
		});

		it.each([
			['pg_advisory_xact_lock', 'read'],
			['pg_advisory_xact_lock_shared', 'written'],
		])('wait for a transaction that holds %s on a row that is %s, and see its changes', async (name, key) => {
			await lock(name, `${who}:${key}`);
			const copying = copy(`${who}:read`, `${who}:written`);
			await expect.poll(waitingCommits).toBe(1);
			const row = [`claimcheck:${who}:read`, `{"value":"${key}"}`];
			await rival.query(
				'INSERT INTO claimcheck VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
				row,
			);
			await rival.query('COMMIT');
			await copying;
			expect(await store.get(`${who}:written`)).toBe(key);
		});

		it('leave nothing behind if a connection is lost, which doesn’t end the process', async () => {
			await lock('pg_advisory_xact_lock', 'held');
			const putting = store.transact(async (tx) => {
				for (const key of ['before', 'held', 'later']) tx.put(`${key}`, who);
			});
			const outcome = putting.catch((error: unknown) => error);
			await expect.poll(waitingCommits).toBe(1);
			await rival.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${waiting}`);
			expect(await outcome).toBeInstanceOf(StoreUnavailableError);
			await rival.query('COMMIT');
			expect(await store.getMany(['before', 'held', 'later'])).toEqual([undefined, undefined, undefined]);
			await copy('before', `${who}:after`);
		});

		it('are not affected by one that is refused halfway', async () => {
			await rival.query(
				"ALTER TABLE claimcheck ADD CONSTRAINT not_refused CHECK (key <> 'claimcheck:refused')",
			);
			await rival.query('COMMIT');
			const refused = store.transact(async (tx) => {
				for (const key of ['first', 'refused']) tx.put(key, who);
			});
			await expect(refused).rejects.toThrow(StoreUnavailableError);
			await copy('first', `${who}:next`);
			expect(await store.getMany(['first', `${who}:next`])).toEqual([undefined, 'nothing']);
			await rival.query('ALTER TABLE claimcheck DROP CONSTRAINT not_refused');
		});

		const waiting = "datname = current_database() AND wait_event = 'advisory'";
		async function waitingCommits(): Promise<unknown> {
			// Within a transaction, it would see the same data again and again.
			await rival.query('SELECT pg_stat_clear_snapshot()');
			const { rows } = await rival.query(`SELECT count(*)::int FROM pg_stat_activity WHERE ${waiting}`);
			return rows[0].count;
		}
	});
});
