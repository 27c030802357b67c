import type { Answerable } from '../src/discord/command.js';
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
 * Reports the state of a role: soon, and again when it is final, if that is later.
 * @param startedAt when the interaction came, in milliseconds since the epoch
 */
export async function followRole(
	role: RoleProgress,
	patience: RolePatience,
	startedAt: number,
	tell: (state: RoleState) => Promise<unknown>,
): Promise<void> {
	const first = role.first.then(stateOf);
	const late = patience.delay(patienceMs).then(() => 'waiting' as const);
	const soon = await Promise.race([first, late]);
	await tell(soon);
	if (soon !== 'waiting') return;
	const settled = await role.settled;
	if (settled.kind === 'stopped' || patience.now() - startedAt > editableMs) return;
	await tell(stateOf({ ...settled, kind: settled.kind }));
}

/** `unchosen`: the staff have not chosen a buyer role yet. */
type RoleState = 'granted' | 'waiting' | 'blocked' | 'unchosen' | 'member-left';

function stateOf(step: {
	readonly kind: Exclude<RoleState, 'unchosen'>;
	readonly roleId?: string | undefined;
}): RoleState {
	const isUnchosen = step.kind === 'blocked' && 'roleId' in step && step.roleId === undefined;
	return isUnchosen ? 'unchosen' : step.kind;
}

/**
 * The member's roles, where a plan may be made from them: whoever has not agreed to the server's rules yet gets none, as
 * the queue finds out when it asks Discord.
 */
export function heldRolesOf({ member }: Pick<Answerable, 'member'>): readonly string[] | undefined {
	return member.pending ? undefined : [...member.roles.cache.keys()];
}
