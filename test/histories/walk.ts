import { AppError } from '../../src/base/errors.js';
import type { Input } from './claim-model.js';
import type { Clerk } from './clerk.js';
import type { LoggedOperation } from './judge.js';

const codesPerTurn = 4;
const membersPerTurn = 4;

/**
 * The codes of a turn: few, so that all members meet over them, and new ones in each turn, so that their histories stay
 * short.
 */
function codesOf(turn: number): number[] {
	return Array.from({ length: codesPerTurn }, (_, index) => turn * codesPerTurn + index);
}

/** Its members, who have nothing to do with the codes of other turns: what one of them has is all among these. */
function membersOf(turn: number): number[] {
	return Array.from({ length: membersPerTurn }, (_, index) => turn * 10 + 1 + index);
}

interface WalkOptions {
	/** The name of the process that the user works in. */
	readonly process: string;
	readonly clerk: Pick<Clerk, 'perform'>;
	/** Every operation is added when it has ended. */
	readonly log: LoggedOperation[];
	/** Later at each call. */
	readonly tick: () => number;
	readonly random: () => number;
	/** Selects the current codes and members. */
	readonly turn: () => number;
	readonly isOver: () => boolean;
}

/** One operation after another, as a single user of a process would, until it is over. */
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
		try {
			const outputs = await clerk.perform(input, codes);
			log.push({ ...called, outputs, returnedAt: tick() });
			const revision = /\br(\d+) \[/.exec(outputs[0] ?? '')?.[1];
			if (revision !== undefined) revisions.set(code, Number(revision));
		} catch (error) {
			log.push({ ...called, error: nameOf(error), returnedAt: Number.POSITIVE_INFINITY });
		}
	}
}

/** How often each is done: so that codes have holders, and locks and blocks don't stand for long. */
const weights = {
	claim: 20,
	present: 8,
	look: 8,
	held: 6,
	unlink: 7,
	move: 4,
	forget: 3,
	release: 6,
	transfer: 8,
	lock: 3,
	unlock: 6,
	revoke: 2,
	lift: 5,
	free: 5,
	undo: 12,
	refund: 3,
	link: 4,
	block: 1,
	'set-seats': 3,
	'get-seats': 2,
} as const satisfies Readonly<Record<Input['op'], number>>;

const bag = Object.entries(weights).flatMap(([op, weight]) =>
	Array<Input['op']>(weight).fill(op as Input['op']),
);

/** `revision`: the latest that the user knows of, which may be out of date. */
function anyInput(random: () => number, members: readonly number[], revision: number | undefined): Input {
	const op = pick(random, bag);
	const member = pick(random, members);
	const to = pick(
		random,
		members.filter((each) => each !== member),
	);
	const known = revision !== undefined && random() < 0.3 ? { revision } : {};
	switch (op) {
		case 'claim':
		case 'present':
		case 'unlink':
		case 'held':
		case 'forget':
		case 'link':
			return { op, member };
		case 'move':
			return { op, member, to };
		case 'look':
		case 'refund':
		case 'block':
		case 'get-seats':
			return { op };
		case 'release':
			return { op, member, ...known };
		case 'transfer':
			return { op, member, to, ...known };
		case 'lock':
		case 'unlock':
		case 'revoke':
		case 'lift':
		case 'free':
			return { op, ...known };
		case 'undo':
			return revision === undefined ? { op: 'look' } : { op, revision };
		case 'set-seats':
			return { op, to: 1 + Math.floor(random() * 3) };
	}
}

function pick<Value>(random: () => number, values: readonly Value[]): Value {
	const value = values[Math.floor(random() * values.length)];
	if (value === undefined) throw new Error('There is nothing to choose from');
	return value;
}

function nameOf(error: unknown): string {
	if (error instanceof AppError) return error.code;
	return error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
}
