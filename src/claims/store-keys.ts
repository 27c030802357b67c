// Keys in the store. Hashes are 64 hex digits, ids are snowflakes: all printable ASCII.

export const formatKey = 'meta:format';
export const migrationKey = 'meta:migration';
export const secretKey = 'meta:secret';
export const claimPrefix = 'claim:';
export const memberPrefix = 'member:';
export const allDuePrefix = 'due:';

export function claimKey(hash: string): string {
	return claimPrefix + hash;
}

/** The key of a member's entry for a claim. */
export function memberEntryKey(userId: string, hash: string): string {
	return memberEntryPrefix(userId) + hash;
}

export function memberEntryPrefix(userId: string): string {
	return `${memberPrefix}${userId}:`;
}

const dayMs = 86_400_000;

/** The key of the entry for a claim whose support ends at this time (milliseconds since the epoch). */
export function dueKey(supportedUntil: number, hash: string): string {
	return duePrefix(supportedUntil) + hash;
}

/** The prefixes of the entries of the UTC days between the two times (`until` excluded), day by day. */
export function* duePrefixesBetween(from: number, until: number): Generator<string> {
	for (let day = Math.floor(from / dayMs) * dayMs; day < until; day += dayMs) yield duePrefix(day);
}

/** `due:YYYY-MM-DD:`, in UTC. */
function duePrefix(time: number): string {
	return `${allDuePrefix}${new Date(time).toISOString().slice(0, -'T00:00:00.000Z'.length)}:`;
}
