import type { Clock } from '../../src/base/clock.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { MemberRoles } from '../../src/roles/role-api.js';
import type { RoleProgress } from '../../src/verification/verify-outcome.js';
import type { RolesShown } from '../../src/views/verify/verify-view.js';

// A role that comes within this time is told in the first answer; a member in a hurry should not wait longer.
const patienceMs = 1_200;
/** The interaction's token lives 15 minutes; after that the answer can't be changed any more. */
export const editableMs = 14 * 60_000;

/**
 * Reports how far a member's roles are: soon, and again when that is final, if it is later. `late`: the answer can't be
 * changed much longer, or the bot stops, and the roles are still on their way.
 * @param startedAt when the interaction came, in milliseconds since the epoch
 */
export async function followRoles(
	role: RoleProgress,
	{ now, delay }: Clock,
	startedAt: number,
	tell: (roles: RolesShown) => Promise<unknown>,
): Promise<void> {
	const first = role.first.then(shownOf);
	const soon = await Promise.race([first, delay(patienceMs).then((): RolesShown => ({ state: 'waiting' }))]);
	await tell(soon);
	if (soon.state !== 'waiting') return;
	const answered = new AbortController();
	const late = delay(startedAt + editableMs - now(), answered.signal).then(() => 'late' as const);
	const settled = await Promise.race([role.settled, late]);
	// With a reason: without one node makes an error for it.
	answered.abort('answered');
	if (settled === 'late' || settled.kind === 'stopped') await tell({ state: 'late' });
	else await tell(shownOf({ ...settled, kind: settled.kind }));
}

/** How far a role is, told once it is known. */
type ProgressStep = Awaited<RoleProgress['first']>;

function shownOf(step: ProgressStep): RolesShown {
	const { kind, roleId, held } = step;
	if (kind === 'blocked' && 'roleId' in step && roleId === undefined) return { state: 'unchosen' };
	const withheld = [
		...(step.withheld ?? []).map((each) => each.roleId),
		kind === 'blocked' ? roleId : undefined,
	];
	return { state: kind, held, withheld: withheld.filter((id) => id !== undefined) };
}

/** The member's roles as the interaction shows them: Discord need not be asked. */
export function heldRolesOf({ member }: Pick<Answerable, 'member'>): MemberRoles {
	return { roles: [...member.roles.cache.keys()], isPending: member.pending };
}
