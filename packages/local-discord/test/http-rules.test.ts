import { Agent, request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Guild } from '../src/guild.js';
import type { LocalDiscord } from '../src/local-discord.js';
import { ManualClock } from './manual-clock.js';
import { api, userAgent } from './raw-api.js';
import { startDiscord } from './real-client.js';

let discord: LocalDiscord;
let guild: Guild;
let clock: ManualClock;

beforeEach(async () => {
	clock = new ManualClock();
	discord = await startDiscord({ clock });
	guild = discord.createGuild({ name: 'Studio' });
});

/** A request with only these headers, on a separate connection unless an agent keeps one. */
function raw(
	path: string,
	headers: Readonly<Record<string, string>>,
	{ method = 'GET', body, agent }: { method?: string; body?: string; agent?: Agent } = {},
): Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }> {
	return new Promise((resolve, reject) => {
		const sent = request(
			`${discord.apiUrl}/v10${path}`,
			{ method, headers, ...(agent && { agent }) },
			(answer) => {
				let text = '';
				answer.setEncoding('utf8').on('data', (chunk: string) => {
					text += chunk;
				});
				answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
			},
		);
		sent.on('error', reject);
		sent.end(body);
	});
}

const asBot = () => ({ authorization: `Bot ${discord.token}`, 'user-agent': userAgent });

test.each([
	['no name at all', undefined],
	['an HTTP library’s', 'undici'],
	['a browser’s', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0'],
	['an address without a version', 'DiscordBot (https://example.com)'],
])('a User-Agent is refused with 40333 if it is %s', async (_, name) => {
	const { status, text } = await raw('/users/@me', {
		authorization: `Bot ${discord.token}`,
		...(name !== undefined && { 'user-agent': name }),
	});
	expect(status).toBe(403);
	expect(JSON.parse(text)).toEqual({ message: 'internal network error', code: 40333 });
	expect(discord.invalidRequests.total).toBe(1);
});

describe('the Content-Type of a body', () => {
	const path = () => `/channels/${[...guild.channels.keys()][0]}/messages`;
	const send = (type: string | undefined, body: string) =>
		raw(
			path(),
			{ ...asBot(), ...(type !== undefined && { 'content-type': type }) },
			{ method: 'POST', body },
		);

	test.each([[undefined], ['text/plain'], ['application/octet-stream']])('%s is refused', async (type) => {
		const { status, text } = await send(type, '{"content":"Hello"}');
		expect(status).toBe(400);
		expect(JSON.parse(text)).toMatchObject({
			code: 50035,
			errors: { _errors: [{ code: 'CONTENT_TYPE_INVALID' }] },
		});
	});

	test('may be JSON or a form', async () => {
		expect((await send('application/json; charset=utf-8', '{"content":"Hello"}')).status).toBe(200);
		const form = await send('application/x-www-form-urlencoded', 'content=Good+evening');
		expect(JSON.parse(form.text)).toMatchObject({ content: 'Good evening' });
		const multipart = '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\nGood night\r\n--x--\r\n';
		const answer = await send('multipart/form-data; boundary=x', multipart);
		expect(JSON.parse(answer.text)).toMatchObject({ content: 'Good night' });
	});

	test('is not required for a request without a body', async () => {
		const { status } = await raw(`${path()}/${guild.id}`, asBot(), { method: 'DELETE' });
		expect(status).toBe(404);
	});
});

describe('calls without a token', () => {
	const callback = (token: string | null = null) =>
		api(discord, 'POST', `/interactions/${guild.id}/token/callback`, { type: 5 }, token);
	let edits = 0;
	const edit = () => {
		edits += 1;
		const path = `/webhooks/${discord.applicationId}/token-${edits}/messages/@original`;
		return api(discord, 'PATCH', path, {}, null);
	};

	test('share 50 a second per address, and refused ones name the limit and the milliseconds', async () => {
		discord.rateLimits.useRealistic();
		for (let count = 0; count < 25; count += 1) {
			expect((await callback()).status).toBe(404);
			expect((await edit()).status).toBe(401);
		}
		clock.advance(123);
		const refused = await callback();
		expect(refused).toMatchObject({ status: 429, body: { global: true, retry_after: 0.877 } });
		expect(Object.fromEntries(refused.headers)).toMatchObject({
			'retry-after': '1',
			'x-ratelimit-scope': 'global',
			'x-ratelimit-global': 'true',
			via: '1.1 google',
		});
		expect((await edit()).status).toBe(429);
		expect((await api(discord, 'GET', '/users/@me')).status).toBe(200);
		clock.advance(877);
		expect((await callback()).status).toBe(404);
	});

	test('count against the bot if they carry its token anyway', async () => {
		discord.rateLimits.useRealistic();
		for (let count = 0; count < 50; count += 1) await callback(discord.token);
		expect(await callback(discord.token)).toMatchObject({ status: 429, body: { global: true } });
		expect((await callback()).status).toBe(404);
	});
});

test('a channel has a hidden limit on follow-ups, including ephemeral ones', async () => {
	discord.rateLimits.useRealistic();
	discord.rateLimits.countsTokenlessCalls = false;
	discord.commands.replace(guild.id, [{ name: 'hi', description: 'Greets' }]);
	const statuses: number[] = [];
	const channels = [guild.addChannel({ name: 'busy' }).id, guild.addChannel({ name: 'quiet' }).id];
	const ask = async (channelId = '') => {
		const { id, token } = discord.person(guild, { name: 'Ana' }).chatInput('hi', {}, { channelId });
		await api(
			discord,
			'POST',
			`/interactions/${id}/${token}/callback`,
			{ type: 4, data: { content: 'First' } },
			null,
		);
		const path = `/webhooks/${discord.applicationId}/${token}`;
		const { status, headers } = await api(discord, 'POST', path, { content: 'More', flags: 64 }, null);
		statuses.push(status);
		if (status !== 429) return;
		expect(headers.get('x-ratelimit-scope')).toBe('shared');
		expect(headers.get('retry-after')).toBe('60');
		expect(headers.get('x-ratelimit-remaining')).toBeNull();
	};
	for (let count = 0; count < 31; count += 1) await ask(channels[0]);
	await ask(channels[1]);
	expect(statuses).toEqual([...Array<number>(30).fill(200), 429, 200]);
	expect(discord.invalidRequests.total).toBe(0);
});

describe('a ban by Cloudflare', () => {
	test('answers every request with HTML and nothing from Discord, and ends by itself', async () => {
		discord.faults.add('*', { kind: 'cloudflare-ban', seconds: 60 });
		clock.advance(500);
		for (const path of ['/users/@me', `/guilds/${guild.id}`, '/guilds/1/nonsense']) {
			const { status, headers, text } = await raw(path, asBot());
			expect(status).toBe(429);
			expect(headers['retry-after']).toBe('60');
			expect(headers['content-type']).toContain('text/html');
			expect(headers['via']).toBeUndefined();
			expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
			expect(() => JSON.parse(text)).toThrow();
		}
		clock.advance(59_500);
		expect((await raw('/users/@me', asBot())).status).toBe(200);
	});

	test('follows too many invalid requests, and returns for clients that continue', async () => {
		discord.invalidRequests.banFrom = 3;
		for (let count = 0; count < 3; count += 1) await api(discord, 'GET', '/users/@me', undefined, 'wrong');
		const { status, headers } = await raw('/users/@me', asBot());
		expect([status, headers['retry-after'], headers['via']]).toEqual([429, '3600', undefined]);
		clock.advance(3_600_000);
		expect((await raw('/users/@me', asBot())).status).toBe(200);
		for (let count = 0; count < 3; count += 1) await api(discord, 'GET', '/users/@me', undefined, 'wrong');
		clock.advance(3_595_000);
		for (let count = 0; count < 3; count += 1) await raw('/users/@me', asBot());
		clock.advance(5_000);
		await raw('/users/@me', { 'user-agent': 'none' });
		expect((await raw('/users/@me', asBot())).status).toBe(429);
	});
});

test('a kept connection has no timeout hint, and outlives the pools of clients', async () => {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const { headers } = await raw('/users/@me', asBot(), { agent });
	agent.destroy();
	expect(headers['keep-alive']).toBeUndefined();
	expect(headers['via']).toBe('1.1 google');
});
