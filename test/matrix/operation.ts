import type { Interaction } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { World } from './world.js';

/** A dependency that can fail. */
export type Side = 'shop' | 'Discord' | 'store';

/** The state of an act in the database or Discord, whatever the replies said. */
export type State =
	/** It looks as if it had never been started. */
	| 'before'
	/** Done exactly once. */
	| 'after'
	/** Two members hold a single seat, or one holds it twice. */
	| 'doubled'
	/** Anything else: the previous state was lost, or another member's data. */
	| 'lost';

/** One act of one person, with its own people and code. */
export interface Run {
	/** The people whose roles must match the claims in the end. */
	readonly people: readonly Person[];
	begin(): Interaction;
	/** True if repeating it changes nothing, so that a person without a reply can find out whether it is done. */
	readonly isRepeatable?: true;
	/** Repeats it from the start, as the reply asked. */
	again(): Promise<Interaction>;
	/** True if a reply says that it is done. */
	says(answer: string): boolean;
	state(): Promise<State>;
}

export interface Operation {
	readonly name: string;
	/** Its dependencies: faults elsewhere don't affect it. Every act is answered through Discord. */
	readonly asks: readonly Side[];
	/** The maximum, beyond which one of the bot's own limits would apply. */
	readonly maxRuns?: number;
	/** Everything that precedes the act. */
	prepare(world: World): Promise<Run>;
}
