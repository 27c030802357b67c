import { describe, expect, it } from 'vitest';
import { check } from './checker.js';
import { type QueueInput, queueModel, type RegisterInput, registerModel, seen } from './registers.js';

describe('the search for a linearization', () => {
	const write = (value: number, calledAt: number, returnedAt: number) =>
		seen<RegisterInput>(`writes ${value}`, { op: 'write', value }, calledAt, returnedAt, 'ok');
	const read = (output: string, calledAt: number, returnedAt: number) =>
		seen<RegisterInput>(`reads ${output}`, { op: 'read' }, calledAt, returnedAt, output);

	it.each([
		['a read beside a write sees either state', 'linearizable', [write(1, 0, 9), read('0', 1, 2)]],
		['a read beside a write sees either state', 'linearizable', [write(1, 0, 9), read('1', 1, 2)]],
		['a read after a write sees it', 'violated', [write(1, 0, 1), read('0', 2, 3)]],
		[
			'no read sees a state before the one seen',
			'violated',
			[write(1, 0, 9), read('1', 1, 2), read('0', 3, 4)],
		],
		[
			'two writes have an order',
			'violated',
			[write(1, 0, 5), write(2, 0, 5), read('1', 6, 7), read('2', 8, 9)],
		],
	] as const)('knows that %s: %s', (_, kind, history) => {
		expect(check(registerModel, history).kind).toBe(kind);
	});

	it.each([
		['x', 'y', 'linearizable'],
		['y', 'x', 'violated'],
	])('knows a queue from a stack: %s, then %s', (first, second, kind) => {
		const put = (value: string, at: number) =>
			seen<QueueInput>(`puts ${value}`, { op: 'E', value }, at, at + 1, 'ok');
		const take = (output: string, at: number) =>
			seen<QueueInput>(`takes ${output}`, { op: 'D' }, at, at + 1, output);
		const history = [put('x', 0), put('y', 2), take(first, 4), take(second, 6)];
		expect(check(queueModel, history).kind).toBe(kind);
	});

	it('looks at no place twice, so that twelve concurrent writes are decided', () => {
		const history = Array.from({ length: 12 }, (_, index) => write(index % 2, 0, 100));
		// 12! orders, and 2 states of 4,096 sets of operations.
		expect(check(registerModel, [...history, read('7', 101, 102)], 10_000).kind).toBe('violated');
	});

	it('gives up where there is more than it may look at', () => {
		const history = Array.from({ length: 20 }, (_, index) => write(index, 0, 100));
		expect(check(registerModel, [...history, read('77', 101, 102)], 1_000).kind).toBe('undecided');
	});
});
