import { createHash } from 'node:crypto';

/** The id of the notice that asks the holder. */
export function askedId(reference: string): string {
	return `dispute-${reference}-asked`;
}

/** The nonce of a message about these: sent again within some minutes, it is shown once. */
export function nonceOf(...parts: readonly (string | undefined)[]): string {
	return createHash('sha256').update(parts.join(':')).digest('base64url').slice(0, 24);
}
