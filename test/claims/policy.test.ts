import { describe, expect, it } from 'vitest';
import { mayMove, seatsFor } from '../../src/claims/policy.js';
import { strictPolicy } from './sample-claims.js';

describe('the policy for holding claims', () => {
	it.each([
		['a licence type that it names', 'Team', 3],
		['one that it doesn’t', 'Regular License', 1],
		['one that is named like something of every object', 'constructor', 1],
	])('limits the concurrent holders of a code: %s', (_, licenseType, seats) => {
		expect(seatsFor({ ...strictPolicy, seats: { Team: 3 } }, licenseType)).toBe(seats);
	});

	it.each([
		[{ kind: 'never' }, false],
		[{ kind: 'members-move' }, true],
		[{ kind: 'after-days', days: 3 }, true],
	] as const)('lets members move a claim to their other account if it is %j: %s', (unlinking, may) => {
		expect(mayMove({ unlinking, seats: {} })).toBe(may);
	});
});
