/** The rooms whose unit tests must notice nearly every change of the code. */
export const rooms = ['claims', 'roles', 'verification', 'refunds', 'moderation', 'marketplace'] as const;
export type Room = (typeof rooms)[number];

/** Years of an hour's rounds: too slow to be run once for each mutant, and about nothing that the others leave out. */
export const slowTests = ['test/refunds/ninety-days.test.ts'] as const;
