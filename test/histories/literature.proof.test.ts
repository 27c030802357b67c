import { describe, expect, it } from 'vitest';
import { check } from './checker.js';
import type { History, Model } from './history.js';
import {
	pending,
	type QueueInput,
	queueModel,
	type RegisterInput,
	registerModel,
	type SetInput,
	seen,
	setModel,
} from './registers.js';

// Histories whose verdicts are published. If a source has events, their places are the times.

const enqueue = (value: string): QueueInput => ({ op: 'E', value });
const dequeue: QueueInput = { op: 'D' };
const read: RegisterInput = { op: 'read' };
const write = (value: number): RegisterInput => ({ op: 'write', value });
const cas = (expected: number, value: number): RegisterInput => ({ op: 'cas', expected, value });
const add = (value: number): SetInput => ({ op: 'add', value });
const readSet: SetInput = { op: 'read' };

function isLinearizable<State, Input>(
	model: Model<State, Input, string>,
	history: History<Input, string>,
): boolean {
	return check(model, history).kind === 'linearizable';
}

// Herlihy and Wing, Linearizability: A Correctness Condition for Concurrent Objects, TOPLAS 12(3), 1990, figure 1.
describe('the queues of Herlihy and Wing', () => {
	it.each<[string, boolean, History<QueueInput, string>]>([
		[
			'H1: overlapping enqueues come out in either order',
			true,
			[
				seen('A', enqueue('x'), 1, 4, 'ok'),
				seen('B', enqueue('y'), 2, 3, 'ok'),
				seen('B', dequeue, 5, 6, 'x'),
				seen('A', dequeue, 7, 8, 'y'),
				pending('A', enqueue('z'), 9),
			],
		],
		[
			'H2: x was in before y, and y comes out first',
			false,
			[
				seen('A', enqueue('x'), 1, 2, 'ok'),
				seen('B', enqueue('y'), 3, 5, 'ok'),
				seen('A', dequeue, 4, 6, 'y'),
			],
		],
		[
			'H3: what is enqueued has an effect before it returns',
			true,
			[pending('A', enqueue('x'), 1), seen('B', dequeue, 2, 3, 'x')],
		],
		[
			'H4: y is enqueued once and dequeued twice',
			false,
			[
				seen('A', enqueue('x'), 1, 3, 'ok'),
				seen('B', enqueue('y'), 2, 4, 'ok'),
				seen('A', dequeue, 5, 7, 'y'),
				seen('C', dequeue, 6, 8, 'y'),
			],
		],
	])('%s', (_, expected, history) => {
		expect(isLinearizable(queueModel, history)).toBe(expected);
	});
});

// Lamport, On Interprocess Communication, Distributed Computing 1, 1986: what makes a regular register atomic.
describe("Lamport's registers", () => {
	it.each<[string, boolean, History<RegisterInput, string>]>([
		[
			'a read beside a write sees the old value or the new one',
			true,
			[seen('W', write(1), 1, 10, 'ok'), seen('R', read, 2, 3, '0'), seen('R', read, 4, 5, '1')],
		],
		[
			'no read sees the old value after another has seen the new one',
			false,
			[seen('W', write(1), 1, 10, 'ok'), seen('R', read, 2, 3, '1'), seen('R', read, 4, 5, '0')],
		],
	])('%s', (_, expected, history) => {
		expect(isLinearizable(registerModel, history)).toBe(expected);
	});
});

// Anish Athalye's Porcupine, porcupine_test.go: TestRegisterModel (after MIT's 6.824, quiz 2 of 2017), TestZeroDuration
// and TestSetModel.
describe("Porcupine's examples", () => {
	it.each<[string, boolean, History<RegisterInput, string>]>([
		[
			'two reads within a write see it in either order',
			true,
			[seen('0', write(100), 0, 100, 'ok'), seen('1', read, 25, 75, '100'), seen('2', read, 30, 60, '0')],
		],
		[
			'a later read does not see the older value',
			false,
			[seen('0', write(200), 0, 100, 'ok'), seen('1', read, 10, 30, '200'), seen('2', read, 40, 90, '0')],
		],
		[
			'operations without any duration overlap at their moment',
			true,
			[
				seen('0', write(100), 0, 100, 'ok'),
				seen('1', read, 25, 75, '100'),
				seen('2', read, 30, 30, '0'),
				seen('3', read, 30, 30, '0'),
			],
		],
		[
			'and come before what is called later',
			false,
			[
				seen('0', write(200), 0, 100, 'ok'),
				seen('1', read, 10, 10, '200'),
				seen('2', read, 10, 10, '200'),
				seen('3', read, 40, 90, '0'),
			],
		],
	])('registers: %s', (_, expected, history) => {
		expect(isLinearizable(registerModel, history)).toBe(expected);
	});

	it.each<[string, boolean, History<SetInput, string>]>([
		[
			'one of two adds is seen',
			true,
			[seen('0', add(100), 0, 5, 'ok'), seen('1', add(0), 1, 4, 'ok'), seen('2', readSet, 2, 3, '100')],
		],
		[
			'both are seen',
			true,
			[seen('0', add(100), 0, 5, 'ok'), seen('1', add(110), 1, 4, 'ok'), seen('2', readSet, 2, 3, '100 110')],
		],
		[
			'it is not known what was seen',
			true,
			[seen('0', add(100), 0, 5, 'ok'), seen('1', add(110), 1, 4, 'ok'), pending('2', readSet, 2)],
		],
		[
			'one is seen twice',
			false,
			[
				seen('0', add(100), 0, 5, 'ok'),
				seen('1', add(110), 1, 4, 'ok'),
				seen('2', readSet, 2, 3, '100 100 110'),
			],
		],
	])('sets: %s', (_, expected, history) => {
		expect(isLinearizable(setModel, history)).toBe(expected);
	});
});

// Kyle Kingsbury's Knossos, the checker of Jepsen: test/knossos/wgl_test.clj and data/cas-register/bad.
describe("Knossos' examples", () => {
	it.each<[string, boolean, History<RegisterInput, string>]>([
		['crash-test: a write that nobody knows the end of', true, [pending('0', write(1), 0)]],
		['sequential-test: the value at the beginning', true, [seen('0', read, 0, 1, '0')]],
		['read-wrong-initial-value-test', false, [seen('0', read, 0, 1, '1')]],
		[
			'preserves-indices-test: a value that nobody has written',
			false,
			[seen('0', write(1), 5, 7, 'ok'), seen('0', read, 99, 100, '2')],
		],
		// The write is known to have failed, so it is no part of the history.
		['immediate-failure: a write that failed is read', false, [seen('1', read, 0, 3, '3')]],
		[
			'cas-failure, in short: after a write of 2 has been completed, 0 is read again',
			false,
			[
				seen('76', write(2), 0, 5, 'ok'),
				seen('74', read, 1, 3, '0'),
				pending('77', cas(1, 1), 2),
				seen('70', read, 6, 8, '0'),
			],
		],
	])('%s', (_, expected, history) => {
		expect(isLinearizable(registerModel, history)).toBe(expected);
	});

	it('rethink-fail-minimal: it is the read of 3 that cannot be, not the read after it', () => {
		const wrong = seen('1', read, 2, 4, '3');
		const verdict = check(registerModel, [
			seen('0', write(0), 0, 1, 'ok'),
			wrong,
			seen('2', write(4), 3, 5, 'ok'),
			seen('3', read, 6, 7, '4'),
		]);
		expect(verdict).toMatchObject({ kind: 'violated', culprit: wrong });
	});
});
