import type { Clock } from '../../src/base/clock.js';
import type { Asked } from '../../src/discord/interactions/handler.js';
import type { MemberRoles, WithheldRole } from '../../src/roles/role-api.js';
import type { SyncResult } from '../../src/roles/role-sync.js';
import type { SyncTicket } from '../../src/roles/syncs.js';

/** The state of a member's roles. Role ids. */
export interface RolesShown {
	/** `late`: still pending, and this message can't be edited much longer. `unchosen`: there is no buyer role. */
	readonly state: 'granted' | 'waiting' | 'late' | 'blocked' | 'unchosen' | 'member-left' | 'member-pending';
	/** The roles now held; undefined for all that are not withheld. */
	readonly held?: readonly string[] | undefined;
	/** Roles that wait until staff fix something. */
	readonly withheld?: readonly string[] | undefined;
}

// A role that arrives within this time is in the first answer; members should not wait longer.
const patienceMs = 1_200;
/** The interaction token is valid for 15 minutes; after that the answer can't be edited. */
export const editableMs = 14 * 60_000;

type Progress = SyncResult | { readonly kind: 'waiting' | 'late' };

const late = { kind: 'late' } as const;

/**
 * Shows the progress of a member's roles soon, and again when it is final, if that is later. `late`: the answer can't
 * be edited much longer, or the bot is stopping, and the roles are still pending.
 * @param startedAt when the interaction arrived, in milliseconds since the epoch
 */
export async function followRoles(
	role: SyncTicket,
	{ now, delay }: Clock,
	startedAt: number,
	show: (progress: Progress) => Promise<unknown>,
): Promise<void> {
	const settled = role.settled.then((result) => (result.kind === 'stopped' ? late : result));
	const patience = delay(patienceMs).then(() => ({ kind: 'waiting' }) as const);
	const soon = await Promise.race([settled, patience]);
	await show(soon);
	if (soon.kind !== 'waiting') return;
	const answered = new AbortController();
	const tooLate = delay(startedAt + editableMs - now(), answered.signal).then(() => late);
	const final = await Promise.race([settled, tooLate]);
	// Without a reason, Node would create an error for it.
	answered.abort('answered');
	await show(final);
}

/** The roles as a verified purchase shows them. */
export function rolesShown(progress: Progress): RolesShown {
	const { kind } = progress;
	if (kind !== 'granted' && kind !== 'blocked') return { state: kind };
	const { held } = progress;
	if (kind === 'granted') return { state: kind, held, withheld: idsOf(progress.withheld) };
	const isUnchosen = progress.roleId === undefined;
	return isUnchosen ? { state: 'unchosen' } : { state: kind, held, withheld: idsOf([progress]) };
}

function idsOf(withheld: readonly WithheldRole[]): string[] {
	return withheld.map(({ roleId }) => roleId).filter((id) => id !== undefined);
}

/** The member's roles according to the interaction, which saves a request. */
export function heldRolesOf({ roleIds, isPending }: Pick<Asked, 'roleIds' | 'isPending'>): MemberRoles {
	return { roles: roleIds(), isPending };
}

/** The roles held after the interaction, which contains those held before. */
export function heldAfter(before: readonly string[], progress: Progress): readonly string[] {
	if (progress.kind !== 'granted') return before;
	return [...before, ...progress.added].filter((id) => !progress.removed.includes(id));
}
