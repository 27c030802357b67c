import { randomBytes, randomInt } from 'node:crypto';

/** Chance that nobody can foresee, for what must not be guessed. */
export interface SecureRandom {
	/** An id of letters, digits, `-` and `_`. */
	readonly id: () => string;
	/** A whole number from 0 to below its argument. */
	readonly below: (below: number) => number;
}

/** Of the operating system. */
export const systemSecureRandom: SecureRandom = {
	id: () => randomBytes(16).toString('base64url'),
	below: (below) => randomInt(below),
};
