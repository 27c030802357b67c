import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Stage } from '../src/stage.js';

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.open();
});
afterAll(() => stage?.close());

describe('the stage', () => {
	it('gives the bot what the invite in the README asks for, and limits its requests as Discord does', async () => {
		const invite = /permissions=(\d+)/.exec(readFileSync('README.md', 'utf8'))?.[1];
		expect(String(stage.guild.botRole.permissions)).toBe(invite);
		const reportsLimit = async ({ discord }: Stage) => {
			const headers = {
				authorization: `Bot ${discord.token}`,
				'user-agent': 'DiscordBot (https://example.com, 1.0.0)',
			};
			const answer = await fetch(`${discord.apiUrl}/v10/users/@me`, { headers });
			return answer.headers.has('x-ratelimit-limit');
		};
		expect(await reportsLimit(stage)).toBe(true);
		const unlimited = await Stage.open({ isRateLimited: false });
		onTestFinished(() => unlimited.close());
		expect(await reportsLimit(unlimited)).toBe(false);
	});
});
