// Keys in the store. Hashes are 64 hex digits, ids are snowflakes: all printable ASCII.

export const formatKey = 'meta:format';
export const migrationKey = 'meta:migration';
export const secretKey = 'meta:secret';
export const formerSecretsKey = 'meta:former-secrets';
export const claimPrefix = 'claim:';
export const memberPrefix = 'member:';
export const bucketPrefix = 'due:';

export function claimKey(hash: string): string {
	return claimPrefix + hash;
}

export function memberKey(userId: string): string {
	return memberPrefix + userId;
}

// Claims by the UTC day on which their support ends. A day's claims are sharded over many lists by their hash: a launch
// adds thousands to one day, and each entry rewrites its list.
const shards = 64;
const dayMs = 86_400_000;

/** Key of the list for a claim whose support ends at this time (milliseconds since the epoch). */
export function bucketKey(supportedUntil: number, hash: string): string {
	return shardKey(dayOf(supportedUntil), Number.parseInt(hash.slice(0, 2), 16) % shards);
}

/** All lists of the UTC days between the two times (`until` excluded), day by day. */
export function* bucketKeysBetween(from: number, until: number): Generator<readonly string[]> {
	for (let day = Math.floor(from / dayMs) * dayMs; day < until; day += dayMs) {
		const name = dayOf(day);
		yield Array.from({ length: shards }, (_, shard) => shardKey(name, shard));
	}
}

/** `YYYY-MM-DD` in UTC. */
function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, -'T00:00:00.000Z'.length);
}

function shardKey(day: string, shard: number): string {
	return `${bucketPrefix}${day}:${shard.toString().padStart(2, '0')}`;
}
