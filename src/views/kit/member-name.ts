import { foreignLine } from './text.js';

/** The username of a member by id, untrusted text; undefined if unknown. */
export type NameOf = (userId: string) => string | undefined;

/** Discord's limit for a username. */
const maxLength = 32;

/**
 * A mention without a ping, with the username beside it: `@Maya (maya)`. Clients show `@unknown-user` for a user they
 * don't have in memory, such as a member who has left.
 * @param name untrusted text; undefined if unknown
 */
export function memberWithName(userId: string, name: string | undefined): string {
	const shown = foreignLine(name ?? '', maxLength);
	return shown === '' ? `<@${userId}>` : `<@${userId}> (${shown})`;
}
