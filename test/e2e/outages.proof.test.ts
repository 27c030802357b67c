import { createServer } from 'node:net';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { allBackEnds } from '../storage/back-ends.js';
import { firstAnswer, freshCode, giveRole, verify } from './acts.js';
import { register } from './hosted-bot.js';
import { openProxy } from './proxy.js';
import { headline } from './reading.js';

const members = 100;
/** All that an outage may leave in the log, on stdout and stderr. */
const maxLines = 20;
/** Enough failures for an outage that is not over in a moment. */
const failuresInOutage = 10;

let close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const each of close.reverse()) await each();
	close = [];
});

async function openStage(): Promise<Stage> {
	const stage = await Stage.open({ discord: { acknowledgementTimeoutMs: 60_000 }, isRateLimited: false });
	close.push(() => stage.close());
	await register(stage);
	return stage;
}

/** The production bot as an operator runs it, in which members wait for their roles. */
async function botWithWaitingRoles(stage: Stage, overrides: Readonly<Record<string, string>> = {}) {
	const health = await freePort();
	const bot = await stage.startProcess({ LOG_LEVEL: 'info', HEALTH_PORT: String(health), ...overrides });
	// Discord takes its time for roles until the outage has begun.
	const endDelay = stage.discord.faults.add(giveRole, { kind: 'delay', ms: 2_500 });
	const people = Array.from({ length: members }, (_, index) => stage.newPerson(`Member ${index}`));
	for (let start = 0; start < members; start += 50) {
		const wave = people.slice(start, start + 50);
		await Promise.all(wave.map((person) => verify(person, freshCode(stage))));
	}
	const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${health}/metrics`)).text();
	const errors = async (dependency: string): Promise<number> => {
		const found = new RegExp(`claimcheck_dependency_errors_total\\{dependency="${dependency}"\\} (\\d+)`);
		return Number(found.exec(await metrics())?.[1]);
	};
	const withRole = (): number =>
		people.filter(({ id }) => stage.guild.member(id).roleIds.has(stage.roles.buyer.id)).length;
	const ready = async () => await fetch(`http://127.0.0.1:${health}/readyz`);
	return { bot, endDelay, errors, metrics, ready, withRole };
}

/** The lines of the log since then that an ordinary day doesn't have. */
function linesSince(bot: BotProcess, start: number): string[] {
	const isOrdinary = (line: string): boolean => line.includes('"msg":"Responded to a verification"');
	return [
		...bot.lines.slice(start).filter((line) => !isOrdinary(line)),
		...bot.stderr.split('\n').filter(Boolean),
	];
}

const patience = { timeout: 120_000, interval: 250 };

const postgres = (await allBackEnds()).find(({ name }) => name === 'PostgreSQL');

describe('an outage with 100 members who wait for their roles', () => {
	it.skipIf(postgres?.missing !== undefined)(
		'of PostgreSQL: few lines, and every role in the end',
		async () => {
			const place = await postgres?.makePlace();
			if (place === undefined) throw new Error('There is no PostgreSQL');
			close.push(() => place.remove());
			const url = new URL(place.address.databaseUrl);
			const port = Number(url.port || 5432);
			const proxy = await openProxy(port);
			close.push(() => proxy.close());
			const dead = createServer((socket) => socket.destroy());
			await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve));
			close.push(async () => dead.close());
			const deadAddress = dead.address();
			if (typeof deadAddress !== 'object' || deadAddress === null) throw new Error('No port');
			url.port = String(proxy.port);

			const stage = await openStage();
			const scene = await botWithWaitingRoles(stage, { DATABASE_URL: url.href });
			const { bot } = scene;
			const start = bot.lines.length;
			const before = scene.withRole();
			expect(before).toBeLessThan(members / 2);
			proxy.moveTo(deadAddress.port);
			scene.endDelay();
			await bot.logged('The database is not responding');
			await expect.poll(() => scene.errors('database'), patience).toBeGreaterThan(failuresInOutage);
			const answer = await scene.ready();
			expect([answer.status, await answer.text()]).toEqual([
				503,
				expect.stringMatching(/^not ready\ndatabase down since/),
			]);

			// One failed command is one line.
			const lines = bot.lines.length;
			const refused = await verify(stage.newPerson('Unlucky'), freshCode(stage));
			expect(headline(refused)).not.toBe('✅ Purchase verified');
			await bot.logged('An interaction failed');
			expect(bot.lines.length).toBe(lines + 1);

			proxy.moveTo(port);
			await bot.logged('The database works again');
			await expect.poll(scene.withRole, patience).toBe(members);
			expect(linesSince(bot, start).length).toBeLessThanOrEqual(maxLines);
			expect(bot.stderr).toBe('');
		},
	);

	it('of Discord’s REST API', async () => {
		const stage = await openStage();
		const scene = await botWithWaitingRoles(stage);
		const { bot } = scene;
		const start = bot.lines.length;
		const endOutage = stage.discord.faults.add('*', { kind: 'answer', status: 502, body: 'Bad Gateway' });
		scene.endDelay();
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

describe('an outage of the shop', () => {
	it('is logged with its reason when it begins, and when it is over', async () => {
		const stage = await openStage();
		const bot = await stage.startProcess({ LOG_LEVEL: 'info' });
		const start = bot.lines.length;
		const endOutage = stage.marketplace.faults.add('*', '500');
		for (let n = 0; n < 5; n += 1) await firstAnswer(stage.newPerson('Maya'), freshCode(stage));
		expect(await bot.logged('The shop is not responding')).toMatchObject({
			level: 'warn',
			reason: 'HTTP 500',
		});
		endOutage();
		expect(headline(await verify(stage.newPerson('Tom'), freshCode(stage)))).toBe('✅ Purchase verified');
		expect(await bot.logged('The shop is responding again')).toMatchObject({
			level: 'info',
			reason: 'HTTP 500',
		});
		const lines = linesSince(bot, start).filter((line) => line.includes('HTTP 500'));
		expect(lines).toHaveLength(2);
	});
});
