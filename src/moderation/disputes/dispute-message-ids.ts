import { createHash } from 'node:crypto';

export function askedId(reference: string): string {
	return `dispute-${reference}-asked`;
}

/** The nonce of a message with these parts: Discord shows repeats within some minutes once. */
export function nonceOf(...parts: readonly (string | undefined)[]): string {
	return createHash('sha256').update(parts.join(':')).digest('base64url').slice(0, 24);
}
