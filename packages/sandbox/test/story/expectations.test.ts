import { describe, expect, it } from 'vitest';
import {
	type Expectation,
	hasRole,
	lacksRole,
	namesNoMember,
	notCalledBad,
	says,
	saysAlreadyVerified,
	saysInUse,
	saysOnTheWay,
	saysStaffMustFix,
	saysToCopyAgain,
	saysToMoveRole,
	saysUnknown,
	saysVerified,
	saysWithout,
	shownWhatACodeIs,
} from '../../src/story/expectations.js';

const code = '4f6a4c7b-9ac4-454b-a6ca-0afb62c5d3c2';
const holder = { id: '1573974958604812290', name: 'Maya' };

/** Good answers of the bot, and answers of a bot that has got it wrong. */
const cases: readonly (readonly [string, Expectation<string>, { good: string; bad: string[] }])[] = [
	[
		'verified',
		saysVerified('w'),
		{ good: '✅ Purchase verified', bad: ['⛔ The shop doesn’t recognize this code', ''] },
	],
	[
		'already verified',
		saysAlreadyVerified('w'),
		{
			good: '✅ Already verified · Aurora was linked',
			bad: ['✅ Purchase verified', '⛔ This code is in use'],
		},
	],
	[
		'in use',
		saysInUse('w'),
		{
			good: '⛔ This code is in use',
			bad: ['✅ Purchase verified', '⛔ The shop doesn’t recognize this code'],
		},
	],
	[
		'names nobody',
		namesNoMember('w', holder),
		{
			good: '⛔ This code is in use · It’s linked to another account.',
			bad: ['⛔ This code is in use by MAYA', `⛔ This code is in use by <@${holder.id}>`],
		},
	],
	[
		'unknown',
		saysUnknown('w'),
		{ good: '⛔ The shop doesn’t recognize this code', bad: ['⏳ The shop isn’t responding'] },
	],
	[
		'what to do',
		saysToCopyAgain('w'),
		{
			good: 'Copy the whole code from your receipt again.',
			bad: ['⛔ The shop doesn’t recognize this code'],
		},
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
			good: '⏳ The shop isn’t responding · This isn’t about your code.',
			bad: [
				'⛔ The shop doesn’t recognize this code. Try again right now',
				'⛔ Invalid. This isn’t about your code.',
				'Something went wrong',
			],
		},
	],
	[
		'staff must fix',
		saysStaffMustFix('w'),
		{ good: '⚠️ You’ll get @Buyer as soon as staff fix a server setting.', bad: ['You now have @Buyer.'] },
	],
	[
		'on the way',
		saysOnTheWay('w'),
		{
			good: '✅ Purchase verified · ⏳ @Buyer: on the way.',
			bad: ['✅ Purchase verified · You now have @Buyer.', '⏳ Your answer is on the way.'],
		},
	],
	[
		'which role to move',
		saysToMoveRole('w'),
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
	it.each(cases)(
		'%s: holds for what it should say, and for nothing else',
		(_, expectation, { good, bad }) => {
			expect(expectation.holds(good)).toBe(true);
			expect(bad.filter((words) => expectation.holds(words))).toEqual([]);
		},
	);

	it('a role is there, or not', () => {
		expect(hasRole('w', '1').holds({ roleIds: ['2', '1'] })).toBe(true);
		expect(hasRole('w', '1').holds({ roleIds: ['2'] })).toBe(false);
		expect(lacksRole('w', '1').holds({ roleIds: ['2'] })).toBe(true);
		expect(lacksRole('w', '1').holds({ roleIds: ['1'] })).toBe(false);
	});
});
