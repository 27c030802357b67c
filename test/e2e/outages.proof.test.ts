import { createServer } from 'node:net';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { createClient } from '@keyv/redis';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../free-port.js';
import { hasRedis, type OwnServer, startOwnPostgres, startOwnRedis } from '../torture/own-servers.js';
import { freshCode, giveRole, logged, verify } from './acts.js';
import { ownStage } from './own-stage.js';
import { openProxy } from './proxy.js';
import { headline } from './reading.js';

const verified = '✅ Purchase verified';
const members = 100;
/** Everything that an outage may leave in the log, on stdout and stderr. */
const maxLines = 20;
/** Enough failures for an outage that isn't over immediately. */
const failuresInOutage = 10;
const patience = { timeout: 120_000, interval: 250 };

const openStage = () => ownStage({ discord: { acknowledgementTimeoutMs: 60_000 } });

const tryToVerify = async (stage: Stage, code = freshCode(stage)): Promise<string> =>
	headline(await verify(stage.newPerson('Maya'), code));

/** Fails if more than two members were asked to try again before one could verify. */
async function verifiesSoon(stage: Stage): Promise<void> {
	let tries = 0;
	const tryAgain = async () => {
		tries += 1;
		return await tryToVerify(stage);
	};
	await expect.poll(tryAgain, { interval: 500 }).toBe(verified);
	expect(tries).toBeLessThanOrEqual(3);
}

/** The production bot as an operator runs it, with members waiting for their roles. */
async function botWithWaitingRoles(stage: Stage, overrides: Readonly<Record<string, string>> = {}) {
	const health = await freePort();
	const bot = await stage.startProcess({ LOG_LEVEL: 'info', HEALTH_PORT: String(health), ...overrides });
	// Discord is slow to give roles until the outage has begun.
	const endDelay = stage.discord.faults.add(giveRole, { kind: 'delay', ms: 2_500 });
	const people = Array.from({ length: members }, (_, index) => stage.newPerson(`Member ${index}`));
	for (let start = 0; start < members; start += 50) {
		const wave = people.slice(start, start + 50);
		await Promise.all(wave.map((person) => verify(person, freshCode(stage))));
	}
	const errors = async (dependency: string): Promise<number> => {
		const metrics = await (await fetch(`http://127.0.0.1:${health}/metrics`)).text();
		const found = new RegExp(`claimcheck_dependency_errors_total\\{dependency="${dependency}"\\} (\\d+)`);
		return Number(found.exec(metrics)?.[1]);
	};
	const withRole = (): number =>
		people.filter(({ id }) => stage.guild.member(id).roleIds.has(stage.roles.buyer.id)).length;
	const ready = async () => await fetch(`http://127.0.0.1:${health}/readyz`);
	return { bot, start: bot.lines.length, endDelay, errors, ready, withRole };
}

/** The lines logged since then, except those of an ordinary day. */
function linesSince(bot: RunningBot, start: number): string[] {
	const isOrdinary = (line: string): boolean => line.includes('"msg":"Responded to a verification"');
	return [
		...bot.lines.slice(start).filter((line) => !isOrdinary(line)),
		...bot.stderr.split('\n').filter(Boolean),
	];
}

/** A port that closes every connection. */
async function deadPort(): Promise<number> {
	const port = await freePort();
	const dead = createServer((socket) => socket.destroy());
	await new Promise<void>((resolve) => dead.listen(port, '127.0.0.1', resolve));
	onTestFinished(() => void dead.close());
	return port;
}

/** Turns `default_transaction_read_only` on or off, as in a failover. */
async function setReadOnly(server: OwnServer, isOn: boolean): Promise<void> {
	const client = new Client({ connectionString: server.address.databaseUrl });
	await client.connect();
	await client.query('SET default_transaction_read_only = off');
	await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${isOn}`);
	await client.query('SELECT pg_reload_conf()');
	await client.end();
}

describe('an outage with 100 members waiting for their roles', () => {
	it('of PostgreSQL leaves few log lines, and every role is given in the end, even after a read-only phase', async (context) => {
		const server = await startOwnPostgres();
		if (server === undefined) return context.skip('there is no PostgreSQL server on this machine');
		onTestFinished(() => server.remove());
		const url = new URL(server.address.databaseUrl);
		const port = Number(url.port);
		const proxy = await openProxy(port);
		onTestFinished(() => proxy.close());
		url.port = String(proxy.port);
		const stage = await openStage();
		const { bot, start, endDelay, ...scene } = await botWithWaitingRoles(stage, { DATABASE_URL: url.href });
		expect(scene.withRole()).toBeLessThan(members / 2);
		proxy.moveTo(await deadPort());
		endDelay();
		await bot.logged('The database is not responding');
		await expect.poll(() => scene.errors('database'), patience).toBeGreaterThan(failuresInOutage);
		const answer = await scene.ready();
		expect([answer.status, await answer.text()]).toEqual([
			503,
			expect.stringMatching(/^not ready\ndatabase down since/),
		]);

		// One failed command takes one line.
		const lines = bot.lines.length;
		expect(await tryToVerify(stage)).not.toBe(verified);
		await bot.logged('An interaction failed');
		expect(bot.lines.length).toBe(lines + 1);

		proxy.moveTo(port);
		await bot.logged('The database works again');
		await expect.poll(scene.withRole, patience).toBe(members);
		expect(linesSince(bot, start).length).toBeLessThanOrEqual(maxLines);
		expect(bot.stderr).toBe('');

		await setReadOnly(server, true);
		await expect.poll(() => tryToVerify(stage)).not.toBe(verified);
		expect(logged(bot, 'error')).toContainEqual(expect.objectContaining({ reason: '25006' }));
		await setReadOnly(server, false);
		await verifiesSoon(stage);
	});

	it('of Discord’s REST API leaves few log lines, and every role is given in the end', async () => {
		const stage = await openStage();
		const { bot, start, endDelay, ...scene } = await botWithWaitingRoles(stage);
		const endOutage = stage.discord.faults.add('*', { kind: 'answer', status: 502, body: 'Bad Gateway' });
		endDelay();
		await bot.logged('Discord is rejecting or failing requests');
		await expect.poll(() => scene.errors('discord'), patience).toBeGreaterThan(failuresInOutage);
		expect((await scene.ready()).status).toBe(200);
		endOutage();
		await expect.poll(scene.withRole, patience).toBe(members);
		await bot.logged('Discord is responding again');
		expect(linesSince(bot, start).length).toBeLessThanOrEqual(maxLines);
		expect(bot.stderr).toBe('');
	});
});

it.skipIf(!hasRedis)(
	'the bot finds the new primary if Redis fails over, even if the old one keeps its connections',
	async () => {
		const openRedis = async () => {
			const server = await startOwnRedis();
			if (server === undefined) throw new Error('There is no redis-server');
			onTestFinished(() => server.remove());
			const client = createClient({ url: server.address.databaseUrl });
			client.on('error', () => {});
			await client.connect();
			onTestFinished(() => client.destroy());
			const { port } = new URL(server.address.databaseUrl);
			const replicate = (of: string) => client.sendCommand(['REPLICAOF', '127.0.0.1', of]);
			return { port, client, replicate };
		};
		const [old, next] = [await openRedis(), await openRedis()];
		const proxy = await openProxy(Number(old.port));
		onTestFinished(() => proxy.close());
		const stage = await openStage();
		const bot = await stage.startBot({ DATABASE_URL: `redis://127.0.0.1:${proxy.port}` });
		const code = freshCode(stage);
		expect(await tryToVerify(stage, code)).toBe(verified);

		await next.replicate(old.port);
		const isInSync = async () => (await next.client.info('replication')).includes('master_link_status:up');
		await expect.poll(isInSync).toBe(true);
		await next.client.sendCommand(['REPLICAOF', 'NO', 'ONE']);
		await old.replicate(next.port);
		proxy.sendNewTo(Number(next.port));

		await verifiesSoon(stage);
		expect(await tryToVerify(stage, code)).toBe('⛔ This code is in use');
		expect(logged(bot, 'error')).toContainEqual(expect.objectContaining({ reason: 'READONLY' }));
	},
);
