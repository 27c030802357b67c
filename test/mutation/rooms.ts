/** The rooms whose unit tests must notice nearly every change of the code. */
export const rooms = ['claims', 'roles', 'verification', 'refunds', 'moderation', 'marketplace'] as const;
export type Room = (typeof rooms)[number];

/** Too slow to be run once for each mutant, and about little that the others leave out. */
export const slowTests = [
	// Years of an hour's rounds.
	'test/refunds/ninety-days.test.ts',
	// The whole of the room, with the stand-in for the shop.
	'test/marketplace/together.test.ts',
] as const;
