import { describe, expect, it } from 'vitest';
import { isLinearizable, type Model, type Operation } from './checker.js';

type Input = { readonly op: 'read' } | { readonly op: 'write'; readonly value: number };

/** A register, which begins with 0. */
const register: Model<number, Input> = {
	initial: 0,
	keyOf: String,
	step: (value, input) =>
		input.op === 'read' ? { output: `${value}`, next: value } : { output: 'ok', next: input.value },
};
const write = (value: number, calledAt: number, returnedAt: number): Operation<Input> => {
	return { process: `writes ${value}`, input: { op: 'write', value }, calledAt, returnedAt, output: 'ok' };
};
const read = (output: string, calledAt: number, returnedAt: number): Operation<Input> => {
	return { process: `reads ${output}`, input: { op: 'read' }, calledAt, returnedAt, output };
};

describe('the search for a linearization', () => {
	it.each([
		['a read beside a write may see the state before', true, [write(1, 0, 9), read('0', 1, 2)]],
		['a read beside a write may see the state after', true, [write(1, 0, 9), read('1', 1, 2)]],
		['a read after a write sees it', false, [write(1, 0, 1), read('0', 2, 3)]],
		['no read goes back', false, [write(1, 0, 9), read('1', 1, 2), read('0', 3, 4)]],
		['writes have an order', false, [write(1, 0, 5), write(2, 0, 5), read('1', 6, 7), read('2', 8, 9)]],
	] as const)('knows that %s', (_, isExplained, history) => {
		expect(isLinearizable(register, history)).toBe(isExplained);
	});

	it('decides twelve concurrent writes, since it looks at no place twice, and gives up past its limit', () => {
		const history = Array.from({ length: 12 }, (_, index) => write(index % 2, 0, 100));
		// 12! orders, and 2 states of 4,096 sets of operations.
		const last = read('7', 101, 102);
		expect(isLinearizable(register, [...history, last], 10_000)).toBe(false);
		expect(isLinearizable(register, [...history, last], 1_000)).toBe('undecided');
	});
});
