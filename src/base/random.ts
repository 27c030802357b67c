import { createHash, randomBytes, randomInt } from 'node:crypto';

/** A number in [0, 1), like `Math.random`; tests pass their own sequence. */
export type Random = () => number;

/** The operating system's random numbers, for values that must not be guessable. */
export const unguessable = {
	id: () => randomBytes(16).toString('base64url'),
	/** An integer from 0 to `limit` - 1. */
	below: (limit: number) => randomInt(limit),
};

/** A message's nonce, equal for each attempt to send it: Discord shows repeats within some minutes once. */
export function nonceOf(...parts: readonly (string | undefined)[]): string {
	return createHash('sha256').update(parts.join(':')).digest('base64url').slice(0, 24);
}
