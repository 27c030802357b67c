import { everyStory } from '../stories/every-story.js';
import { settled } from '../world/world-part.js';
import {
	type GuideActs,
	type GuideState,
	guideActs,
	type ListedStory,
	type OpenStory,
	type ReplayPace,
} from './guide-state.js';
import { replay, StoryRun } from './story-run.js';
import type { Troupe } from './troupe.js';

/** The guided tasks: the list of stories, the story in progress, and its player. Close it when done. */
export class Guide {
	/** The acts for the page, by name. */
	readonly acts: Readonly<Record<keyof GuideActs, (args: unknown) => Promise<void>>> = {
		'story-begin': (args) => this.#begin(guideActs['story-begin'].parse(args).id),
		'story-replay': (args) => this.#replayStory(guideActs['story-replay'].parse(args)),
		'story-show-step': async (args) => this.#replay(guideActs['story-show-step'].parse(args).pace, 'present'),
		'story-next': async () => this.#run?.goOn(),
		'story-stop': async () => this.#stopReplay(),
		'story-close': async () => this.#leave(),
	};
	readonly #troupe: Troupe;
	readonly #onChange: (state: GuideState) => void;
	readonly #done = new Map<string, ListedStory['done']>();
	#runs = 0;
	#run: StoryRun | undefined;
	#replayed: { readonly ending: AbortController; caption: string | undefined } | undefined;
	/** True if the page has played any step of the current run. */
	#isShown = false;
	#notice: string | undefined;
	readonly #changed = settled(() => this.#onChange(this.state()));

	/** `onChange` receives each change, at most once per turn of the event loop. */
	constructor(troupe: Troupe, onChange: (state: GuideState) => void) {
		this.#troupe = troupe;
		this.#onChange = onChange;
	}

	state(): GuideState {
		const stories = everyStory.map(
			({ id, title, lesson, group }): ListedStory => ({ id, title, lesson, group, done: this.#done.get(id) }),
		);
		return { stories, open: this.#open(), notice: this.#notice };
	}

	close(): void {
		this.#leave();
	}

	#open(): OpenStory | undefined {
		const replayed = this.#replayed;
		return this.#run && { ...this.#run.state(), replay: replayed && { caption: replayed.caption } };
	}

	/** Rejects if there is no such story; if it can't be prepared, the notice says so. */
	async #begin(id: string): Promise<void> {
		const story = everyStory.find((it) => it.id === id);
		this.#leave();
		if (story === undefined) {
			this.#notice = `There is no task called “${id}”.`;
			this.#changed();
			throw new Error(this.#notice);
		}
		this.#runs += 1;
		const number = this.#runs;
		this.#notice = `“${story.title}” is being prepared …`;
		this.#changed();
		try {
			const run = await StoryRun.begin({
				story,
				troupe: this.#troupe,
				number,
				onChange: () => this.#looked(number),
			});
			// Another story was started meanwhile.
			if (number !== this.#runs) {
				run.close();
				return;
			}
			this.#run = run;
			this.#notice = undefined;
		} catch (error) {
			if (number === this.#runs) this.#notice = `“${story.title}” could not be prepared: ${messageOf(error)}`;
			throw error;
		} finally {
			this.#changed();
		}
	}

	async #replayStory(wish: GuideActs['story-replay']): Promise<void> {
		await this.#begin(wish.id);
		this.#replay(wish.pace, 'all');
	}

	#replay(pace: ReplayPace, steps: 'present' | 'all'): void {
		const run = this.#run;
		if (run === undefined || run.isOver || this.#replayed !== undefined) return;
		const replayed = { ending: new AbortController(), caption: undefined as string | undefined };
		this.#replayed = replayed;
		run.goOn();
		this.#isShown = true;
		this.#notice = undefined;
		const { stage } = this.#troupe;
		const { signal } = replayed.ending;
		const onCaption = (caption: string) => {
			replayed.caption = caption;
			this.#changed();
		};
		void replay({ stage, run, pace, onCaption, signal }, steps)
			.catch((error: unknown) => {
				if (!signal.aborted) this.#notice = `The replay broke off. ${messageOf(error)}`;
			})
			.finally(() => {
				if (this.#replayed === replayed) this.#replayed = undefined;
				this.#changed();
			});
		this.#changed();
	}

	#stopReplay(): void {
		this.#replayed?.ending.abort();
		this.#replayed = undefined;
		this.#changed();
	}

	#leave(): void {
		this.#stopReplay();
		this.#run?.close();
		this.#run = undefined;
		this.#isShown = false;
		this.#notice = undefined;
	}

	#looked(number: number): void {
		const run = this.#run;
		if (run?.number === number && run.isOver) {
			const before = this.#done.get(run.story.id);
			this.#done.set(run.story.id, this.#isShown && before !== 'by-hand' ? 'shown' : 'by-hand');
		}
		this.#changed();
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
