import type { GuidedStory } from '../guide/guided-story.js';
import { answer, direct, has, hasAnswer, lacks, post, shown, without, world } from '../guide/step-checks.js';
import { shortened, wordsOf } from '../guide/witness.js';
import {
	becomesBuyer,
	dayMs,
	daysPass,
	inAudit,
	inDirect,
	inUpdates,
	inUse,
	inVerify,
	verified,
	verifies,
} from './steps.js';

const group = 'For buyers';

const first: GuidedStory = {
	id: 'first',
	title: 'The first verification',
	lesson: 'A purchase code becomes the buyer role within seconds, and staff can see that it did.',
	group,
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const { code, item } = troupe.buy();
		const views = [inVerify('buyer'), inAudit('moderator')] as const;
		return [
			verifies(maya, code, {
				story: 'Maya has bought a dashboard template, and her receipt holds a purchase code.',
				views,
				checks: [
					...becomesBuyer(maya, troupe.buyerRole.id),
					post(
						troupe.auditId,
						'The staff read of it in their channel, without the code',
						// If there is much to read, the bot combines such lines.
						(words) => words.includes(maya.person.id) || /\d purchases? verified/.test(words),
						without(code),
					),
				],
			}),
			{
				todo: 'Press **Show my purchases** below the answer.',
				views,
				isTried: hasAnswer(maya, 'component'),
				checks: [answer(maya, 'Maya sees what she owns, and no whole code', item, without(code))],
				play: (hands) => hands.presses(maya, 'Show my purchases'),
			},
		];
	},
};

const friend: GuidedStory = {
	id: 'friend',
	title: 'The same code, from a friend',
	lesson: 'One code is one member’s: a second member gets nothing, and doesn’t learn who was first.',
	group,
	begin(troupe) {
		const [maya, tom] = [troupe.actor('buyer'), troupe.actor('friend')];
		const buyerRoleId = troupe.buyerRole.id;
		const { code } = troupe.buy();
		const views = [inVerify('buyer'), inVerify('friend')] as const;
		return [
			verifies(maya, code, {
				story: 'Maya verifies her purchase.',
				views,
				checks: [...becomesBuyer(maya, buyerRoleId)],
			}),
			verifies(tom, code, {
				todo: 'Maya sends her code to Tom, who would like to be a buyer too. In his frame, press **Verify purchase**, and send the same code.',
				views,
				checks: [
					answer(tom, 'Tom is told that the code is in use', inUse),
					answer(tom, 'Nobody tells Tom who holds it', without(maya.person.id, maya.name)),
					lacks(tom, 'Tom gets no role', buyerRoleId),
				],
			}),
		];
	},
};

const question = 'where do I find my code?';

const typo: GuidedStory = {
	id: 'typo',
	title: 'A typo, and a spoilt paste',
	lesson:
		'A wrong character is distinguished from text that is no code at all, and a good code is found in whatever was pasted around it.',
	group,
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const buyerRoleId = troupe.buyerRole.id;
		const { code } = troupe.buy();
		const mistyped = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
		const views = [inVerify('buyer'), inVerify('friend')] as const;
		const line = (inLine: string) => `Thank you! Purchase code: “${inLine.toUpperCase()}”`;
		return [
			verifies(maya, code, {
				todo: 'Maya mistypes the last character of her code. In her frame, press **Verify purchase**, and send the code as she typed it.',
				typed: { label: 'Maya’s code, mistyped', text: mistyped, shown: shortened(mistyped) },
				views,
				checks: [
					answer(maya, 'Maya hears that the shop does not know this code', /doesn’t recognize this code/i),
					answer(maya, 'She is told what to do about it', /copy (it once more|the whole code)/i),
					lacks(maya, 'Maya gets no role', buyerRoleId),
				],
			}),
			verifies(maya, code, {
				todo: 'Now she asks the bot instead: press **Verify purchase** once more, and send her question in place of the code.',
				typed: { label: 'Maya’s question', text: question, shown: question },
				views,
				checks: [
					answer(
						maya,
						'Maya is shown what a code looks like and where it is',
						/not a purchase code/i,
						/xxxx/,
						/receipt/i,
					),
				],
			}),
			verifies(maya, code, {
				todo: 'Maya copies the whole line of her receipt, quotes, capitals and all. Press **Verify purchase**, and send the line.',
				typed: { label: 'The line of her receipt', text: line(code), shown: line(shortened(code)) },
				views,
				checks: [
					answer(maya, 'The code in it is found, and her purchase verified', verified),
					has(maya, 'Maya gets the buyer role', buyerRoleId),
				],
			}),
			verifies(maya, code, {
				todo: 'Once more **Verify purchase**, with the code as it stands on the receipt.',
				views,
				checks: [answer(maya, 'It is known as her own code', /welcome back|already verified/i)],
			}),
		];
	},
};

const newAccount: GuidedStory = {
	id: 'new-account',
	title: 'Moving to a new account',
	lesson:
		'A buyer who owns both accounts moves a purchase without staff: the old account is asked, and lets it go.',
	group,
	async begin(troupe) {
		const maya = troupe.actor('buyer');
		const mia = troupe.enter('newcomer', 'Maya’s new account');
		const buyerRoleId = troupe.buyerRole.id;
		const { code } = troupe.buy();
		await troupe.steward.choosePolicy('members-move');
		const views = [inVerify('buyer'), inVerify('newcomer')] as const;
		const afterwards = [inDirect('buyer'), inVerify('newcomer')] as const;
		return [
			verifies(maya, code, {
				story: 'Maya verifies with her old account.',
				views,
				checks: [...becomesBuyer(maya, buyerRoleId, 'Her old account gets the buyer role')],
			}),
			verifies(mia, code, {
				story: 'Now the same with her new account.',
				views,
				checks: [answer(mia, 'The new account is told that the code is in use', inUse)],
			}),
			{
				todo: 'With the new account, press **This is my purchase**, and send the form.',
				views: afterwards,
				isTried: hasAnswer(mia, 'modal-submit'),
				checks: [
					answer(mia, 'The new account is told that the other one is asked', /asked the other account/i),
					direct(maya, 'The old account is asked in a direct message', /was it you/i),
				],
				play: (hands) =>
					hands.fillsIn(mia, 'This is my purchase', { 'What should staff know?': 'My old account.' }),
			},
			{
				todo: 'In the old account’s direct messages from the bot, press **Let it go**.',
				views: afterwards,
				isTried: hasAnswer(maya, 'component'),
				checks: [
					answer(maya, 'The old account is told that it is done', /✅ moved/i),
					lacks(maya, 'The old account loses the buyer role', buyerRoleId),
					has(mia, 'The new account gets it', buyerRoleId),
					direct(mia, 'The new account is told that it is theirs', /is yours/i),
				],
				play: (hands) => hands.presses(maya, 'Let it go'),
			},
		];
	},
};

const roleName = { supported: 'Active support', soon: 'Support ends soon' } as const;

const supportEnds: GuidedStory = {
	id: 'support-ends',
	title: 'Support ends, and is renewed',
	lesson:
		'The role of members with support goes on the day on which the support ends, and comes back with the renewal.',
	group,
	async begin(troupe) {
		const maya = troupe.actor('buyer');
		const { discord, marketplace } = troupe.stage;
		const supported = troupe.role(roleName.supported);
		await troupe.steward.choose('active', 'supported', supported.id);
		const until = discord.now() + 20 * dayMs;
		const { code } = troupe.buy({ supportedUntil: until });
		const isRenewed = () => (troupe.purchase(code)?.supportedUntil ?? 0) > discord.now();
		const views = [inVerify('buyer'), inVerify('moderator')] as const;
		return [
			verifies(maya, code, {
				story: 'Maya’s support lasts for twenty days more.',
				views,
				checks: [
					...becomesBuyer(maya, troupe.buyerRole.id),
					has(maya, `Maya gets the role ${roleName.supported}`, supported.id),
				],
			}),
			daysPass(troupe, 30, {
				todo: 'In the panel **Clock**, press **+1 month**, and do nothing else.',
				views,
				checks: [
					world('Her support has ended', () => discord.now() > until),
					lacks(maya, `Maya loses the role ${roleName.supported} by itself`, supported.id),
					has(maya, 'Maya still has the buyer role', troupe.buyerRole.id),
				],
			}),
			{
				todo: 'In Maya’s frame, press **Show my purchases**.',
				views,
				isTried: hasAnswer(maya),
				checks: [answer(maya, 'Maya reads that her support has ended', /support ended/i)],
				play: (hands) => hands.presses(maya, 'Show my purchases'),
			},
			{
				todo: `In the panel **Shop**, press **Renew support** below Maya’s purchase, whose code ends in ${code.slice(-4)}. Then press **Check again** in her frame.`,
				panel: 'shop',
				views,
				isTried: (witness) => isRenewed() && witness.answered(maya.person).length > 0,
				checks: [
					answer(maya, 'Maya reads how long her support lasts now', /support until/i),
					has(maya, `Maya has the role ${roleName.supported} again`, supported.id),
				],
				async play(hands) {
					await hands.does('Maya renews her support in the shop', () =>
						marketplace.extendSupport(code, discord.now() + 182 * dayMs),
					);
					await hands.presses(maya, 'Check again');
				},
			},
		];
	},
};

const year: GuidedStory = {
	id: 'year',
	title: 'A purchase through a year',
	lesson: 'A buyer gets a role before support ends, has some days of grace, and hears of a new version once.',
	group,
	async begin(troupe) {
		const { steward } = troupe;
		const updatesId = troupe.addUpdates();
		const { discord, marketplace } = troupe.stage;
		const maya = troupe.actor('buyer');
		const [supported, endsSoon] = [troupe.role(roleName.supported), troupe.role(roleName.soon)];
		await steward.choose('active', 'supported', supported.id);
		await steward.choose('active', 'soon', endsSoon.id);
		await steward.choose('active', 'grace', '7');
		await steward.choose('updates', 'updates', updatesId);
		const until = discord.now() + 180 * dayMs;
		const { code, item } = troupe.buy({ supportedUntil: until });
		const itemOf = () => marketplace.items.find(({ name }) => name === item);
		// Higher than every version before, since the story can be played again.
		const version = `${Number.parseInt(itemOf()?.version ?? '0', 10) + 1}.0.0`;
		const isRenewed = () => (troupe.purchase(code)?.supportedUntil ?? 0) > until;
		const announcements = () =>
			discord.events
				.all('message-created')
				.filter(({ message }) => message.channel_id === updatesId && wordsOf(message).includes(version));
		const views = [inVerify('buyer'), inVerify('moderator')] as const;
		const inChannel = [inUpdates('buyer'), inVerify('moderator')] as const;
		return [
			verifies(maya, code, {
				story: 'Maya’s support lasts for half a year.',
				views,
				checks: [...becomesBuyer(maya, supported.id, `Maya gets the role ${roleName.supported}`)],
			}),
			daysPass(troupe, 170, {
				todo: 'In the panel **Clock**, move ahead by 170 days.',
				views,
				checks: [has(maya, `Maya gets the role ${roleName.soon}`, endsSoon.id)],
			}),
			daysPass(troupe, 14, {
				todo: 'Move ahead by 14 days: her support ends, and seven days of grace begin.',
				views,
				checks: [
					lacks(maya, `Maya loses the role ${roleName.soon}`, endsSoon.id),
					has(maya, `Maya keeps the role ${roleName.supported} for now`, supported.id),
				],
			}),
			{
				todo: `In the panel **Shop**, press **Renew support** below Maya’s purchase, whose code ends in ${code.slice(-4)}. Then press **Show my purchases** in her frame.`,
				panel: 'shop',
				views,
				isTried: (witness) => isRenewed() && witness.answered(maya.person).length > 0,
				checks: [shown(maya, 'Maya is thanked below the answer', /thank you/i, /support/i)],
				async play(hands) {
					await hands.does('Maya renews her support in the shop', () =>
						marketplace.extendSupport(code, discord.now() + 182 * dayMs),
					);
					await hands.presses(maya, 'Show my purchases');
				},
			},
			{
				todo: `In the panel **Shop**, choose ${item}, change its version to ${version}, and press **Publish**. Then press **+1 hour** in the panel **Clock**.`,
				panel: 'shop',
				copies: [{ label: 'The new version', text: version }],
				views: inChannel,
				isTried: () => itemOf()?.version === version,
				checks: [post(updatesId, 'The new version is announced in #updates', item, version)],
				async play(hands) {
					await hands.does('The author publishes a new version', () =>
						marketplace.publish(itemOf()?.id ?? 0, { version }),
					);
					await hands.does('An hour passes', () => troupe.world.advance(dayMs / 24));
				},
			},
			daysPass(troupe, 170, {
				todo: 'In the panel **Clock**, move ahead by 170 days once more: a year has passed.',
				views: inChannel,
				checks: [world('The version was announced once', () => announcements().length === 1)],
			}),
		];
	},
};

export const forBuyers = [first, friend, typo, newAccount, supportEnds, year];
