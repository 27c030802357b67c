import { check } from './checker.js';
import { claimModel, type Input, seatsModel } from './claim-model.js';
import type { History, Model, Operation } from './history.js';

type Seen = Operation<Input, string>;

/** An operation on one code, or on several, each of which sees a part of it. */
export interface LoggedOperation extends Omit<Seen, 'output'> {
	readonly codes: readonly number[];
	/** One for each code, or undefined if the operation failed. */
	readonly outputs?: readonly string[];
	readonly error?: string;
}

/** The verdict on the histories of all codes. */
export interface Judgement {
	readonly operations: number;
	/** For a person, for each code whose history can't be explained. */
	readonly violations: readonly string[];
}

/**
 * Holds the history of each code against the model, and the history of each policy. An undecidable history is a
 * violation too.
 */
export function judge(logged: readonly LoggedOperation[]): Judgement {
	const seen = byCode(logged);
	const violations: string[] = [];
	for (const [code, history] of seen) {
		const policy = history.filter(({ input }) => isPolicy(input));
		const claims = history
			.filter((operation) => !isPolicy(operation.input) && hasEffect(operation))
			.map((operation) => withList(withSeats(operation, policy), history));
		violations.push(...verdictOf(`code ${code}`, claimModel, claims));
		violations.push(...verdictOf(`seats of code ${code}`, seatsModel, policy));
	}
	for (const { error, process, input } of logged) {
		if (error !== undefined) violations.push(`${process}: ${JSON.stringify(input)} failed with ${error}`);
	}
	return { operations: logged.length, violations };
}

/** Each code's own history: what an operation on several codes saw and did of it counts as one operation on each. */
function byCode(logged: readonly LoggedOperation[]): ReadonlyMap<number, History<Input, string>> {
	const histories = new Map<number, Seen[]>();
	for (const { process, input, calledAt, returnedAt, codes, outputs } of logged) {
		for (const [index, code] of codes.entries()) {
			const history = histories.get(code) ?? [];
			history.push({ process, input, calledAt, returnedAt, output: outputs?.[index] });
			histories.set(code, history);
		}
	}
	return histories;
}

function isPolicy({ op }: Input): boolean {
	return op === 'set-seats' || op === 'get-seats';
}

/** True if it matters: a request without an answer does not. */
function hasEffect({ input, output }: Seen): boolean {
	return output !== undefined || (input.op !== 'look' && input.op !== 'held');
}

/**
 * A member's list is a hint, and the claim is the truth. Deleting a member's data takes the code from the list between
 * the two moments at which a claim of the same member puts it there. The entry comes back with the second one, or with
 * the end of the deletion.
 */
function withList(operation: Seen, history: readonly Seen[]): Seen {
	const { input, calledAt, returnedAt } = operation;
	if (input.op !== 'held' && input.op !== 'forget') return operation;
	const { member } = input;
	const gifts = history.filter((each) => mayGive(each.input, member) && each.calledAt <= returnedAt);
	const isLost = history.some(
		(forget) =>
			forget.input.op === 'forget' &&
			forget.input.member === member &&
			forget !== operation &&
			forget.calledAt <= returnedAt &&
			gifts.some(
				(gift) =>
					gift.calledAt <= forget.returnedAt &&
					gift.returnedAt >= forget.calledAt &&
					Math.max(gift.returnedAt, forget.returnedAt) >= calledAt,
			),
	);
	return isLost ? { ...operation, input: { ...input, isListed: false } } : operation;
}

/** True if it may make the member a holder. */
function mayGive(input: Input, member: number): boolean {
	if (input.op === 'transfer' || input.op === 'move') return input.to === member;
	return input.op === 'undo' || ((input.op === 'claim' || input.op === 'link') && input.member === member);
}

/**
 * Adds every number of seats that the policy may have had during the operation. The policy is read on its
 * own, not in one moment with the claim: what is promised is that it was in force at some moment of the operation.
 */
function withSeats(operation: Seen, policy: readonly Seen[]): Seen {
	const { input, calledAt, returnedAt } = operation;
	if (input.op !== 'claim' && input.op !== 'present' && input.op !== 'link') return operation;
	const initial = { to: 1, calledAt: Number.NEGATIVE_INFINITY, returnedAt: Number.NEGATIVE_INFINITY };
	const settings = [
		initial,
		...policy.flatMap((each) => (each.input.op === 'set-seats' ? [{ ...each, ...each.input }] : [])),
	];
	const possible = settings.filter(
		(setting) =>
			setting.calledAt <= returnedAt &&
			!settings.some((later) => later.calledAt > setting.returnedAt && later.returnedAt < calledAt),
	);
	return { ...operation, input: { ...input, seats: [...new Set(possible.map(({ to }) => to))] } };
}

function verdictOf<State>(
	name: string,
	model: Model<State, Input, string>,
	history: readonly Seen[],
): string[] {
	const verdict = check(model, history);
	if (verdict.kind === 'linearizable') return [];
	if (verdict.kind === 'undecided')
		return [`${name}: too many orders of ${history.length} operations to look at`];
	return [`${name} can't be explained:\n${explained(verdict.prefix, verdict.culprit)}`];
}

const shownBefore = 14;

/** The latest operations before the unfitting operation, in ticks before its return. */
function explained(prefix: readonly Seen[], culprit: Seen): string {
	const at = culprit.returnedAt;
	const before = (time: number): string => `${time - at}`;
	return [...prefix]
		.sort((one, other) => Math.min(one.returnedAt, at) - Math.min(other.returnedAt, at))
		.slice(-shownBefore)
		.map((each) => {
			const { op, seats, ...rest } = { seats: undefined, ...each.input };
			const { process, calledAt, returnedAt, output } = each;
			const end = returnedAt === Number.POSITIVE_INFINITY ? '…' : before(returnedAt);
			const details = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
			const policy = seats === undefined ? [] : [`seats ${seats.join(' or ')}`];
			const isCulprit = each.calledAt === culprit.calledAt && each.process === culprit.process;
			return `  ${isCulprit ? '>' : ' '} ${before(calledAt)} to ${end} ${process}: ${[op, ...details, ...policy].join(' ')} → ${output ?? 'no answer'}`;
		})
		.join('\n');
}
