import type { Model, Step } from './history.js';

// The sequential rules of one code: the rules that people rely on, without stores, lists, swaps or processes. Members
// are numbers. No person here is staff and holder, no reserved seat becomes free, and no
// undo comes too late: a history takes seconds.

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

/** The part that a change by staff replaces, and an undo brings back. */
interface Replaceable {
	readonly holders: readonly number[];
	/** The members for whom a seat is kept. */
	readonly kept: readonly number[];
	readonly locked: boolean;
	/** `refunded`: the shop says so; `blocked`: staff say so, whatever the shop says. */
	readonly status: 'active' | 'refunded' | 'blocked';
}

export interface Code extends Replaceable {
	readonly revision: number;
	readonly undo: { readonly revision: number; readonly before: Replaceable } | undefined;
	/** All present and former holders in its history. */
	readonly named: readonly number[];
	/** A member has moved it to another account, which they can do once in 90 days. */
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

/** One code. `undefined`: nothing is stored of it. */
export const claimModel: Model<Code | undefined, Input, string> = {
	initial: undefined,
	keyOf: (code) => JSON.stringify(code) ?? '',
	step(code, input) {
		const { seats = [1] } = 'seats' in input ? input : {};
		const steps = seats.map((each) => afterOne(code, input, each));
		const isMissed = 'isListed' in input && input.isListed === false;
		return isMissed ? [...steps, { output: 'not-held', next: code }] : steps;
	},
};

/** How many seats the policy gives: a plain register, one by default. */
export const seatsModel: Model<number, Input, string> = {
	initial: 1,
	keyOf: String,
	step: (seats, input) =>
		input.op === 'set-seats' ? [{ output: 'set', next: input.to }] : [{ output: `${seats}`, next: seats }],
};

function afterOne(code: Code | undefined, input: Input, seats: number): Step<Code | undefined, string> {
	const stays = (output: string) => ({ output, next: code });
	switch (input.op) {
		case 'claim':
			return claimed(code, input.member, seats);
		case 'link':
			return linked(code, input.member, seats);
		case 'block':
			return code === undefined
				? byStaff({ ...fresh }, { status: 'blocked' })
				: staffAct(code, { op: 'revoke' });
		case 'present':
			return { output: presented(code, input.member, seats), next: code };
		case 'held':
			return stays(code === undefined ? 'not-held' : holdingOf(code, input.member));
		case 'look':
			return stays(code === undefined ? 'unknown' : shown(code));
		case 'set-seats':
		case 'get-seats':
			throw new Error('The policy is a register of its own');
	}
	if (code === undefined) return stays(unknownTo[input.op] ?? 'unknown');
	return isMembers(input) ? membersAct(code, input) : staffAct(code, input);
}

const unknownTo: Readonly<Partial<Record<Input['op'], string>>> = {
	unlink: 'not-yours',
	move: 'not-yours',
	forget: 'not-held',
	refund: 'no',
};

type MembersAct = Extract<Input, { op: 'unlink' | 'move' | 'forget' | 'refund' }>;
type StaffAct = Extract<
	Input,
	{ op: 'release' | 'transfer' | 'lock' | 'unlock' | 'revoke' | 'lift' | 'free' | 'undo' }
>;

function isMembers(input: Input): input is MembersAct {
	return ['unlink', 'move', 'forget', 'refund'].includes(input.op);
}

function claimed(code: Code = fresh, member: number, seats: number): Step<Code, string> {
	const isHolder = code.holders.includes(member);
	if (code.status === 'blocked') return { output: 'revoked-by-staff', next: code };
	if (!isHolder && !hasSeat(code, member, seats)) return { output: 'taken', next: code };
	const held = isHolder ? code : withHolder(code, member);
	// The shop has just confirmed it.
	const next = held.status === 'refunded' ? changed(held, { status: 'active' }) : held;
	return { output: `${isHolder ? 'already-yours' : 'claimed'} ${holdingOf(next, member)}`, next };
}

function presented(code: Code | undefined, member: number, seats: number): string {
	if (code === undefined) return 'unclaimed';
	if (code.status === 'blocked') return 'revoked-by-staff';
	if (!code.holders.includes(member)) return hasSeat(code, member, seats) ? 'unclaimed' : 'taken';
	return `${code.status === 'refunded' ? 'revoked-yours' : 'already-yours'} ${holdingOf(code, member)}`;
}

function linked(code: Code | undefined, member: number, seats: number): Step<Code, string> {
	const before = code ?? fresh;
	if (before.holders.includes(member)) return { output: 'already-held', next: before };
	if (!hasSeat(before, member, seats)) return { output: 'not-free', next: before };
	const { holders, kept } = withHolder(before, member);
	return byStaff(before, { holders, kept }, [member]);
}

function membersAct(code: Code, input: MembersAct): Step<Code, string> {
	const stays = (output: string) => ({ output, next: code });
	if (input.op === 'refund') {
		if (code.status !== 'active') return stays('no');
		return { output: 'refunded', next: changed(code, { status: 'refunded' }) };
	}
	const { member } = input;
	const isHolder = code.holders.includes(member);
	const holders = code.holders.filter((each) => each !== member);
	if (input.op === 'forget') {
		const { undo: _, ...rest } = code;
		const next = { ...rest, undo: undefined, named: code.named.filter((each) => each !== member) };
		const kept = isHolder ? [...code.kept, member] : code.kept;
		const output = isHolder ? 'held' : 'not-held';
		return { output, next: code.named.includes(member) ? changed(next, { holders, kept }) : code };
	}
	if (!isHolder) return stays('not-yours');
	switch (input.op) {
		case 'unlink':
			if (code.locked) return stays('locked');
			return {
				output: 'unlinked',
				next: changed(code, { holders, kept: [...code.kept, member] }, [member]),
			};
		case 'move': {
			if (code.status !== 'active') return stays('locked');
			if (code.isMoved) return stays('moved-lately');
			if (code.locked) return stays('locked');
			if (code.holders.includes(input.to)) return stays('already-held');
			// Staff can undo it.
			const { next } = byStaff(code, replacing(code, member, input.to), [member, input.to]);
			return { output: 'moved', next: { ...next, isMoved: true } };
		}
	}
}

function staffAct(code: Code, input: StaffAct): Step<Code, string> {
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
	}
}

/** A change by staff: it can be undone until something else happens. */
function byStaff(
	code: Code,
	change: Partial<Replaceable>,
	named: readonly number[] = [],
): Step<Code, string> {
	const { holders, kept, locked, status } = code;
	const after = changed(code, change, named);
	const next = { ...after, undo: { revision: after.revision, before: { holders, kept, locked, status } } };
	return { output: `done ${shown(next)}`, next };
}

function changed(code: Code, change: Partial<Replaceable>, named: readonly number[] = []): Code {
	const all = [...new Set([...code.named, ...named])].sort();
	return { ...code, ...change, revision: code.revision + 1, named: all };
}

function hasSeat({ locked, status, holders, kept }: Code, member: number, seats: number): boolean {
	if (locked || status === 'blocked') return false;
	return kept.includes(member) || holders.length + kept.length < seats;
}

function withHolder(code: Code, member: number): Code {
	const holders = [...code.holders, member];
	return changed(code, { holders, kept: code.kept.filter((each) => each !== member) }, [member]);
}

/** Another member has the holder's place. */
function replacing(code: Code, member: number, to: number): Partial<Replaceable> {
	const holders = code.holders.map((each) => (each === member ? to : each));
	return { holders, kept: code.kept.filter((each) => each !== to) };
}

/** A code as its holder sees it. */
export function holdingOf(code: Pick<Code, 'holders' | 'locked' | 'status'>, member: number): string {
	if (!code.holders.includes(member)) return 'not-held';
	return `${code.locked ? 'locked ' : ''}${code.status === 'active' ? 'active' : 'revoked'}`;
}
