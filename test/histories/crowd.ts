const codesPerTurn = 4;
const membersPerTurn = 4;

/**
 * The codes of a turn: few, so that all members meet over them, and new ones in each turn, so that their histories stay
 * short.
 */
export function codesOf(turn: number): number[] {
	return Array.from({ length: codesPerTurn }, (_, index) => turn * codesPerTurn + index);
}

/** Its members, who have nothing to do with the codes of other turns: what one of them has is all among these. */
export function membersOf(turn: number): number[] {
	return Array.from({ length: membersPerTurn }, (_, index) => turn * 10 + 1 + index);
}
