import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { createClient } from '@keyv/redis';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import { freePort } from '../free-port.js';
import { allBackEnds } from '../storage/back-ends.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { startOwnRedis } from '../torture/own-servers.js';
import { freshCode, hasBuyerRole, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

interface Emptied {
	readonly databaseUrl: string;
	empty(): Promise<unknown>;
}

/** A database of one's own; undefined if there is no such server on this machine. */
const databases: Readonly<Record<string, (stage: Stage) => Promise<Emptied | undefined>>> = {
	async 'SQLite without its rows'(stage) {
		const databaseUrl = `sqlite://${join(stage.folder, 'emptied.sqlite')}`;
		return {
			databaseUrl,
			async empty() {
				const store = await openStore(databaseUrl, () => {});
				for await (const { key, ...row } of store.list('')) {
					await compareAndSet(store, key, 'value' in row && row.value, undefined);
				}
				await store.close();
			},
		};
	},
	async 'a PostgreSQL table that was truncated'() {
		const backEnd = (await allBackEnds()).find(({ name }) => name === 'PostgreSQL');
		if (backEnd === undefined || backEnd.missing !== undefined) return undefined;
		const place = await backEnd.makePlace();
		onTestFinished(() => place.remove());
		const { databaseUrl } = place.address;
		return {
			databaseUrl,
			async empty() {
				const client = new Client({ connectionString: databaseUrl });
				await client.connect();
				await client.query('TRUNCATE claimcheck');
				await client.end();
			},
		};
	},
	async 'a Redis without its keys'() {
		const server = await startOwnRedis();
		if (server === undefined) return undefined;
		onTestFinished(() => server.remove());
		const { databaseUrl } = server.address;
		return {
			databaseUrl,
			async empty() {
				const client = createClient({ url: databaseUrl });
				await client.connect();
				await client.flushAll();
				client.destroy();
			},
		};
	},
};

describe('a database that is emptied while the bot runs', () => {
	let stage: Stage;
	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
	});
	afterAll(() => stage?.close());

	it.for(Object.entries(databases))('gives nothing away, and is reported: %s', async ([, open], context) => {
		const database = await open(stage);
		if (database === undefined) return context.skip('there is no such server on this machine');
		const port = await freePort();
		const bot = await stage.startBot({ DATABASE_URL: database.databaseUrl, HEALTH_PORT: String(port) });
		onTestFinished(async () => {
			await bot.stop();
		});
		const [maya, tom] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		const code = freshCode(stage);
		expect(headline(await verify(maya, code))).toBe('✅ Purchase verified');
		await expect.poll(() => hasBuyerRole(stage, maya)).toBe(true);

		await database.empty();
		expect(headline(await verify(tom, code))).not.toBe('✅ Purchase verified');
		const { reason } = await bot.logged('The database is not responding');
		expect(reason).toContain('it was emptied');
		await stage.discord.events.waitFor(
			'message-created',
			({ message }) => message.channel_id === stage.channels.audit && message.content.includes('was emptied'),
		);
		const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
		expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('it was emptied')]);
		expect(headline(await verify(stage.newPerson('Ann'), freshCode(stage)))).not.toBe('✅ Purchase verified');
		expect(hasBuyerRole(stage, tom)).toBe(false);
		expect(hasBuyerRole(stage, maya)).toBe(true);
		expect(logged(bot, 'warn', 'error').filter(({ msg }) => msg.includes('CLAIM_SECRET'))).toEqual([]);
	});
});
