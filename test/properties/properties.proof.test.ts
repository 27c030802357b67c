import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stories } from './operations.js';
import { happenedToClaims, properties } from './properties.js';

// More of them: `npm run properties -- --sequences N`.

describe('over 500 sequences of people, servers and times', () => {
	it.each(properties.map(({ name, property, share }) => [name, property, share] as const))(
		'%s',
		async (_, property, share) => {
			await fc.assert(property, { numRuns: 500 * share, examples: stories.map((steps) => [steps]) });
		},
		600_000,
	);
});

describe('in those sequences', () => {
	it('claims are shown, given, moved, locked, blocked, unlinked and forgotten', () => {
		const possible = [
			...['claimed', 'guild-added', 'gave', 'transferred', 'released', 'undone', 'locked', 'unlocked'],
			...['revoked', 'unlinked', 'support-changed', 'forgotten'],
		];
		expect([...happenedToClaims]).toEqual(expect.arrayContaining(possible));
	});
});
