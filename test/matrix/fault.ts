import type { Side } from './operation.js';
import type { World, WorldOptions } from './world.js';

export interface Fault {
	readonly of: Side;
	readonly name: string;
	/** Options for the world in which it occurs. */
	readonly options?: WorldOptions;
	begin(world: World): void | Promise<void>;
	/** Strikes again, before each group of acts. */
	strike?(world: World): void | Promise<void>;
	/** Ends the fault. The bot must recover by itself. */
	end(world: World): void | Promise<void>;
	/** The reason why Discord accepts no acknowledgement of some acts, or never sends them to the bot. */
	readonly unanswerable?: string;
	/** The shop itself says, in a valid response, that it knows no code. This looks exactly like the truth. */
	readonly isShopsWord?: true;
}
