// Where things lie in the store. The hash is 64 hex digits, the rest are snowflakes: all printable ASCII.

export const formatKey = 'meta:format';
export const secretKey = 'meta:secret';
export const claimPrefix = 'claim:';
export const memberPrefix = 'member:';

export function claimKey(hash: string): string {
	return claimPrefix + hash;
}

export function memberKey(userId: string): string {
	return memberPrefix + userId;
}
