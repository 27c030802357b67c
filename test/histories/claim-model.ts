import type { Model } from './checker.js';

// Sequential rules for one code, as people rely on them, without stores, lists, swaps or processes. Members are
// numbers. No staff member is also a holder, no reserved seat becomes free and no undo comes too late, since a history
// takes only seconds.

/**
 * An operation on a code: first those of members, then those of staff, which can be outdated if they have a revision.
 */
export const operations = [
	...(['claim', 'present', 'held', 'unlink', 'move', 'forget', 'refund'] as const),
	...(['look', 'block', 'link', 'release', 'transfer', 'lock', 'unlock'] as const),
	...(['revoke', 'lift', 'free', 'undo'] as const),
];

export interface Input {
	readonly op: (typeof operations)[number];
	readonly member: number;
	/** The other member, for a move or a transfer. */
	readonly to: number;
	/** For actions by staff: applies only if nothing has happened to the code since. Required for an undo. */
	readonly revision?: number | undefined;
}

/** The maximum number of holders at a time. */
export const seats = 2;

/** The part that a change by staff replaces, and an undo restores. */
interface Replaceable {
	readonly holders: readonly number[];
	/** The members with a reserved seat. */
	readonly kept: readonly number[];
	readonly locked: boolean;
	/** `refunded` by the shop; `blocked` by staff, whatever the shop says. */
	readonly status: 'active' | 'refunded' | 'blocked';
}

export interface Code extends Replaceable {
	readonly revision: number;
	readonly undo: { readonly revision: number; readonly before: Replaceable } | undefined;
	/** All present and former holders in its history. */
	readonly named: readonly number[];
	/** A member has moved it to another account, which is possible once in 90 days. */
	readonly isMoved: boolean;
}

const fresh: Code = {
	revision: 0,
	holders: [],
	kept: [],
	locked: false,
	status: 'active',
	undo: undefined,
	named: [],
	isMoved: false,
};

/** A code as staff see it. */
export function described(
	code: Pick<Code, 'revision' | 'holders' | 'locked' | 'status'>,
	kept: number,
	isUndoable: boolean,
): string {
	const marks = [code.locked ? 'locked' : '', code.status, isUndoable ? 'undoable' : ''].filter(Boolean);
	return `r${code.revision} [${code.holders.join(' ')}] kept ${kept} ${marks.join(' ')}`;
}

function shown(code: Code): string {
	return described(code, code.kept.length, code.undo?.revision === code.revision);
}

/** One code. `undefined` if nothing is stored about it. */
export const claimModel: Model<Code | undefined, Input> = {
	initial: undefined,
	keyOf: (code) => JSON.stringify(code) ?? '',
	step,
};

function step(code: Code | undefined, input: Input): Step<Code | undefined> {
	const stays = (output: string) => ({ output, next: code });
	switch (input.op) {
		case 'claim':
			return claimed(code, input.member);
		case 'link':
			return linked(code, input.member);
		case 'block':
			return code === undefined ? byStaff(fresh, { status: 'blocked' }) : stays('changed-since');
		case 'present':
			return stays(presented(code, input.member));
		case 'held':
			return stays(code === undefined ? 'not-held' : holdingOf(code, input.member));
		case 'look':
			return stays(code === undefined ? 'unknown' : shown(code));
		case 'refund':
			if (code?.status !== 'active') return stays('no');
			return { output: 'refunded', next: changed(code, { status: 'refunded' }) };
		case 'forget':
			return code === undefined ? stays('not-held') : forgotten(code, input.member);
		case 'unlink':
			return code === undefined ? stays('refused') : unlinked(code, input.member);
		case 'move':
			return code === undefined ? stays('refused') : moved(code, input);
		default:
			return code === undefined ? stays('unknown') : staffAct(code, input);
	}
}

/** The code after an operation, and the response. */
interface Step<State> {
	readonly output: string;
	readonly next: State;
}

function claimed(code: Code = fresh, member: number): Step<Code> {
	const isHolder = code.holders.includes(member);
	if (code.status === 'blocked') return { output: 'revoked-by-staff', next: code };
	if (!isHolder && !hasSeat(code, member)) return { output: 'taken', next: code };
	const held = isHolder ? code : withHolder(code, member);
	// The shop has just confirmed it.
	const next = held.status === 'refunded' ? changed(held, { status: 'active' }) : held;
	return { output: `${isHolder ? 'already-yours' : 'claimed'} ${holdingOf(next, member)}`, next };
}

function presented(code: Code | undefined, member: number): string {
	if (code === undefined) return 'unclaimed';
	if (code.status === 'blocked') return 'revoked-by-staff';
	if (!code.holders.includes(member)) return hasSeat(code, member) ? 'unclaimed' : 'taken';
	return `${code.status === 'refunded' ? 'revoked-yours' : 'already-yours'} ${holdingOf(code, member)}`;
}

function linked(code: Code | undefined, member: number): Step<Code> {
	const before = code ?? fresh;
	if (before.holders.includes(member)) return { output: 'already-held', next: before };
	if (!hasSeat(before, member)) return { output: 'not-free', next: before };
	const { holders, kept } = withHolder(before, member);
	return byStaff(before, { holders, kept }, [member]);
}

function forgotten(code: Code, member: number): Step<Code> {
	const isHolder = code.holders.includes(member);
	const output = isHolder ? 'held' : 'not-held';
	if (!code.named.includes(member)) return { output, next: code };
	const without = (ids: readonly number[]) => ids.filter((each) => each !== member);
	const kept = isHolder ? [...code.kept, member] : code.kept;
	const next = { ...code, undo: undefined, named: without(code.named) };
	return { output, next: changed(next, { holders: without(code.holders), kept }) };
}

function unlinked(code: Code, member: number): Step<Code> {
	const { holders, locked, status } = code;
	if (!holders.includes(member) || locked || status !== 'active') return { output: 'refused', next: code };
	const left = { holders: holders.filter((each) => each !== member), kept: [...code.kept, member] };
	return { output: 'unlinked', next: changed(code, left, [member]) };
}

function moved(code: Code, { member, to }: Input): Step<Code> {
	const { holders, locked, status, isMoved } = code;
	const isPossible = holders.includes(member) && !holders.includes(to) && status === 'active';
	if (!isPossible || locked || isMoved) return { output: 'refused', next: code };
	// Staff can undo it.
	const { next } = byStaff(code, replacing(code, member, to), [member, to]);
	return { output: 'moved', next: { ...next, isMoved: true } };
}

function staffAct(code: Code, input: Input): Step<Code> {
	const stays = (output: string) => ({ output, next: code });
	const isStale = input.op !== 'undo' && input.revision !== undefined && input.revision !== code.revision;
	if (isStale) return stays('changed-since');
	switch (input.op) {
		case 'release': {
			if (code.locked) return stays('locked');
			if (!code.holders.includes(input.member)) return stays('not-held');
			const holders = code.holders.filter((member) => member !== input.member);
			return byStaff(code, { holders }, [input.member]);
		}
		case 'transfer': {
			if (code.locked) return stays('locked');
			if (!code.holders.includes(input.member)) return stays('not-held');
			if (code.holders.includes(input.to)) return stays('already-held');
			return byStaff(code, replacing(code, input.member, input.to), [input.member, input.to]);
		}
		case 'lock':
			return code.locked ? stays('already-locked') : byStaff(code, { locked: true });
		case 'unlock':
			return code.locked ? byStaff(code, { locked: false }) : stays('not-locked');
		case 'revoke':
			return code.status === 'blocked' ? stays('already-revoked') : byStaff(code, { status: 'blocked' });
		case 'lift':
			return code.status === 'blocked' ? byStaff(code, { status: 'active' }) : stays('not-revoked');
		case 'free':
			if (code.locked) return stays('locked');
			return code.kept.length === 0 ? stays('no-kept-seat') : byStaff(code, { kept: [] });
		case 'undo': {
			const { undo, revision } = code;
			if (undo?.revision !== revision || input.revision !== revision) return stays('changed-since');
			const next = { ...changed(code, undo.before), undo: undefined };
			return { output: `done ${shown(next)}`, next };
		}
		default:
			throw new Error(`${input.op} is none of staff`);
	}
}

/** Applies a change by staff, which can be undone until something else happens. */
function byStaff(code: Code, change: Partial<Replaceable>, named: readonly number[] = []): Step<Code> {
	const { holders, kept, locked, status } = code;
	const after = changed(code, change, named);
	const next = { ...after, undo: { revision: after.revision, before: { holders, kept, locked, status } } };
	return { output: `done ${shown(next)}`, next };
}

function changed(code: Code, change: Partial<Replaceable>, named: readonly number[] = []): Code {
	const all = [...new Set([...code.named, ...named])].sort();
	return { ...code, ...change, revision: code.revision + 1, named: all };
}

function hasSeat({ locked, status, holders, kept }: Code, member: number): boolean {
	if (locked || status === 'blocked') return false;
	return kept.includes(member) || holders.length + kept.length < seats;
}

function withHolder(code: Code, member: number): Code {
	const holders = [...code.holders, member];
	return changed(code, { holders, kept: code.kept.filter((each) => each !== member) }, [member]);
}

/** Gives the holder's place to another member. */
function replacing(code: Code, member: number, to: number): Partial<Replaceable> {
	const holders = code.holders.map((each) => (each === member ? to : each));
	return { holders, kept: code.kept.filter((each) => each !== to) };
}

/** A code as its holder sees it. */
export function holdingOf(code: Pick<Code, 'holders' | 'locked' | 'status'>, member: number): string {
	if (!code.holders.includes(member)) return 'not-held';
	return `${code.locked ? 'locked ' : ''}${code.status === 'active' ? 'active' : 'revoked'}`;
}
