import { z } from 'zod';

// The state of the guided tasks for the page (its part `tasks`), and the acts on them. The browser's side imports its
// types from here.

/** The person and place that a frame shows. */
export interface FrameView {
	readonly userId: string;
	readonly guildId: string;
	readonly channelId: string;
}

/** A text to paste. Codes are complete here, since they have to be copied. */
export interface Copy {
	/** For example `Maya’s code`. */
	readonly label: string;
	readonly text: string;
}

export interface CheckState {
	/** A condition, as a sentence. */
	readonly what: string;
	/** `waiting`: not yet decided, or it may still come. `broken`: something that doesn't fit has happened. */
	readonly state: 'waiting' | 'held' | 'broken';
}

export interface StepState {
	/** The instruction in words, with button labels between `**`. */
	readonly todo: string;
	/** The panel for the instruction, by its id; undefined for the frames. */
	readonly panel: string | undefined;
	readonly copies: readonly Copy[];
	readonly checks: readonly CheckState[];
}

export interface OpenStory {
	readonly id: string;
	/** Grows by one each time any story starts. */
	readonly run: number;
	readonly steps: readonly StepState[];
	/** The index of the shown step; the number of steps if the story is over. */
	readonly at: number;
	/** True if all checks of the shown step hold. The step stays in sight until the person continues. */
	readonly isHeld: boolean;
	/** The reason why the current step isn't done although something was tried, in plain words. */
	readonly hint: string | undefined;
	/** The ids of the messages that show the result of a finished step. */
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
	/** How it was finished: by the person, or only in a replay. */
	readonly done: 'by-hand' | 'shown' | undefined;
}

export interface GuideState {
	readonly stories: readonly ListedStory[];
	readonly open: OpenStory | undefined;
	/** Set while a story is prepared, or if that failed. */
	readonly notice: string | undefined;
}

const nothing = z.object({});
const pace = z.enum(['reading', 'fast']);

/** The page's acts on the guide, by name, with their arguments. */
export const guideActs = {
	/** Starts from the beginning with a fresh purchase, for the person to do. */
	'story-begin': z.object({ id: z.string() }),
	/** Starts from the beginning, played by the page. */
	'story-replay': z.object({ id: z.string(), pace }),
	/** The page does the current step. */
	'story-show-step': z.object({ pace }),
	/** Goes from a finished step to the next one. */
	'story-next': nothing,
	/** Ends the replay, and the person continues from there. */
	'story-stop': nothing,
	/** Returns to the list. */
	'story-close': nothing,
};

export type GuideActs = {
	readonly [Name in keyof typeof guideActs]: z.infer<(typeof guideActs)[Name]>;
};
/** `reading`: slowly enough to follow; `fast`: without pauses. */
export type ReplayPace = GuideActs['story-replay']['pace'];
