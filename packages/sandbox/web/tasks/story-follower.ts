import { ActRefused, type Connection } from '@claimcheck/local-discord/web/connection.js';
import type { PlaygroundPage } from '@claimcheck/local-discord/web/playground-page.js';
import type { Store } from '@claimcheck/local-discord/web/store.js';
import type { FrameView, GuideActs, GuideState } from '../../src/playground/guide/guide-state.js';
import { takeWantedStory } from './story-link.js';

/**
 * Puts the people of a story's step into the frames, rings the messages that show its result, and plays the story named
 * in the address, even while the tasks themselves are out of sight.
 */
export class StoryFollower {
	readonly #page: Pick<PlaygroundPage, 'show' | 'ring'>;
	#connection: Connection | undefined;
	/** The last state applied to the frames: a person who looks elsewhere meanwhile is not interrupted. */
	#shown: readonly string[] = [];
	#ringed: readonly string[] = [];

	constructor(page: Pick<PlaygroundPage, 'show' | 'ring'>) {
		this.#page = page;
	}

	/** Takes over the page's new state. */
	readonly follow = (store: Store, connection: Connection): void => {
		if (this.#connection === undefined) {
			this.#connection = connection;
			addEventListener('hashchange', () => this.#playWanted());
			this.#playWanted();
		}
		const open = (store.parts['tasks'] as GuideState | undefined)?.open;
		if (open !== undefined) this.#show(open.frames);
		this.#ring(open?.changed ?? []);
	};

	#show(frames: readonly [FrameView, FrameView]): void {
		const wanted = frames.map((frame) => JSON.stringify(frame));
		// The left frame comes last, because a narrow screen shows the last change.
		for (const index of [1, 0] as const) {
			const { userId, guildId, channelId } = frames[index];
			if (wanted[index] !== this.#shown[index]) this.#page.show(index, `${userId}/${guildId}`, channelId);
		}
		this.#shown = wanted;
	}

	#ring(changed: readonly string[]): void {
		if (String(changed) === String(this.#ringed)) return;
		this.#ringed = changed;
		this.#page.ring(changed);
	}

	#playWanted(): void {
		const wanted: GuideActs['story-replay'] | undefined = takeWantedStory();
		if (wanted === undefined) return;
		this.#connection?.act('story-replay', wanted).catch((error: unknown) => {
			// The guide's own notice says why.
			if (!(error instanceof ActRefused)) throw error;
		});
	}
}
