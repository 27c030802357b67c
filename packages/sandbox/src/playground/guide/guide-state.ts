import type { ReplayPace } from './replay-pace.js';

// What the page is told of the guided tasks: the part `tasks` of its state. Types alone: the browser's side is built from
// this file too.

/** Whom a frame shows, and where. */
export interface FrameView {
	readonly userId: string;
	readonly guildId: string;
	readonly channelId: string;
}

/** Something to paste. Codes are whole here: they have to be copied. */
export interface Copy {
	/** Such as `Maya’s code`. */
	readonly label: string;
	readonly text: string;
}

export interface CheckState {
	/** What must hold, as a sentence. */
	readonly what: string;
	/** `waiting`: not yet decided, or it may still come. `broken`: what happened doesn't fit. */
	readonly state: 'waiting' | 'held' | 'broken';
}

export interface StepState {
	/** What to do, in words; labels of buttons stand between `**`. */
	readonly todo: string;
	/** The panel in which to do it, by its id; undefined: in the frames. */
	readonly panel: string | undefined;
	readonly copies: readonly Copy[];
	/** Where there is nothing to do but to look: the button that ends it. */
	readonly confirm: string | undefined;
	readonly checks: readonly CheckState[];
}

/** A story that has begun. */
export interface OpenStory {
	readonly id: string;
	/** Grows by one with each beginning of any story. */
	readonly run: number;
	readonly steps: readonly StepState[];
	/** The step that is shown; the number of steps where the story is over. */
	readonly at: number;
	/** Whether all checks of the shown step hold: it stays in sight until the person goes on. */
	readonly isHeld: boolean;
	/** Whose phone the next step brings into sight. */
	readonly nextPerson: string | undefined;
	/** Why the present step isn't done though something was tried, in plain words. */
	readonly hint: string | undefined;
	/** Left and right. */
	readonly frames: readonly [FrameView, FrameView];
	/** Set while the page plays the story itself. */
	readonly replay: { readonly caption: string | undefined } | undefined;
}

export interface ListedStory {
	readonly id: string;
	readonly title: string;
	/** What one learns, in one sentence. */
	readonly lesson: string;
	/** Whether it came to its end: by the person's own hands, or in a replay alone. */
	readonly done: 'by-hand' | 'shown' | undefined;
}

export interface GuideState {
	readonly stories: readonly ListedStory[];
	readonly open: OpenStory | undefined;
	/** Set while a story is prepared, or where that failed. */
	readonly notice: string | undefined;
}

/** What the page asks of the guide, by the name of the act. */
export interface GuideActs {
	/** From the start, with a fresh purchase, for the person's own hands. */
	readonly 'story-begin': { readonly id: string };
	/** From the start, played by the page. */
	readonly 'story-replay': { readonly id: string; readonly pace: ReplayPace };
	/** The present step is done by the page. */
	readonly 'story-show-step': { readonly pace: ReplayPace };
	/** The person has looked. */
	readonly 'story-confirm': Record<string, never>;
	/** From a step that is done to the next one. */
	readonly 'story-next': Record<string, never>;
	/** The replay ends; the person goes on where it stands. */
	readonly 'story-stop': Record<string, never>;
	/** Back to the list. */
	readonly 'story-close': Record<string, never>;
}
