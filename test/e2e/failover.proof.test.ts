import type { RunningBot } from '@claimcheck/sandbox/stage';
import { createClient } from '@keyv/redis';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { hasRedis, type OwnServer, startOwnPostgres, startOwnRedis } from '../torture/own-servers.js';
import { freshCode, logged, verify } from './acts.js';
import { sharedStage } from './own-stage.js';
import { openProxy } from './proxy.js';
import { headline } from './reading.js';

const verified = '✅ Purchase verified';

const stage = await sharedStage();

let close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const each of close.reverse()) await each();
	close = [];
});

async function startBot(databaseUrl: string): Promise<RunningBot> {
	const bot = await stage.startBot({ DATABASE_URL: databaseUrl });
	close.push(() => bot.stop());
	return bot;
}

async function tryToVerify(code = freshCode(stage)): Promise<string> {
	return headline(await verify(stage.newPerson('Maya'), code));
}

/** @returns how many members were asked to try again before one could verify */
async function triesUntilVerified(): Promise<number> {
	let tries = 0;
	await expect
		.poll(
			async () => {
				tries += 1;
				return await tryToVerify();
			},
			{ interval: 500 },
		)
		.toBe(verified);
	return tries - 1;
}

describe.skipIf(!hasRedis)('Redis fails over', () => {
	async function ownRedis() {
		const server = await startOwnRedis();
		if (server === undefined) throw new Error('There is no redis-server');
		close.push(() => server.remove());
		const client = createClient({ url: server.address.databaseUrl });
		client.on('error', () => {});
		await client.connect();
		close.push(async () => client.destroy());
		const port = new URL(server.address.databaseUrl).port;
		return {
			port: Number(port),
			client,
			replicate: (port: string) => client.sendCommand(['REPLICAOF', '127.0.0.1', port]),
		};
	}

	it('and the bot finds the new primary, though the old one keeps its connections', async () => {
		const old = await ownRedis();
		const next = await ownRedis();
		const proxy = await openProxy(old.port);
		close.push(() => proxy.close());
		const bot = await startBot(`redis://127.0.0.1:${proxy.port}`);
		const code = freshCode(stage);
		expect(await tryToVerify(code)).toBe(verified);

		await next.replicate(`${old.port}`);
		const isInSync = async () => (await next.client.info('replication')).includes('master_link_status:up');
		await expect.poll(isInSync).toBe(true);
		await next.client.sendCommand(['REPLICAOF', 'NO', 'ONE']);
		await old.replicate(`${next.port}`);
		proxy.sendNewTo(next.port);

		expect(await triesUntilVerified()).toBeLessThanOrEqual(2);
		expect(await tryToVerify(code)).toBe('⛔ This code is in use');
		expect(logged(bot, 'error')).toContainEqual(expect.objectContaining({ reason: 'READONLY' }));
	});
});

/** Turns `default_transaction_read_only` on or off, as in a failover. */
async function setReadOnly(server: OwnServer, isOn: boolean): Promise<void> {
	const client = new Client({ connectionString: server.address.databaseUrl });
	await client.connect();
	await client.query('SET default_transaction_read_only = off');
	await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${isOn}`);
	await client.query('SELECT pg_reload_conf()');
	await client.end();
}

it('PostgreSQL becomes read-only for a while, and the bot goes on without a restart', async (context) => {
	const server = await startOwnPostgres();
	if (server === undefined) return context.skip('there is no PostgreSQL server on this machine');
	close.push(() => server.remove());
	const bot = await startBot(server.address.databaseUrl);
	expect(await tryToVerify()).toBe(verified);
	await setReadOnly(server, true);
	await expect.poll(() => tryToVerify()).not.toBe(verified);
	expect(logged(bot, 'error')).toContainEqual(expect.objectContaining({ reason: '25006' }));
	await setReadOnly(server, false);
	expect(await triesUntilVerified()).toBeLessThanOrEqual(2);
});
