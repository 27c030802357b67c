import type { Address } from '../storage/open-address.js';

// The messages between the torture and its claiming processes, over node's own channel between processes.

export type Order =
	| { readonly kind: 'open'; readonly address: Address }
	/**
	 * Claim one code immediately, while another process does the same. `control`: by get-then-set, which must be seen
	 * to fail.
	 */
	| { readonly kind: 'race'; readonly code: number; readonly member: number; readonly control: boolean }
	/**
	 * Claim code after code from this one on, each for the member of the same number. `control`: report each before it
	 * is made, which must be seen to fail.
	 */
	| {
			readonly kind: 'claim-on';
			readonly from: number;
			readonly pauseMs: number;
			readonly control: boolean;
	  }
	| { readonly kind: 'stop' };

export type Notice =
	| { readonly kind: 'opened' }
	| { readonly kind: 'raced'; readonly outcome: string }
	| { readonly kind: 'begun'; readonly code: number }
	| { readonly kind: 'acknowledged'; readonly code: number }
	/** `code`: AppError's literal; anything else is an unforeseen error. */
	| { readonly kind: 'failed'; readonly code: number; readonly error: string; readonly tookMs: number };
