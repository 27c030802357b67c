import type { RoleProgress } from '../src/verification/verify.js';

export interface RolePatience {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after so many milliseconds. */
	delay(ms: number): Promise<void>;
}

// A role that comes within this time is told in the first answer; a member in a hurry should not wait longer.
const patienceMs = 1_200;
// The interaction's token lives 15 minutes; after that the answer can't be changed any more.
const editableMs = 14 * 60_000;

/**
 * Tells how far a role has come: soon, and once more when it is settled, where that is later.
 * @param startedAt when the interaction came, in milliseconds since the epoch
 */
export async function followRole(
	role: RoleProgress,
	patience: RolePatience,
	startedAt: number,
	tell: (kind: 'granted' | 'waiting' | 'blocked' | 'member-left') => Promise<unknown>,
): Promise<void> {
	const first = role.first.then(({ kind }) => kind);
	const late = patience.delay(patienceMs).then(() => 'waiting' as const);
	const soon = await Promise.race([first, late]);
	await tell(soon);
	if (soon !== 'waiting') return;
	const { kind } = await role.settled;
	if (kind === 'stopped' || patience.now() - startedAt > editableMs) return;
	await tell(kind);
}
