import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { IdentifyLimits, identifiesADay } from '../src/identify-limits.js';
import type { LocalDiscord } from '../src/local-discord.js';
import { ManualClock } from './manual-clock.js';
import { api } from './raw-api.js';
import { loginClient, startDiscord } from './real-client.js';

const aDay = 24 * 60 * 60 * 1000;

/** Logs in with a raw socket and returns the result: READY, an invalid session, or the close code. */
async function identify(discord: LocalDiscord, shard: readonly [number, number] = [0, 1]): Promise<string> {
	const socket = new WebSocket(`${discord.apiUrl.replace('http', 'ws').replace('/api', '/gateway')}?v=10`);
	onTestFinished(() => socket.terminate());
	return new Promise((resolve) => {
		socket.on('close', (code) => resolve(`closed with ${code}`));
		socket.on('message', (text) => {
			const { op, t } = JSON.parse(String(text)) as { op: number; t: string | null };
			if (op === 10) {
				socket.send(
					JSON.stringify({ op: 2, d: { token: discord.token, intents: 1, properties: {}, shard } }),
				);
			}
			if (op === 9) resolve('invalid session');
			if (t === 'READY') resolve('ready');
		});
	});
}

describe('a sharded login', () => {
	test('gives each shard only the events of its own servers', async () => {
		const discord = await startDiscord();
		discord.gateway.limitIdentifies(2);
		const ids = Array.from({ length: 12 }, (_, at) => discord.createGuild({ name: `Server ${at}` }).id);
		const clients = await Promise.all(
			[0, 1].map((shard) => loginClient(discord, { shards: [shard], shardCount: 2 })),
		);
		const [first = [], second = []] = clients.map((client) => [...client.guilds.cache.keys()]);
		expect([...first, ...second].toSorted()).toEqual(ids.toSorted());
		expect(first.every((id) => (BigInt(id) >> 22n) % 2n === 0n)).toBe(true);
	});

	test('is refused with 4011 if a shard would have more than 2,500 servers', async () => {
		const discord = await startDiscord();
		for (let at = 0; at < 2_501; at += 1) discord.createGuild({ name: `Server ${at}` });
		expect(await identify(discord)).toBe('closed with 4011');
		expect(await identify(discord, [0, 2])).toBe('ready');
		const { body } = await api(discord, 'GET', '/gateway/bot');
		expect(body).toMatchObject({ shards: 3 });
	});

	test('takes place one shard after another: the next one of a bucket waits for five seconds', async () => {
		const clock = new ManualClock();
		const discord = await startDiscord({ clock });
		discord.gateway.limitIdentifies(2);
		expect(await identify(discord, [0, 4])).toBe('ready');
		expect(await identify(discord, [2, 4])).toBe('invalid session');
		expect(await identify(discord, [1, 4])).toBe('ready');
		clock.advance(5_000);
		expect(await identify(discord, [2, 4])).toBe('ready');
		const { body } = await api(discord, 'GET', '/gateway/bot');
		expect(body).toMatchObject({ session_start_limit: { remaining: 997, max_concurrency: 2 } });
	});
});

describe('the logins of a day', () => {
	test('are counted for 24 hours, except those that came too soon', () => {
		const limits = new IdentifyLimits();
		limits.maxConcurrency = 1;
		expect(limits.take(0, 0)).toBe('taken');
		expect(limits.take(0, 4_999)).toBe('too-soon');
		expect(limits.take(0, 5_000)).toBe('taken');
		expect(limits.left(5_000)).toBe(identifiesADay - 2);
		expect(limits.resetAfter(5_000)).toBe(aDay - 5_000);
		expect(limits.left(aDay)).toBe(identifiesADay - 1);
		expect(limits.left(aDay + 5_000)).toBe(identifiesADay);
	});

	test('reset the token and end every session if there is one too many', async () => {
		const discord = await startDiscord();
		const { token } = discord;
		for (let at = 0; at < identifiesADay; at += 1) expect(await identify(discord)).toBe('ready');
		expect(discord.gateway.identifiesLeft).toBe(0);
		expect(await identify(discord)).toBe('closed with 4004');
		await expect.poll(() => discord.gateway.clientCount).toBe(0);
		expect((await api(discord, 'GET', '/users/@me', undefined, token)).status).toBe(401);
		expect((await api(discord, 'GET', '/users/@me')).status).toBe(200);
		expect(discord.events.all('token-reset')).toHaveLength(1);
	});
});
