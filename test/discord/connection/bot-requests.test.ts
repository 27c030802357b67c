import type { FaultEffect } from '@claimcheck/local-discord';
import { Routes } from 'discord.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { apiCodeOf, isPassing } from '../../../src/discord/connection/api-errors.js';
import { newBotClient } from '../bot-client.js';
import { quietRest } from '../quiet-rest.js';

const give = 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}';
const ownUser = 'GET /users/@me';
const via = { via: '1.1 google' };
const tooLarge = { text: 'x'.repeat(16 * 1_024 ** 2) };

/**
 * Servers, each with a role that the bot may give, and the REST client for it. Time passes only while the bot waits.
 */
async function servers(count = 1, mayPass: Promise<void> = Promise.resolve()) {
	let time = Date.now();
	const now = () => time;
	const discord = await startDiscord({ clock: { now, after: () => () => {} } });
	const seen = { refused: 0, unauthorized: 0, dates: 0 };
	const waits: number[] = [];
	const { forBot, calling, close } = quietRest({
		apiUrl: discord.apiUrl,
		refusedRequests: {
			note(status, isAuthorized) {
				if (status >= 400 && isAuthorized) seen.refused += 1;
			},
		},
		onTokenRefused() {
			seen.unauthorized += 1;
		},
		clock: {
			note(date) {
				if (date !== undefined) seen.dates += 1;
			},
			now,
			async delay(ms) {
				waits.push(ms);
				const end = time + ms;
				await mayPass;
				time = Math.max(time, end);
			},
		},
	});
	const rest = newBotClient(discord, { rest: forBot }).rest.setToken(discord.token);
	onTestFinished(close);
	const routes = Array.from({ length: count }, (_, at) => {
		const guild = discord.createGuild({ name: `Server ${at}` });
		const role = guild.addRole({ name: 'Buyer' });
		const person = discord.person(guild, { name: 'Noor' });
		return {
			route: Routes.guildMemberRole(guild.id, person.id, role.id),
			has: () => person.roleIds.includes(role.id),
		};
	});
	const [first = expect.fail()] = routes;
	const calls = () => discord.calls.list(give).length;
	return { discord, rest, calling, routes, first, seen, waits, calls };
}

function limited(retryAfter: number, scope = 'user'): FaultEffect {
	const headers = { ...via, 'retry-after': String(Math.ceil(retryAfter)), 'x-ratelimit-scope': scope };
	return { kind: 'answer', status: 429, body: { message: 'No', retry_after: retryAfter }, headers };
}

const answer = (status: number, headers: Readonly<Record<string, string>> = {}, code = 0): FaultEffect => ({
	kind: 'answer',
	status,
	...(status !== 204 && { body: { message: 'No', code } }),
	headers: { ...via, ...headers },
});

describe('requests with the bot token', () => {
	it('are what Discord accepts: token, name, content type, and a reason in any language', async () => {
		const { discord, rest, first, seen } = await servers();
		await rest.put(first.route, { reason: 'Покупка 購入' });
		expect(first.has()).toBe(true);
		const guild = discord.createGuild({ name: 'Another' });
		await rest.post(Routes.channelMessages(guild.addChannel({ name: 'audit' }).id), {
			body: { content: 'Hello' },
		});
		expect(discord.calls.list().map(({ reason, status }) => [reason, status])).toEqual([
			['Покупка 購入', 204],
			[undefined, 200],
		]);
		expect(seen).toMatchObject({ refused: 0, dates: 2 });
	});

	it.each<[string, FaultEffect, number | undefined, boolean]>([
		['a member who has left', answer(404, {}, 10_007), 10_007, false],
		['a missing permission', answer(403, {}, 50_013), 50_013, false],
		['too many edits of one message', answer(429, {}, 30_046), 30_046, false],
		['a server error', answer(502), undefined, true],
		['a redirect', answer(302), undefined, true],
		['a proxy’s page', { kind: 'answer', status: 200, body: '<html>' }, undefined, true],
		['a dropped connection', { kind: 'reset' }, undefined, true],
		['a response that is lost', { kind: 'lose-answer' }, undefined, true],
		['a response of more than 16 MiB', { kind: 'answer', status: 200, body: tooLarge }, undefined, true],
	])('are not retried: %s', async (_, effect, code, passing) => {
		const { discord, rest, first, calls } = await servers();
		discord.faults.add(give, effect);
		const error = await rest.put(first.route).catch((thrown: unknown) => thrown);
		expect([apiCodeOf(error), isPassing(error), calls()]).toEqual([code, passing, 1]);
	});

	it('wait exactly as long as the body of a 429 says, plus a small margin', async () => {
		const { discord, rest, first, waits } = await servers();
		discord.faults.add(give, limited(0.3), 2);
		await rest.put(first.route);
		expect(waits).toEqual([325, 325]);
		expect(first.has()).toBe(true);
	});

	it('fail if Discord keeps refusing them', async () => {
		const { discord, rest, first, calls } = await servers();
		discord.faults.add(give, limited(0.3));
		const error = await rest.put(first.route).catch((thrown: unknown) => thrown);
		expect([isPassing(error), calls()]).toEqual([true, 11]);
	});

	it('fail if the wait is too long, and later ones on that route fail without being sent', async () => {
		const { discord, rest, first, routes, calls } = await servers(2);
		discord.faults.add(give, limited(200), 1);
		for (let tries = 0; tries < 3; tries += 1) {
			const error = await rest.put(first.route).catch((thrown: unknown) => thrown);
			expect(isPassing(error)).toBe(true);
		}
		expect(calls()).toBe(1);
		await rest.put(routes[1]?.route ?? '/');
		expect(routes[1]?.has()).toBe(true);
	});
});

it('a machine’s clock that is set back holds up one request, and not each one until it has caught up', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	onTestFinished(() => void vi.useRealTimers());
	const { discord, rest, first, routes } = await servers(41);
	const putAll = () => Promise.allSettled(routes.map(({ route }) => rest.put(route)));
	const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1' };
	await putAll();
	discord.faults.add(give, answer(204, headers), 1);
	await rest.put(first.route);
	vi.setSystemTime(Date.now() - 3_600_000);
	const results = await putAll();
	expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
	await rest.put(first.route);
});

it('a global rate limit holds up every server after a single refusal', async () => {
	let release = (): void => {};
	const over = new Promise<void>((resolve) => {
		release = resolve;
	});
	const { discord, rest, routes, calls } = await servers(3, over);
	discord.faults.add(give, limited(0.2, 'global'), 1);
	const first = rest.put(routes[0]?.route ?? '/');
	await expect.poll(() => discord.calls.list(give).map(({ status }) => status)).toEqual([429]);
	const others = [rest.put(routes[1]?.route ?? '/'), rest.put(routes[2]?.route ?? '/')];
	// Everything sent before this request has arrived with it.
	await fetch(discord.apiUrl);
	expect(calls()).toBe(1);
	release();
	await Promise.all([first, ...others]);
	expect(routes.every(({ has }) => has())).toBe(true);
	expect(calls()).toBe(4);
});

it('an IP ban costs fewer than ten requests from 20 servers, and every role is given afterwards', async () => {
	const { discord, rest, routes, calls } = await servers(20);
	discord.faults.add('*', { kind: 'cloudflare-ban', seconds: 1 });
	await Promise.all(routes.map(({ route }) => rest.put(route)));
	expect(routes.every(({ has }) => has())).toBe(true);
	expect(calls() - routes.length).toBeLessThan(10);
});

describe('a 401 response', () => {
	it('is ignored if the next response contradicts it, and the token is kept', async () => {
		const { discord, rest, first, seen } = await servers();
		discord.faults.add(give, answer(401), 1);
		const error = await rest.put(first.route).catch((thrown: unknown) => thrown);
		expect(isPassing(error)).toBe(true);
		await rest.put(first.route);
		expect([first.has(), seen.unauthorized]).toEqual([true, 0]);
	});

	it('is reported if it is confirmed, with one check for many responses', async () => {
		const { discord, rest, routes, seen } = await servers(5);
		discord.faults.add('*', answer(401));
		const errors = await Promise.all(
			routes.map(({ route }) => rest.put(route).catch((thrown: unknown) => thrown)),
		);
		expect(errors.map(isPassing)).toEqual(errors.map(() => false));
		expect(seen.unauthorized).toBeGreaterThan(0);
		expect(discord.calls.list(ownUser).length).toBeLessThan(5);
	});

	it('isn’t conclusive while Discord can’t be reached', async () => {
		const { discord, rest, first, seen } = await servers();
		discord.faults.add(give, answer(401), 1);
		discord.faults.add(ownUser, { kind: 'reset' });
		const error = await rest.put(first.route).catch((thrown: unknown) => thrown);
		expect([isPassing(error), seen.unauthorized]).toEqual([true, 0]);
		await rest.put(first.route);
		expect(first.has()).toBe(true);
	});
});
