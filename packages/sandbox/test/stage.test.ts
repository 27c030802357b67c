import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { api } from '../../local-discord/test/raw-api.js';
import { WorldClock } from '../src/clock/world-clock.js';
import { Stage, type StageOptions } from '../src/stage.js';

async function open(options?: StageOptions): Promise<Stage> {
	const stage = await Stage.open(options);
	onTestFinished(() => stage.close());
	return stage;
}

it('the stage gives the bot the permissions from the invite in the README, and limits its requests as Discord does', async () => {
	const stage = await open();
	const invite = /permissions=(\d+)/.exec(readFileSync('README.md', 'utf8'))?.[1];
	expect(String(stage.guild.botRole.permissions)).toBe(invite);
	const reportsLimit = async ({ discord }: Stage) => {
		const answer = await api(discord, 'GET', '/users/@me');
		return answer.headers.has('x-ratelimit-limit');
	};
	expect(await reportsLimit(stage)).toBe(true);
	expect(await reportsLimit(await open({ isRateLimited: false }))).toBe(false);
});

it('the clock can be moved again after a move that failed', async () => {
	const clock = new WorldClock();
	const stage = await open({ clock });
	vi.spyOn(clock, 'advance').mockImplementationOnce(() => {
		throw new Error('The bot has crashed');
	});
	await expect(stage.advance(60_000)).rejects.toThrow('The bot has crashed');
	await stage.advance(60_000);
	expect(clock.aheadMs).toBeGreaterThan(59_000);
});
