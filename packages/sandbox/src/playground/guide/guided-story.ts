import type { Copy } from './guide-state.js';
import type { Hands } from './hands.js';
import type { Alias, Troupe } from './troupe.js';
import type { Witness } from './witness.js';

/** A task that a person does in the page step by step, and that the page can also play by itself. */
export interface GuidedStory {
	/** The name in links, such as `#story=friend`. */
	readonly id: string;
	readonly title: string;
	readonly lesson: string;
	/** The heading under which the page lists it. */
	readonly group: string;
	/** Prepares purchases and people, new ones each time, and returns the steps. */
	begin(troupe: Troupe): Promise<readonly Step[]> | readonly Step[];
}

/** The person in a frame, and their channel. */
export interface View {
	readonly alias: Alias;
	/** `direct`: the conversation with the bot. */
	readonly channel: 'verify' | 'audit' | 'direct' | 'updates';
}

export interface Step {
	/** The exact instruction and its place, in words, with button labels between `**`. */
	readonly todo: string;
	/** The panel in which to do it, by its id; undefined for the frames. */
	readonly panel?: string;
	/** Left and right. */
	readonly views: readonly [View, View];
	readonly copies?: readonly Copy[];
	/** Events in the world before the person's turn. @returns what ends them once the story is left */
	readonly before?: () => (() => void) | void | Promise<void>;
	/** True if the person has tried; nothing is judged before. */
	isTried(witness: Witness): boolean;
	readonly checks: readonly StepCheck[];
	/** True if the bot may be down in it. */
	readonly isWithoutBot?: boolean;
	/** Does the step with the means of a person. */
	play(hands: Hands): Promise<unknown>;
}

/** A sentence that must hold when a step is done, decided from the events since the step began. */
export interface StepCheck {
	readonly what: string;
	look(witness: Witness): Finding;
}

export interface Finding {
	readonly holds: boolean;
	/** The text that was seen instead, such as `Tom reads: “…”`. */
	readonly seen?: string | undefined;
	/** True if it may come by itself, as a role does. */
	readonly mayStillCome?: boolean;
}
