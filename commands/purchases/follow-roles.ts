import type { Clock } from '../../src/base/clock.js';
import type { Asked } from '../../src/discord/interactions/handler.js';
import type { MemberRoles } from '../../src/roles/role-api.js';
import type { WithheldRole } from '../../src/roles/role-floor.js';
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

/**
 * Shows the progress of a member's roles soon, and again when it is final, if that is later. `late`: the answer can't
 * be edited much longer, or the bot is stopping, and the roles are still pending.
 * @param startedAt when the interaction arrived, in milliseconds since the epoch
 */
export async function followRoles(
	role: SyncTicket,
	{ now, delay }: Clock,
	startedAt: number,
	show: (roles: RolesShown) => Promise<unknown>,
): Promise<void> {
	const first = role.first.then(shownOf);
	const soon = await Promise.race([first, delay(patienceMs).then((): RolesShown => ({ state: 'waiting' }))]);
	await show(soon);
	if (soon.state !== 'waiting') return;
	const answered = new AbortController();
	const late = delay(startedAt + editableMs - now(), answered.signal).then(() => 'late' as const);
	const settled = await Promise.race([role.settled, late]);
	// Without a reason, Node would create an error for it.
	answered.abort('answered');
	if (settled === 'late' || settled.kind === 'stopped') await show({ state: 'late' });
	else await show(shownOf(settled));
}

function shownOf(result: Awaited<SyncTicket['first']>): RolesShown {
	const { kind } = result;
	if (kind !== 'granted' && kind !== 'blocked') return { state: kind };
	const { held } = result;
	if (kind === 'granted') return { state: kind, held, withheld: idsOf(result.withheld) };
	const isUnchosen = result.roleId === undefined;
	return isUnchosen ? { state: 'unchosen' } : { state: kind, held, withheld: idsOf([result]) };
}

function idsOf(withheld: readonly WithheldRole[]): string[] {
	return withheld.map(({ roleId }) => roleId).filter((id) => id !== undefined);
}

/** The member's roles according to the interaction, which saves a request. */
export function heldRolesOf({ roleIds, isPending }: Pick<Asked, 'roleIds' | 'isPending'>): MemberRoles {
	return { roles: roleIds(), isPending };
}

/**
 * Shows the member's roles soon, and again when the request is settled, if that is later.
 * @param startedAt when the interaction arrived, in milliseconds since the epoch
 */
export async function followOwnRoles(
	{ first, settled }: SyncTicket,
	{ roleIds }: Pick<Asked, 'roleIds'>,
	{ now, delay }: Clock,
	startedAt: number,
	show: (held: readonly string[]) => Promise<unknown>,
): Promise<void> {
	const before = roleIds();
	const late = delay(patienceMs).then(() => ({ kind: 'waiting' as const }));
	const soon = await Promise.race([first, late]);
	await show(heldAfter(before, soon));
	if (soon.kind !== 'waiting') return;
	const result = await settled;
	if (result.kind === 'stopped' || now() - startedAt > editableMs) return;
	await show(heldAfter(before, result));
}

/** The interaction contains the roles held before; later changes are known from the result. */
function heldAfter(before: readonly string[], result: Awaited<SyncTicket['first' | 'settled']>): string[] {
	if (result.kind !== 'granted') return [...before];
	return [...before, ...result.added].filter((id) => !result.removed.includes(id));
}
