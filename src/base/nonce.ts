import { createHash } from 'node:crypto';

/** A message's nonce, equal for each attempt to send it: Discord shows repeats within some minutes once. */
export function nonceOf(...parts: readonly (string | undefined)[]): string {
	return createHash('sha256').update(parts.join(':')).digest('base64url').slice(0, 24);
}
