import type { Clock } from '../../src/base/clock.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { RolesAsked } from '../../src/purchases/purchases.js';

// Roles that arrive within this time are in the first answer; members should not wait longer.
const patienceMs = 1_200;
// The interaction token is valid for 15 minutes; after that the answer can't be edited.
const editableMs = 14 * 60_000;

/**
 * Shows the member's roles soon, and again when the request is settled, if that is later.
 * @param startedAt when the interaction arrived, in milliseconds since the epoch
 */
export async function followOwnRoles(
	{ first, settled }: RolesAsked,
	{ member }: Pick<Answerable, 'member'>,
	{ now, delay }: Clock,
	startedAt: number,
	show: (held: readonly string[]) => Promise<unknown>,
): Promise<void> {
	const before = [...member.roles.cache.keys()];
	const late = delay(patienceMs).then(() => ({ kind: 'waiting' as const }));
	const soon = await Promise.race([first, late]);
	await show(heldAfter(before, soon));
	if (soon.kind !== 'waiting') return;
	const result = await settled;
	if (result.kind === 'stopped' || now() - startedAt > editableMs) return;
	await show(heldAfter(before, result));
}

/** The interaction contains the roles held before; later changes are known from the result. */
function heldAfter(before: readonly string[], result: Awaited<RolesAsked['first' | 'settled']>): string[] {
	if (result.kind !== 'granted') return [...before];
	return [...before, ...result.added].filter((id) => !result.removed.includes(id));
}
