import { describe, expect, it } from 'vitest';
import {
	type Expectation,
	hasRole,
	lacksRole,
	namesNobody,
	notCalledBad,
	says,
	saysWithout,
	shownWhatACodeIs,
	staffToldToMoveRole,
	toldAlreadyVerified,
	toldInUse,
	toldOnTheWay,
	toldStaffMustFix,
	toldToCopyAgain,
	toldUnknown,
	toldVerified,
} from '../../src/story/expectations.js';

const code = '4f6a4c7b-9ac4-454b-a6ca-0afb62c5d3c2';
const holder = { id: '1573974958604812290', name: 'Maya' };

/** What the bot says as it should, and what a bot might say that has got it wrong. */
const told: readonly (readonly [string, Expectation<string>, { good: string; bad: string[] }])[] = [
	[
		'verified',
		toldVerified('w'),
		{ good: '✅ Purchase verified', bad: ['⛔ The shop doesn’t know this code', ''] },
	],
	[
		'already verified',
		toldAlreadyVerified('w'),
		{
			good: '✅ Already verified · Aurora was linked',
			bad: ['✅ Purchase verified', '⛔ This code is in use'],
		},
	],
	[
		'in use',
		toldInUse('w'),
		{ good: '⛔ This code is in use', bad: ['✅ Purchase verified', '⛔ The shop doesn’t know this code'] },
	],
	[
		'names nobody',
		namesNobody('w', holder),
		{
			good: '⛔ This code is in use · Another account verified it.',
			bad: ['⛔ This code is in use by MAYA', `⛔ This code is in use by <@${holder.id}>`],
		},
	],
	[
		'unknown',
		toldUnknown('w'),
		{ good: '⛔ The shop doesn’t know this code', bad: ['⏳ The shop isn’t answering'] },
	],
	[
		'what to do',
		toldToCopyAgain('w'),
		{ good: 'Copy all of it again from your receipt.', bad: ['⛔ The shop doesn’t know this code'] },
	],
	[
		'what a code is',
		shownWhatACodeIs('w'),
		{
			good: '✏️ That’s not a purchase code · on your receipt · xxxxxxxx-xxxx',
			bad: ['✏️ That’s not a purchase code', 'Look at your receipt: xxxx'],
		},
	],
	[
		'not called bad',
		notCalledBad('w'),
		{
			good: '⏳ The shop isn’t answering · It’s not your code.',
			bad: [
				'⛔ The shop doesn’t know this code. Try again right now',
				'⛔ Invalid. It’s not your code.',
				'Something went wrong',
			],
		},
	],
	[
		'staff must fix',
		toldStaffMustFix('w'),
		{ good: '⚠️ You’ll get @Buyer once the staff change a server setting.', bad: ['You now have @Buyer.'] },
	],
	[
		'on the way',
		toldOnTheWay('w'),
		{
			good: '✅ Purchase verified · ⏳ @Buyer: on the way.',
			bad: ['✅ Purchase verified · You now have @Buyer.', '⏳ Your answer is on the way.'],
		},
	],
	[
		'which role to move',
		staffToldToMoveRole('w'),
		{
			good: '⚠️ I can’t give @Buyer: it’s above my role. Drag my role above it.',
			bad: ['⚠️ I can’t give @Buyer.'],
		},
	],
	[
		'without a secret',
		saysWithout('w', ['Aurora'], code),
		{ good: 'Aurora · code ••••d3c2', bad: [`Aurora · code ${code}`, 'Kolibri · code ••••d3c2'] },
	],
	[
		'says',
		says('w', 'Check-up', /\d problems/),
		{ good: 'Check-up · 4 problems', bad: ['Check-up', '4 problems'] },
	],
];

describe('what the demo and the guided tasks expect of the bot', () => {
	it.each(told)('%s: holds for what it should say, and for nothing else', (_, expectation, { good, bad }) => {
		expect(expectation.holds(good)).toBe(true);
		expect(bad.filter((words) => expectation.holds(words))).toEqual([]);
	});

	it('a role is there, or not', () => {
		expect(hasRole('w', '1').holds({ roleIds: ['2', '1'] })).toBe(true);
		expect(hasRole('w', '1').holds({ roleIds: ['2'] })).toBe(false);
		expect(lacksRole('w', '1').holds({ roleIds: ['2'] })).toBe(true);
		expect(lacksRole('w', '1').holds({ roleIds: ['1'] })).toBe(false);
	});
});
