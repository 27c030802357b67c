import { describe, expect, it } from 'vitest';
import { LimitReached, limited } from '../../../src/discord/connection/program-rest.js';

/** Sends requests of a program to a Discord that limits them all; resolves to how many it has let wait. */
async function requestsUntilRefused(body: string, headers: Record<string, string>): Promise<number> {
	const send = limited(async () => new Response(body, { status: 429, headers }), { now: () => 0 });
	for (let waits = 0; ; waits += 1) {
		try {
			const response = await send('https://discord.example', {});
			expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
		} catch (error) {
			expect(error).toBeInstanceOf(LimitReached);
			return waits;
		}
	}
}

describe('a limit of Discord', () => {
	it.each([
		['of a minute or less is waited out', '{"retry_after":25.5}', {}, 2],
		['of more is not, by its body', '{"retry_after":40000}', {}, 0],
		['of more is not, by its header', '<h1>Slow down</h1>', { 'Retry-After': '40000' }, 0],
		['that never ends is not waited out for ever', '{}', {}, 60],
		[
			'that names no sensible time is not waited out for ever',
			'{"retry_after":-1}',
			{ 'Retry-After': 'x' },
			60,
		],
	] as const)('%s', async (_, body, headers, waits) => {
		expect(await requestsUntilRefused(body, headers)).toBe(waits);
	});
});
