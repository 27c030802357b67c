import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { World } from './world.js';

/** A dependency with trouble. */
export type Side = 'shop' | 'Discord' | 'store';

/** An act's state in the database or Discord, whatever the answers said. */
export type State =
	/** As if it had never been begun. */
	| 'before'
	/** Done, once. */
	| 'after'
	/** Two hold a single seat, or one holds it twice. */
	| 'doubled'
	/** Anything else: the previous state is lost, or another member's. */
	| 'lost';

/** One act of one person, with people and a code of its own. */
export interface Run {
	/** Whose roles have to follow from the claims in the end. */
	readonly people: readonly Person[];
	/** Does it. */
	begin(): InteractionHandle;
	/** Doing it once more changes nothing, so who has no answer can find out that it is done. */
	readonly isRepeatable?: true;
	/** Does it once more, from the start, as the answer asked. */
	again(): Promise<InteractionHandle>;
	/** True if an answer says that it is done. */
	says(answer: string): boolean;
	state(): Promise<State>;
}

export interface Operation {
	readonly name: string;
	/** Its dependencies; trouble elsewhere doesn't reach it. Each is answered through Discord. */
	readonly asks: readonly Side[];
	/** More would meet a limit of the bot's own. */
	readonly maxRuns?: number;
	/** All that comes before the act. */
	prepare(world: World): Promise<Run>;
}
