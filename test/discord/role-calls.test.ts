import type { FaultEffect } from '@claimcheck/local-discord';
import { REST } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDiscord } from '../../packages/local-discord/test/real-client.js';
import { apiCodeOf, isPassing } from '../../src/discord/api-errors.js';
import { RoleCalls } from '../../src/discord/role-calls.js';

const give = 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}';

/** A server with a role that the bot may give, and the calls that do, on a clock that only waiting moves. */
async function serverWithRole() {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Aurora Support' });
	const role = guild.addRole({ name: 'Buyer' });
	const person = discord.person(guild, { name: 'Noor' });
	const rest = new REST({ api: discord.apiUrl, retries: 0 }).setToken(discord.token);
	const clock = { now: Date.now() };
	const statuses: number[] = [];
	const waits: { retryAfter: number; scope: string }[] = [];
	const calls = new RoleCalls({
		rest,
		token: discord.token,
		onAnswer: ({ status }) => void statuses.push(status),
		onSlower: ({ retryAfter, scope }) => void waits.push({ retryAfter, scope }),
		now: () => clock.now,
		delay: async (ms) => {
			clock.now += ms;
		},
	});
	onTestFinished(() => calls.close());
	const target = { guildId: guild.id, userId: person.id, roleId: role.id };
	return { discord, guild, role, person, rest, clock, calls, target, statuses, waits };
}

function answer(status: number, headers: Readonly<Record<string, string>> = {}, code = 0): FaultEffect {
	return { kind: 'answer', status, body: { message: 'No', code }, headers };
}

describe('the calls that give and take roles', () => {
	it('do so with a reason in any language', async () => {
		const { discord, calls, person, role, target } = await serverWithRole();
		await calls.add(target, 'Покупка 購入');
		expect(person.roleIds).toContain(role.id);
		await calls.remove(target, 'Zurückgegeben');
		expect(person.roleIds).not.toContain(role.id);
		expect(discord.calls.list().map(({ reason }) => reason)).toEqual(['Покупка 購入', 'Zurückgegeben']);
	});

	it.each<[string, FaultEffect, number | undefined, boolean]>([
		['a member who has left', answer(404, {}, 10_007), 10_007, false],
		['a missing permission', answer(403, {}, 50_013), 50_013, false],
		['a token that is no longer good', answer(401), 0, false],
		['a server error', answer(502), undefined, true],
		['a proxy that answers in words of its own', { kind: 'answer', status: 403, body: '<p>No' }, 0, false],
		['a dropped connection', { kind: 'reset' }, undefined, true],
		['an answer that is lost', { kind: 'lose-answer' }, undefined, true],
	])('reject as discord.js does, and are not repeated: %s', async (_, effect, code, passing) => {
		const { discord, calls, target } = await serverWithRole();
		discord.faults.add(give, effect);
		const error = await calls.add(target, 'Because').catch((thrown: unknown) => thrown);
		expect([apiCodeOf(error), isPassing(error)]).toEqual([code, passing]);
		expect(discord.calls.list()).toHaveLength(1);
	});

	it('wait before the call that Discord would refuse, in that guild alone', async () => {
		const { discord, calls, target, statuses, waits } = await serverWithRole();
		const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '2.5' };
		discord.faults.add(give, { kind: 'answer', status: 204, headers }, 1);
		await calls.add(target, 'Because');
		const other = discord.createGuild({ name: 'Elsewhere' });
		const elsewhere = { ...target, guildId: other.id, roleId: other.addRole({ name: 'Buyer' }).id };
		await calls.add(elsewhere, 'Because').catch(() => {});
		expect(waits).toEqual([]);
		await calls.add(target, 'Because');
		await calls.add(target, 'Because');
		expect(waits).toEqual([{ retryAfter: 2_550, scope: 'user' }]);
		expect(statuses).toEqual([204, 404, 204, 204]);
	});

	it('go out together as far as Discord’s answers allow it, after one that has asked them', async () => {
		const { discord, calls, target } = await serverWithRole();
		const headers = {
			'x-ratelimit-remaining': '3',
			'x-ratelimit-reset': '2000000000',
			'x-ratelimit-reset-after': '5',
		};
		discord.faults.add(give, { kind: 'answer', status: 204, headers }, 1);
		discord.faults.add(give, { kind: 'hang' });
		const [first, ...others] = Array.from({ length: 6 }, () => calls.add(target, 'Because'));
		const ends = Promise.allSettled(others);
		await first;
		await expect.poll(() => discord.calls.list().length).toBe(4);
		await calls.close();
		expect((await ends).every(({ status }) => status === 'rejected')).toBe(true);
		expect(discord.calls.list()).toHaveLength(4);
	});

	it('wait as long as Discord asks, and are sent again', async () => {
		const { discord, calls, person, role, target, statuses, waits } = await serverWithRole();
		discord.faults.add(give, answer(429, { 'retry-after': '3' }), 2);
		await calls.add(target, 'Because');
		expect(waits).toEqual([
			{ retryAfter: 3_050, scope: 'user' },
			{ retryAfter: 3_050, scope: 'user' },
		]);
		expect(statuses).toEqual([429, 429, 204]);
		expect(person.roleIds).toContain(role.id);
	});

	it('are given up where Discord asks again and again', async () => {
		const { discord, calls, target, statuses } = await serverWithRole();
		discord.faults.add(give, answer(429, { 'retry-after': '1' }));
		const error = await calls.add(target, 'Because').catch((thrown: unknown) => thrown);
		expect(isPassing(error)).toBe(true);
		expect(statuses).toHaveLength(6);
	});

	it('hold up every guild, and discord.js, where Discord limits the whole bot', async () => {
		const { discord, calls, target, rest, clock, waits } = await serverWithRole();
		discord.faults.add(give, answer(429, { 'retry-after': '2', 'x-ratelimit-global': 'true' }), 1);
		const startedAt = clock.now;
		await calls.add(target, 'Because');
		expect(waits).toEqual([{ retryAfter: 2_050, scope: 'global' }]);
		expect([rest.globalRemaining, rest.globalReset]).toEqual([0, startedAt + 2_000]);
	});

	it('wait for what discord.js has heard of the whole bot', async () => {
		const { calls, target, rest, clock, waits } = await serverWithRole();
		rest.globalRemaining = 0;
		rest.globalReset = clock.now + 1_000;
		await calls.add(target, 'Because');
		expect(waits).toEqual([{ retryAfter: 1_050, scope: 'global' }]);
	});
});
