import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { World } from './world.js';

/** What can be in trouble. */
export type Side = 'shop' | 'Discord' | 'store';

/** What the database or Discord shows of an act, whatever anybody was told. */
export type State =
	/** As if it had never been begun. */
	| 'before'
	/** Done, once. */
	| 'after'
	/** Two have what one may have, or one has it twice. */
	| 'doubled'
	/** Anything else: what was there is gone, or somebody else's. */
	| 'lost';

/** One act of one person, with people and a code of its own. */
export interface Run {
	/** Whose roles have to follow from the claims in the end. */
	readonly people: readonly Person[];
	/** Does it. */
	begin(): InteractionHandle;
	/** Doing it once more changes nothing, so who has no answer can find out that it is done. */
	readonly isRepeatable?: true;
	/** Does it once more, from the start, as who was told to try again. */
	again(): Promise<InteractionHandle>;
	/** Whether an answer says that it is done. */
	says(answer: string): boolean;
	state(): Promise<State>;
}

export interface Operation {
	readonly name: string;
	/** What it asks; elsewhere no trouble reaches it. Each is answered through Discord. */
	readonly asks: readonly Side[];
	/** More would meet a limit of the bot's own. */
	readonly mostRuns?: number;
	/** All that comes before the act. */
	prepare(world: World): Promise<Run>;
}
