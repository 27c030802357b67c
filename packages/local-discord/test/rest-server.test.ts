import { REST } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LocalDiscord } from '../src/local-discord.js';
import { ManualClock } from './manual-clock.js';
import { api } from './raw-api.js';
import { startDiscord } from './real-client.js';

let discord: LocalDiscord;
let guildId: string;

beforeEach(async () => {
	// The clock stands still, so that no window ends on a slow machine.
	discord = await startDiscord({ clock: new ManualClock() });
	guildId = discord.createGuild({ name: 'Studio' }).id;
});

describe('a request', () => {
	test('is refused with 401 and code 0 if it has another token', async () => {
		const answer = await api(discord, 'GET', '/users/@me', undefined, 'wrong');
		expect(answer).toMatchObject({ status: 401, body: { message: '401: Unauthorized', code: 0 } });
	});

	test('is refused if an id can’t be valid, if its path can’t be percent-decoded, and for broken JSON', async () => {
		const answer = await api(discord, 'GET', '/guilds/12');
		expect(answer.body).toEqual({
			message: 'Invalid Form Body',
			code: 50035,
			errors: {
				guild_id: { _errors: [{ code: 'NUMBER_TYPE_COERCE', message: 'Value "12" is not snowflake.' }] },
			},
		});
		expect((await api(discord, 'GET', '/guilds/%zz')).body).toMatchObject({ code: 50035 });
		const broken = await api(discord, 'POST', '/users/@me/channels', '{"recipient');
		expect(broken).toMatchObject({ status: 400, body: { code: 50109 } });
	});

	test('is recorded with its route, reason, body and response', async () => {
		const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
		await rest
			.put(`/guilds/${guildId}/members/${discord.botId}/roles/${guildId}`, { reason: 'Käufer – ok' })
			.catch(() => undefined);
		expect(discord.calls.list('PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}')).toMatchObject([
			{ method: 'PUT', reason: 'Käufer – ok', status: 400, code: 50028 },
		]);
	});
});

test('a fault cuts the connection before anything has happened', async () => {
	const guild = discord.createGuild({ name: 'Other' });
	const { id } = guild.addRole({ name: 'Artist' });
	const member = discord.person(guild);
	discord.faults.add('PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}', { kind: 'reset' });
	const given = api(discord, 'PUT', `/guilds/${guild.id}/members/${member.id}/roles/${id}`);
	await expect(given).rejects.toThrow('fetch failed');
	expect(member.roleIds).toEqual([]);
});

describe('rate limits', () => {
	test('are in the headers, and refuse further requests with 429', async () => {
		discord.rateLimits.set('GET /guilds/{guild_id}', { limit: 2, windowMs: 60_000 });
		const answers = [];
		for (let count = 0; count < 3; count += 1) answers.push(await api(discord, 'GET', `/guilds/${guildId}`));
		expect(answers.map((answer) => answer.headers.get('x-ratelimit-remaining'))).toEqual(['1', '0', '0']);
		expect(answers.at(-1)).toMatchObject({
			status: 429,
			body: { message: 'You are being rate limited.', global: false, retry_after: expect.any(Number) },
		});
		const headers = answers.at(-1)?.headers;
		expect(headers?.get('x-ratelimit-scope')).toBe('user');
		expect(headers?.get('retry-after')).toBe('60');
		discord.rateLimits.off();
		expect((await api(discord, 'GET', `/guilds/${guildId}`)).status).toBe(200);
	});

	test('count for each server separately', async () => {
		discord.rateLimits.set('GET /guilds/{guild_id}', { limit: 1, windowMs: 60_000 });
		const other = discord.createGuild({ name: 'Other' });
		expect((await api(discord, 'GET', `/guilds/${guildId}`)).status).toBe(200);
		expect((await api(discord, 'GET', `/guilds/${other.id}`)).status).toBe(200);
	});

	test('are in the headers of every route except responses to interactions, as in Discord', async () => {
		discord.rateLimits.useRealistic();
		for (const path of ['/users/@me', '/gateway/bot', `/guilds/${guildId}`, `/guilds/${guildId}/roles`]) {
			const { headers } = await api(discord, 'GET', path);
			for (const name of ['limit', 'remaining', 'reset', 'reset-after', 'bucket']) {
				expect([path, name, headers.get(`x-ratelimit-${name}`)]).not.toContain(null);
			}
		}
		const callback = await api(discord, 'POST', `/interactions/${guildId}/token/callback`, { type: 5 });
		expect(callback.headers.get('x-ratelimit-bucket')).toBeNull();
	});

	test('can be shared by routes, and by all users of a resource', async () => {
		discord.rateLimits.useRealistic();
		const role = `/guilds/${guildId}/members/${discord.botId}/roles/${guildId}`;
		const [given, taken] = [await api(discord, 'PUT', role), await api(discord, 'DELETE', role)];
		const limitHeader = (name: string) =>
			[given, taken].map(({ headers }) => headers.get(`x-ratelimit-${name}`));
		expect(limitHeader('remaining')).toEqual(['9', '8']);
		expect(new Set(limitHeader('bucket')).size).toBe(1);
		discord.rateLimits.set('GET /users/@me', { limit: 0, windowMs: 1_000, scope: 'shared' });
		const { status, headers } = await api(discord, 'GET', '/users/@me');
		expect([status, headers.get('x-ratelimit-scope')]).toEqual([429, 'shared']);
	});
});

test('a bot enables an intent that is limited to small bots, but none that Discord must approve', async () => {
	const limited = 1 << 15;
	const answer = await api(discord, 'PATCH', '/applications/@me', { flags: limited | (1 << 14) });
	expect(answer).toMatchObject({ status: 200, body: { flags: limited } });
	expect((await api(discord, 'GET', '/applications/@me')).body).toMatchObject({ flags: limited });
	await api(discord, 'PATCH', '/applications/@me', { flags: 0 });
	expect((await api(discord, 'GET', '/applications/@me')).body).toMatchObject({ flags: 0 });
});
