import { expect, it } from 'vitest';
import { RecentClaimsCache } from '../../src/claims/claim-store.js';

it('knows the latest claim of each member', () => {
	const latest = new RecentClaimsCache();
	expect(latest.of('alice')).toEqual([]);
	latest.note('alice', 'first');
	latest.note('bob', 'other');
	latest.note('alice', 'second');
	expect([latest.of('alice'), latest.of('bob')]).toEqual([['second'], ['other']]);
});

it('forgets whose latest claim is the oldest of more than two hundred', () => {
	const latest = new RecentClaimsCache();
	for (let member = 0; member < 200; member += 1) latest.note(`member ${member}`, 'claim');
	latest.note('member 0', 'another');
	expect(latest.of('member 1')).toEqual(['claim']);
	latest.note('one more', 'claim');
	expect([latest.of('member 0'), latest.of('member 1')]).toEqual([['another'], []]);
});
