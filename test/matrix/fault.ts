import type { Side } from './operation.js';
import type { World, WorldOptions } from './world.js';

/** One kind of trouble, from its beginning to its end. */
export interface Fault {
	readonly of: Side;
	readonly name: string;
	/** How the world has to be opened for it. */
	readonly options?: WorldOptions;
	/** Begins it, once everything is prepared. */
	begin(world: World): void | Promise<void>;
	/** Strikes again, before each group of acts. */
	strike?(world: World): void | Promise<void>;
	/** Ends it. The bot is given no other help. */
	end(world: World): void | Promise<void>;
	/** Why Discord takes no acknowledgement of some acts, or never sends them to the bot. */
	readonly unanswerable?: string;
	/** The shop itself says in good order that it knows no code: that can't be distinguished from the truth. */
	readonly isShopsWord?: true;
}
