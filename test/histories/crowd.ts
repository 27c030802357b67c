const codesAtOnce = 4;
const membersAtOnce = 4;

/**
 * The codes of a turn: few, so that everybody meets over them, and new ones in each turn, so that their histories stay
 * short.
 */
export function codesOf(turn: number): number[] {
	return Array.from({ length: codesAtOnce }, (_, index) => turn * codesAtOnce + index);
}

/** Its members, who have nothing to do with the codes of other turns: what one of them has is all among these. */
export function membersOf(turn: number): number[] {
	return Array.from({ length: membersAtOnce }, (_, index) => turn * 10 + 1 + index);
}
