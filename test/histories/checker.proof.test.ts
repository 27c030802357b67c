import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.js';
import { check } from './checker.js';
import { type History, hasReturned, type Model, type Operation } from './history.js';
import {
	pending,
	type QueueInput,
	queueModel,
	type RegisterInput,
	registerModel,
	seen,
} from './registers.js';

/**
 * By the definition alone: any order of all that returned and of some that did not, in which nothing comes before what
 * had returned when it was called, and which the model allows from the beginning to the end.
 */
function hasOrder<State, Input>(
	model: Model<State, Input, string>,
	history: History<Input, string>,
): boolean {
	const needed = history.filter(hasReturned).length;
	return orders(history.length).some((indices) => {
		const order = indices.flatMap((index) => history[index] ?? []);
		if (order.filter(hasReturned).length < needed) return false;
		const isInTime = order.every((each, index) =>
			order.slice(index + 1).every((later) => later.returnedAt >= each.calledAt),
		);
		if (!isInTime) return false;
		let states = [model.initial];
		for (const { input, output } of order) {
			const steps = states.flatMap((state) => model.step(state, input));
			states = steps.filter((step) => output === undefined || step.output === output).map(({ next }) => next);
		}
		return states.length > 0;
	});
}

const known = new Map<number, readonly number[][]>();

/** Every sequence of the first numbers without repetition, of every length. */
function orders(count: number): readonly number[][] {
	const all = known.get(count) ?? sequencesOf(Array.from({ length: count }, (_, index) => index));
	known.set(count, all);
	return all;
}

function sequencesOf(numbers: readonly number[]): number[][] {
	return [
		[],
		...numbers.flatMap((first) =>
			sequencesOf(numbers.filter((each) => each !== first)).map((rest) => [first, ...rest]),
		),
	];
}

/** Up to five operations that overlap at random, with answers of which about half make sense. */
function anyHistory<Input>(
	random: () => number,
	input: () => Input,
	output: (input: Input) => string,
): Operation<Input, string>[] {
	return Array.from({ length: 1 + Math.floor(random() * 5) }, (_, index) => {
		const calledAt = Math.floor(random() * 12);
		const asked = input();
		return random() < 0.15
			? pending(`${index}`, asked, calledAt)
			: seen(`${index}`, asked, calledAt, calledAt + Math.floor(random() * 8), output(asked));
	});
}

describe('the search for a linearization', () => {
	it('agrees with the definition on 3,000 small histories of registers and queues', () => {
		const random = seededRandom(1);
		const small = (): number => Math.floor(random() * 3);
		const wrong: unknown[] = [];
		const verdicts = { true: 0, false: 0 };
		const compare = <State, Input>(
			model: Model<State, Input, string>,
			history: History<Input, string>,
		): void => {
			const expected = hasOrder(model, history);
			verdicts[`${expected}`] += 1;
			const { kind } = check(model, history);
			if (kind !== (expected ? 'linearizable' : 'violated')) wrong.push({ history, kind });
		};
		for (let round = 0; round < 1_500; round += 1) {
			const onRegister = (): RegisterInput => {
				const op = (['read', 'write', 'cas'] as const)[small()] ?? 'read';
				return op === 'read' ? { op } : { op, value: small(), expected: small() };
			};
			compare(
				registerModel,
				anyHistory(random, onRegister, ({ op }) => {
					if (op === 'read') return `${small()}`;
					return op === 'write' || random() < 0.5 ? 'ok' : 'failed';
				}),
			);
			const onQueue = (): QueueInput =>
				random() < 0.6 ? { op: 'E', value: 'xyz'.charAt(small()) } : { op: 'D' };
			compare(
				queueModel,
				anyHistory(random, onQueue, ({ op }) => (op === 'E' ? 'ok' : 'xyz'.charAt(small()))),
			);
		}
		expect(wrong).toEqual([]);
		// A checker that always says the same would not have agreed.
		expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(500);
	});

	it('looks at no place twice, so that twelve concurrent writes are decided', () => {
		const history = Array.from({ length: 12 }, (_, index) =>
			seen<RegisterInput>(`${index}`, { op: 'write', value: index % 2 }, 0, 100, 'ok'),
		);
		// 12! orders, and 2 states of 4,096 sets of operations.
		const impossible = seen<RegisterInput>('reader', { op: 'read' }, 101, 102, '7');
		expect(check(registerModel, [...history, impossible], 10_000).kind).toBe('violated');
	});

	it('gives up where there is more than it may look at', () => {
		const history = Array.from({ length: 20 }, (_, index) =>
			seen<RegisterInput>(`${index}`, { op: 'write', value: index }, 0, 100, 'ok'),
		);
		const impossible = seen<RegisterInput>('reader', { op: 'read' }, 101, 102, '77');
		expect(check(registerModel, [...history, impossible], 1_000).kind).toBe('undecided');
	});
});
