import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { Guide } from '@claimcheck/sandbox/playground/guide/guide';
import type { GuideState } from '@claimcheck/sandbox/playground/guide/guide-state';
import { Troupe } from '@claimcheck/sandbox/playground/guide/troupe';
import { openSettings } from '@claimcheck/sandbox/playground/set-up';
import { everyStory } from '@claimcheck/sandbox/playground/stories/every-story';
import { World } from '@claimcheck/sandbox/playground/world/world';
import { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from './hosted-bot.js';

// One stage for all: each story puts the world in order for itself.
describe('the guided tasks, with the production bot', () => {
	let stage: Stage;
	let world: World;
	let guide: Guide;
	const listeners = new Set<(state: GuideState) => void>();

	beforeAll(async () => {
		stage = await Stage.open({ clock: new WorldClock(), isRateLimited: false });
		await register(stage);
		world = new World({ stage, page: () => undefined });
		await world.bot.start();
		await openSettings(stage);
		guide = new Guide(new Troupe(world), (state) => {
			for (const listener of listeners) listener(state);
		});
	});
	afterAll(async () => {
		guide?.close();
		world?.close();
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

	it('begin in order, whatever was broken before: the roles, the shop, its key, Discord, the bot', async () => {
		await world.bot.kill();
		const broken = {
			'server-manage-roles': { isOn: false },
			'shop-new-key': {},
			'shop-fault': { fault: 'hang' },
			'shop-catalogue': { catalogue: 'none' },
			'bot-discord-down': { isOn: true },
		};
		for (const [name, args] of Object.entries(broken)) await world.acts[name]?.(args);
		stage.guild.removeMember(stage.people.moderator.id);

		await guide.acts['story-replay']({ id: 'first', pace: 'fast' });
		const { open, notice } = await until(isAtRest);
		expect(notice).toBeUndefined();
		expect(open?.at).toBe(open?.steps.length);
	});

	it('are done by hand: a wrong try gets a hint, the right one ticks the step off, and a restart forgets both', async () => {
		await guide.acts['story-begin']({ id: 'friend' });
		const begun = guide.state().open;
		const [maya] = begun?.frames ?? [];
		const code = begun?.steps[0]?.copies[0]?.text ?? '';
		const person = stage.discord.person(stage.guild, { id: maya?.userId ?? '' });

		await person.chatInput('verify', { code: 'hello' }).answered();
		const wrong = await until(({ open }) => open?.hint !== undefined);
		expect(wrong.open?.hint).toMatch(
			/doesn’t hold yet: Maya .+verified.+Maya reads: “✏️ That’s not a purchase code/,
		);
		expect(wrong.open?.at).toBe(0);
		expect(wrong.open?.steps[0]?.checks.map(({ state }) => state)).toEqual(['broken', 'waiting']);

		await person.chatInput('verify', { code }).answered();
		const right = await until(({ open }) => open?.isHeld === true);
		expect(right.open?.hint).toBeUndefined();
		expect(right.open?.steps[0]?.checks.map(({ state }) => state)).toEqual(['held', 'held']);
		// The result stays in the frames until the person goes on.
		expect(right.open).toMatchObject({ at: 0, frames: wrong.open?.frames });
		await guide.acts['story-next']({});
		expect(guide.state().open).toMatchObject({ at: 1, isHeld: false });

		await guide.acts['story-begin']({ id: 'friend' });
		const again = guide.state().open;
		expect(again?.at).toBe(0);
		expect(again?.frames[0]?.userId).not.toBe(maya?.userId);
		expect(again?.steps[0]?.copies[0]?.text).not.toBe(code);
		expect(stage.guild.members.has(maya?.userId ?? '')).toBe(false);
	});

	it('say that the bot is down, where it is', async () => {
		await guide.acts['story-begin']({ id: 'friend' });
		await world.bot.kill();
		const { open } = await until(({ open }) => open?.hint !== undefined);
		expect(open?.hint).toContain('isn’t running');
	});
});
