import type { Operation } from './checker.js';
import { type Input, operations } from './claim-model.js';
import type { Clerk } from './clerk.js';

const codesPerTurn = 4;
const membersPerTurn = 4;

/**
 * The codes of a turn: few, so that all members compete for them, and new ones in each turn, so that their histories
 * stay short.
 */
function codesOf(turn: number): number[] {
	return Array.from({ length: codesPerTurn }, (_, index) => turn * codesPerTurn + index);
}

/** The members of a turn, who never use codes of other turns, so all their purchases are among these codes. */
function membersOf(turn: number): number[] {
	return Array.from({ length: membersPerTurn }, (_, index) => turn * 10 + 1 + index);
}

/** An operation on one code, or on several, each of which sees its part. */
export interface LoggedOperation extends Omit<Operation<Input>, 'output'> {
	readonly codes: readonly number[];
	/** One for each code. */
	readonly outputs: readonly string[];
}

interface WalkOptions {
	readonly process: string;
	readonly clerk: Clerk;
	/** Each operation is added when it has ended. */
	readonly log: LoggedOperation[];
	/** Returns a later time with each call. */
	readonly tick: () => number;
	readonly random: () => number;
	/** Selects the current codes and members. */
	readonly turn: () => number;
	readonly isOver: () => boolean;
}

/** Performs one operation after another until `isOver`, as a single user of a process would. */
export async function walk(options: WalkOptions): Promise<void> {
	const { process, clerk, log, tick, random, turn, isOver } = options;
	const revisions = new Map<number, number>();
	while (!isOver()) {
		const at = turn();
		const all = codesOf(at);
		const code = pick(random, all);
		const input = anyInput(random, membersOf(at), revisions.get(code));
		const codes = input.op === 'held' || input.op === 'forget' ? all : [code];
		const called = { process, codes, input, calledAt: tick() };
		const outputs = await clerk.perform(input, codes);
		log.push({ ...called, outputs, returnedAt: tick() });
		const revision = /\br(\d+) \[/.exec(outputs[0] ?? '')?.[1];
		if (revision !== undefined) revisions.set(code, Number(revision));
	}
}

/** How often each operation is done, chosen so that codes have holders, and locks and blocks don't last long. */
const weights: Readonly<Record<Input['op'], number>> = {
	...{ claim: 20, present: 8, held: 6, unlink: 7, move: 4, forget: 3, refund: 3, look: 8, block: 1, link: 4 },
	...{ release: 6, transfer: 8, lock: 3, unlock: 6, revoke: 2, lift: 5, free: 5, undo: 12 },
};
const bag = operations.flatMap((op) => Array<Input['op']>(weights[op]).fill(op));

/** `latest`: the latest revision the user has seen, which may be outdated. */
function anyInput(random: () => number, members: readonly number[], latest: number | undefined): Input {
	const op = pick(random, bag);
	const member = pick(random, members);
	const others = members.filter((each) => each !== member);
	const two = { member, to: pick(random, others) };
	if (op === 'undo') return latest === undefined ? { ...two, op: 'look' } : { ...two, op, revision: latest };
	return { ...two, op, revision: random() < 0.3 ? latest : undefined };
}

function pick<Value>(random: () => number, values: readonly Value[]): Value {
	const value = values[Math.floor(random() * values.length)];
	if (value === undefined) throw new Error('There is nothing to choose from');
	return value;
}
