import type { Stage } from '../stage.js';
import { castOf } from './cast.js';
import { type Check, Checks } from './checks.js';
import { Narrator } from './narrator.js';
import type { Pace } from './pace.js';
import { Scene } from './scene.js';
import type { Screen } from './screen.js';
import { story } from './story.js';

export interface Performance {
	/** Every chapter's title, in order. */
	readonly chapters: readonly string[];
	readonly checks: readonly Check[];
	/** The most refused requests in ten minutes before Discord bans the bot's IP address. */
	readonly invalidRequests: number;
	/** Why the story broke off; undefined if it was played to its end. */
	readonly failure: { readonly chapter: string; readonly error: unknown } | undefined;
}

/** Plays the story on a stage until its end, or until the product deviates from it. */
export async function play(parts: {
	readonly stage: Stage;
	readonly screen: Screen;
	readonly pace: Pace;
}): Promise<Performance> {
	const narrator = new Narrator(parts.screen);
	const checks = new Checks((check) => narrator.check(check));
	const scene = new Scene({ ...parts, narrator, checks });
	const chapters = story(castOf(parts.stage, (itemId) => scene.buy(itemId)));
	const titles = chapters.map(({ title }) => title);
	const performance = (failure: Performance['failure']): Performance => ({
		chapters: titles,
		checks: checks.done,
		invalidRequests: parts.stage.discord.invalidRequests.most,
		failure,
	});
	narrator.title(
		'Claimcheck: the story of a purchase code',
		'The real bot, in a process of its own, on a Discord and a shop that run on this machine.',
	);
	for (const [at, chapter] of chapters.entries()) {
		checks.begin(chapter.title);
		narrator.chapter(at + 1, chapter.title);
		try {
			await chapter.play(scene);
		} catch (error) {
			return performance({ chapter: chapter.title, error });
		}
	}
	return performance(undefined);
}
