import { beforeEach, describe, expect, test } from 'vitest';
import type { LocalDiscord } from '../src/local-discord.js';
import { ManualClock } from './manual-clock.js';
import { api } from './raw-api.js';
import { startDiscord } from './real-client.js';

let discord: LocalDiscord;
let clock: ManualClock;

beforeEach(async () => {
	clock = new ManualClock();
	discord = await startDiscord({ clock });
});

describe('responses that count toward a ban of the address', () => {
	test.each([
		['401', 401, undefined, 1],
		['403', 403, undefined, 1],
		['429 of its own', 429, 'user', 1],
		['429 for the whole bot', 429, 'global', 1],
		['429 that it shares with others', 429, 'shared', 0],
		['404', 404, undefined, 0],
		['500', 500, undefined, 0],
	])('are counted as Discord counts them: %s', async (_, status, scope, counted) => {
		const headers = scope === undefined ? {} : { 'X-RateLimit-Scope': scope };
		discord.faults.add('GET /users/@me', {
			kind: 'answer',
			status,
			body: { message: 'No', code: 0 },
			headers,
		});
		await api(discord, 'GET', '/users/@me');
		expect(discord.invalidRequests.recent).toBe(counted);
	});

	test('expire after ten minutes', async () => {
		for (let n = 0; n < 3; n += 1) await api(discord, 'GET', '/users/@me', undefined, 'wrong');
		clock.advance(9 * 60_000);
		await api(discord, 'GET', '/users/@me', undefined, 'wrong');
		expect(discord.invalidRequests).toMatchObject({ recent: 4, total: 4 });
		clock.advance(2 * 60_000);
		expect(discord.invalidRequests).toMatchObject({ recent: 1, total: 4 });
	});

	test('are not counted if they never reach the bot', async () => {
		discord.faults.add('GET /users/@me', { kind: 'lose-answer' });
		await api(discord, 'GET', '/users/@me', undefined, 'wrong').catch(() => undefined);
		expect(discord.invalidRequests.total).toBe(0);
	});
});
