/** The fate of one room's mutants. */
export interface RoomResult {
	readonly killed: number;
	readonly survived: number;
}

export const minScore = 90;

/** The percentage of a room's mutants that its tests have noticed. */
export function scoreOf({ killed, survived }: RoomResult): number {
	const all = killed + survived;
	return all === 0 ? 0 : (100 * killed) / all;
}

export const passes = (result: RoomResult): boolean => scoreOf(result) >= minScore;
