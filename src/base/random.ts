import { randomBytes, randomInt } from 'node:crypto';

/** A number in [0, 1), like `Math.random`; tests pass their own sequence. */
export type Random = () => number;

/** The operating system's random numbers, for values that must not be guessable. */
export class SecureRandom {
	id(): string {
		return randomBytes(16).toString('base64url');
	}

	/** An integer from 0 to `limit` - 1. */
	below(limit: number): number {
		return randomInt(limit);
	}
}
