// Requests of people and processes. Members are numbers.

/**
 * An operation on a code. `revision`: only if nothing has happened to the code since. `isListed: false`: the member's
 * list may lack the code. Default: if the member holds the code, the list includes it.
 */
export type Input =
	| {
			readonly op: 'claim' | 'present';
			readonly member: number;
			readonly seats?: Seats;
	  }
	| { readonly op: 'unlink'; readonly member: number }
	| { readonly op: 'move'; readonly member: number; readonly to: number }
	| { readonly op: 'held'; readonly member: number; readonly isListed?: boolean }
	| { readonly op: 'forget'; readonly member: number; readonly isListed?: boolean }
	| { readonly op: 'look' | 'block' }
	| { readonly op: 'refund' }
	| { readonly op: 'link'; readonly member: number; readonly seats?: Seats }
	| { readonly op: 'release'; readonly member: number; readonly revision?: number }
	| { readonly op: 'transfer'; readonly member: number; readonly to: number; readonly revision?: number }
	| {
			readonly op: 'lock' | 'unlock' | 'revoke' | 'lift' | 'free';
			readonly revision?: number;
	  }
	| { readonly op: 'undo'; readonly revision: number }
	/** The limit of concurrent holders: the policy, which is a register of its own. */
	| { readonly op: 'set-seats'; readonly to: number }
	| { readonly op: 'get-seats' };

/** Every number of seats that the policy may have had during the operation. Default: one. */
type Seats = readonly number[];
