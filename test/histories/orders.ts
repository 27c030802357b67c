import type { Address } from '../storage/open-address.js';

// What a round and its working processes say to each other, over node's own channel between processes.

/** How a process is to work. */
export interface Work {
	readonly address: Address;
	/** Where it logs what it does. */
	readonly log: string;
	readonly seed: number;
	/** Operations under way at once. */
	readonly walkers: number;
	/** The name of a planted bug. */
	readonly planted?: string | undefined;
}

export type Order =
	| { readonly kind: 'work'; readonly work: Work; readonly turn: number }
	| { readonly kind: 'turn'; readonly turn: number }
	| { readonly kind: 'stop' };

export type Notice = 'opened' | 'returned';
