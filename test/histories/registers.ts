import type { Model, Operation } from './history.js';

// Models for the tests of the search.

/** `E`nqueue and `D`equeue; a `D` of an empty queue never returns. */
export type QueueInput = { readonly op: 'E'; readonly value: string } | { readonly op: 'D' };

export const queueModel: Model<string, QueueInput, string> = {
	initial: '',
	keyOf: (queue) => queue,
	step(queue, input) {
		if (input.op === 'E') return [{ output: 'ok', next: queue + input.value }];
		return queue === '' ? [] : [{ output: queue.charAt(0), next: queue.slice(1) }];
	},
};

export type RegisterInput = { readonly op: 'read' } | { readonly op: 'write'; readonly value: number };

/** A register, which begins with 0. */
export const registerModel: Model<number, RegisterInput, string> = {
	initial: 0,
	keyOf: String,
	step(value, input) {
		if (input.op === 'read') return [{ output: `${value}`, next: value }];
		return [{ output: 'ok', next: input.value }];
	},
};

/** A read by process P from 25 to 75 that saw 100 is `seen('P', { op: 'read' }, 25, 75, '100')`. */
export function seen<Input>(
	process: string,
	input: Input,
	calledAt: number,
	returnedAt: number,
	output: string,
): Operation<Input, string> {
	return { process, input, calledAt, returnedAt, output };
}
