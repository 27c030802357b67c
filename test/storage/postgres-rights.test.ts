import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { openStore } from '../../src/storage/open.js';
import { allBackEnds, type TestPlace } from './back-ends.js';

const postgres = (await allBackEnds()).find(({ name }) => name === 'PostgreSQL');

describe.skipIf(postgres?.missing !== undefined)('a PostgreSQL user who may only read and write rows', () => {
	const role = `claimcheck_dml_${randomBytes(6).toString('hex')}`;
	const password = randomBytes(12).toString('hex');
	let place: TestPlace;
	let url: URL;

	async function asOwner(...statements: readonly string[]): Promise<void> {
		const client = new Client({ connectionString: place.address.databaseUrl });
		await client.connect();
		try {
			for (const statement of statements) await client.query(statement);
		} finally {
			await client.end();
		}
	}

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
		await asOwner(`DROP OWNED BY ${role}`);
		await asOwner(`DROP ROLE ${role}`);
		await place.remove();
	});

	it('cannot make the table, and says so', async () => {
		await expect(openStore(url.href, () => {})).rejects.toThrow(StoreUnavailableError);
	});

	it('can use the one that its owner has made', async () => {
		const owners = await place.open();
		expect(await owners.compareAndSet('a', undefined, 1)).toBe(true);
		await owners.close();
		await asOwner(`GRANT SELECT, INSERT, UPDATE, DELETE ON public.claimcheck TO ${role}`);
		const store = await openStore(url.href, () => {});
		expect(await store.get('a')).toBe(1);
		expect(await store.compareAndSet('a', 1, 2)).toBe(true);
		expect(await store.compareAndSet('b', undefined, 3)).toBe(true);
		expect(await store.compareAndSet('b', 3, undefined)).toBe(true);
		const keys: string[] = [];
		for await (const { key } of store.list('')) keys.push(key);
		expect(keys).toEqual(['a']);
		await store.close();
	});
});
