import { BotKeeper } from '@claimcheck/sandbox/bot-keeper';
import { Guide } from '@claimcheck/sandbox/playground/guide/guide';
import type { GuideState } from '@claimcheck/sandbox/playground/guide/guide-state';
import { Troupe } from '@claimcheck/sandbox/playground/guide/troupe';
import { everyStory } from '@claimcheck/sandbox/playground/stories/every-story';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from './hosted-bot.js';

// One stage for all: each story puts the world in order for itself.
describe('the guided tasks, with the production bot', () => {
	let stage: Stage;
	let bot: BotKeeper;
	let guide: Guide;
	const listeners = new Set<(state: GuideState) => void>();

	beforeAll(async () => {
		stage = await Stage.open();
		await register(stage);
		bot = new BotKeeper(stage);
		await bot.start();
		const second = stage.secondServer();
		const newcomer = stage.newPerson('Robin');
		const troupe = new Troupe({ stage, second, bot, newcomer, recast: () => undefined });
		guide = new Guide({
			stories: everyStory,
			troupe,
			onChange: (state) => {
				for (const listener of listeners) listener(state);
			},
		});
	});
	afterAll(async () => {
		guide?.close();
		bot?.release();
		await stage?.close();
	});

	/** The first state of the guide that fits. */
	function until(fits: (state: GuideState) => boolean): Promise<GuideState> {
		return new Promise((resolve) => {
			const listen = (state: GuideState) => {
				if (!fits(state)) return;
				listeners.delete(listen);
				resolve(state);
			};
			listeners.add(listen);
			listen(guide.state());
		});
	}

	const isAtRest = ({ open, notice }: GuideState) => notice !== undefined || open?.replay === undefined;

	it.each(everyStory.map(({ id, title }) => [id, title]))('%s: %s', async (id) => {
		await guide.acts['story-replay']({ id, pace: 'fast' });
		const { open, notice, stories } = await until(isAtRest);
		expect(notice).toBeUndefined();
		expect(open?.id).toBe(id);
		expect(open?.steps.flatMap(({ checks }) => checks.filter(({ state }) => state !== 'held'))).toEqual([]);
		expect(open?.at).toBe(open?.steps.length);
		expect(stories.find((story) => story.id === id)?.done).toBe('shown');
	});
});
