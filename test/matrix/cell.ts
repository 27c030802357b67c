import type { Fault } from './fault.js';
import type { Operation } from './operation.js';

/** The results of one operation under one fault. Times in milliseconds, in no order. */
export interface Cell {
	readonly operation: string;
	readonly fault: string;
	readonly runs: number;
	readonly acknowledged: number[];
	readonly answered: number[];
	/** Acts whose first answer was to wait or to try again. */
	waiting: number;
	/** Acts of which Discord took no acknowledgement, where it is the fault that it takes none. */
	untaken: number;
	falseInvalid: number;
	lost: number;
	doubled: number;
	wrongRoles: number;
	secrets: number;
	/** Every rule that was broken, in words. */
	readonly broken: string[];
}

export function newCell({ name }: Operation, fault: Fault, runs: number): Cell {
	return {
		operation: name,
		fault: fault.name,
		runs,
		acknowledged: [],
		answered: [],
		waiting: 0,
		untaken: 0,
		falseInvalid: 0,
		lost: 0,
		doubled: 0,
		wrongRoles: 0,
		secrets: 0,
		broken: [],
	};
}

/** The combined results of several rounds of the same operations, in the same order. */
export function together(rounds: readonly (readonly Cell[])[]): readonly Cell[] {
	const [first = [], ...others] = rounds;
	return first.map((cell, index) => others.map((cells) => cells[index]).reduce<Cell>(sum, cell));
}

function sum(one: Cell, other: Cell | undefined): Cell {
	if (other === undefined) return one;
	return {
		...one,
		runs: one.runs + other.runs,
		acknowledged: [...one.acknowledged, ...other.acknowledged],
		answered: [...one.answered, ...other.answered],
		waiting: one.waiting + other.waiting,
		untaken: one.untaken + other.untaken,
		falseInvalid: one.falseInvalid + other.falseInvalid,
		lost: one.lost + other.lost,
		doubled: one.doubled + other.doubled,
		wrongRoles: one.wrongRoles + other.wrongRoles,
		secrets: one.secrets + other.secrets,
		broken: [...one.broken, ...other.broken],
	};
}
