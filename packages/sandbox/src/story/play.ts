import { drawPhone } from '@claimcheck/local-discord/drawing/draw-phone';
import type { ReplayPace } from '../playground/guide/guide-state.js';
import type { GuidedStory } from '../playground/guide/guided-story.js';
import { replay, StoryRun } from '../playground/guide/story-run.js';
import type { Playground } from '../playground/playground.js';
import { everyStory } from '../playground/stories/every-story.js';
import type { Narrator, Screen } from './screen.js';

/** The playground's tasks that the terminal plays; the others are too long to read there. */
const played: readonly string[] = ['first', 'friend', 'typo', 'shop-down', 'role-blocked', 'kill'];

export interface PlayParts {
	readonly playground: Playground;
	readonly screen: Screen;
	readonly narrator: Narrator;
	readonly pace: ReplayPace;
	readonly signal: AbortSignal;
}

/**
 * Plays the stories one after the other. Rejects if the product does something other than a story says. @returns the
 * number of checks that held
 */
export async function play(parts: PlayParts): Promise<number> {
	const stories = everyStory.filter(({ id }) => played.includes(id));
	let checks = 0;
	for (const [at, story] of stories.entries()) {
		parts.narrator.chapter(at + 1, story.title);
		parts.narrator.say(story.lesson);
		checks += await playStory(parts, story);
	}
	return checks;
}

async function playStory(parts: PlayParts, story: GuidedStory): Promise<number> {
	const { playground, narrator, pace, signal } = parts;
	const { stage, troupe } = playground;
	const run = await StoryRun.begin({ story, troupe, number: 0, onChange: () => undefined });
	const onCaption = (caption: string) => narrator.act(caption);
	let held = 0;
	try {
		for (let at = 0; !run.isOver; at += 1) {
			await replay({ stage, run, pace, onCaption, signal }, 'present').catch((error: unknown) => {
				const open = run.state().steps[at]?.checks.find(({ state }) => state !== 'held');
				if (open !== undefined) narrator.check(open.what, false);
				throw error;
			});
			const { changed, steps } = run.state();
			for (const id of changed) show(id, parts);
			for (const { what } of steps[at]?.checks ?? []) narrator.check(what, true);
			held += steps[at]?.checks.length ?? 0;
			run.goOn();
		}
		return held;
	} finally {
		run.close();
	}
}

/** A message as its readers see it. */
function show(id: string, { playground, screen, narrator }: PlayParts): void {
	const { discord, guild } = playground.stage;
	const { current, visibleTo, channelId } = discord.messages.get(id);
	const reader = visibleTo ?? discord.directs().find((direct) => direct.channelId === channelId)?.userId;
	const where = guild.channels.get(channelId)?.name;
	const audience =
		reader === undefined ? `Everybody in #${where} sees:` : `Only ${guild.nameOf('user', reader)} sees:`;
	const drawn = drawPhone(current, {
		colour: screen.colour,
		now: discord.now(),
		timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
		nameOf: guild.nameOf,
	});
	narrator.message(audience, drawn);
}
