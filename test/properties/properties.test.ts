import fc from 'fast-check';
import { describe, it } from 'vitest';
import { properties } from './properties.js';

// More of them: `npm run properties -- --sequences N`.

describe('over 2,000 sequences of people, servers and times', () => {
	it.each(properties.map(({ name, property, share }) => [name, property, share] as const))(
		'%s',
		async (_, property, share) => {
			await fc.assert(property, { numRuns: 2_000 * share });
		},
		600_000,
	);
});
