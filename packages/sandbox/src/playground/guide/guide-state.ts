import { z } from 'zod';

// The state of the guided tasks for the page, the part `tasks`, and its acts on them: the browser's side takes its types
// from here.

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
	/** A condition, as a sentence. */
	readonly what: string;
	/** `waiting`: not yet decided, or it may still come. `broken`: what happened doesn't fit. */
	readonly state: 'waiting' | 'held' | 'broken';
}

export interface StepState {
	/** The instruction in words; labels of buttons are between `**`. */
	readonly todo: string;
	/** The panel for the instruction, by its id; undefined for the frames. */
	readonly panel: string | undefined;
	readonly copies: readonly Copy[];
	readonly checks: readonly CheckState[];
}

export interface OpenStory {
	readonly id: string;
	/** Grows by one with each beginning of any story. */
	readonly run: number;
	readonly steps: readonly StepState[];
	/** The step that is shown; the number of steps where the story is over. */
	readonly at: number;
	/** True if all checks of the shown step hold: it stays in sight until the person goes on. */
	readonly isHeld: boolean;
	/** Why the present step isn't done though something was tried, in plain words. */
	readonly hint: string | undefined;
	/** The ids of the messages in which one sees what came of a step that is done. */
	readonly changed: readonly string[];
	/** Left and right. */
	readonly frames: readonly [FrameView, FrameView];
	/** Set while the page plays the story itself. */
	readonly replay: { readonly caption: string | undefined } | undefined;
}

export interface ListedStory {
	readonly id: string;
	readonly title: string;
	readonly lesson: string;
	readonly group: string;
	/** How it was finished: by the person's own hands, or in a replay alone. */
	readonly done: 'by-hand' | 'shown' | undefined;
}

export interface GuideState {
	readonly stories: readonly ListedStory[];
	readonly open: OpenStory | undefined;
	/** Set while a story is prepared, or where that failed. */
	readonly notice: string | undefined;
}

const nothing = z.object({});
const pace = z.enum(['reading', 'fast']);

/** The acts of the page on the guide, by name, and their arguments. */
export const guideActs = {
	/** From the start, with a fresh purchase, for the person's own hands. */
	'story-begin': z.object({ id: z.string() }),
	/** From the start, played by the page. */
	'story-replay': z.object({ id: z.string(), pace }),
	/** The present step is done by the page. */
	'story-show-step': z.object({ pace }),
	/** From a step that is done to the next one. */
	'story-next': nothing,
	/** The replay ends; the person goes on where it stands. */
	'story-stop': nothing,
	/** Back to the list. */
	'story-close': nothing,
};

export type GuideActs = {
	readonly [Name in keyof typeof guideActs]: z.infer<(typeof guideActs)[Name]>;
};
/** `reading`: slowly enough to follow; `fast`: without pauses. */
export type ReplayPace = GuideActs['story-replay']['pace'];
