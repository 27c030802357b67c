import type { Address } from '../storage/open-address.js';

/** A primary and its standby, of one's own. */
export interface Pair {
	/** Of whichever is the primary. */
	readonly address: Address;
	/** The line between the two breaks, a moment later the primary is killed, and the standby takes over. */
	failOver(): Promise<void>;
	remove(): Promise<void>;
}

/** For so long the primary works on alone, before it is killed. */
export const aloneMs = 500;
