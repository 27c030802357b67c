import type { GuidedStory, Step } from '../guide/guided-story.js';
import { answer, direct, has, hasAnswer, lacks, post, without, world } from '../guide/step-checks.js';
import { shortened } from '../guide/witness.js';
import {
	becomesBuyer,
	dayMs,
	daysPass,
	inAudit,
	inDirect,
	inUse,
	inVerify,
	verified,
	verifies,
} from './steps.js';

const group = 'For staff';

const setUp: GuidedStory = {
	id: 'set-up',
	title: 'Set up by the administrator',
	lesson: 'Two commands set a server up, the first buyer needs none, and /doctor says what is still wrong.',
	group,
	begin(troupe) {
		const [noor, robin] = [troupe.actor('admin'), troupe.actor('newcomer')];
		const { buyerRole } = troupe;
		const { channels } = troupe.stage;
		const { code } = troupe.buy();
		const views = [inVerify('admin'), inVerify('newcomer')] as const;
		return [
			{
				todo: 'Noor administers the server. In her frame, type /setup server.',
				views,
				isTried: hasAnswer(noor),
				checks: [
					answer(noor, 'Noor sees what is set up and what isn’t', 'Set up this server', buyerRole.id),
					answer(
						noor,
						'The bot has looked whether its role stands above Buyer',
						'✅ Bot role is high enough',
					),
				],
				play: (hands) => hands.types(noor, 'setup server'),
			},
			{
				todo: 'Noor posts the panel for buyers: type /panel, choose the channel #verify, and send it.',
				views,
				isTried: hasAnswer(noor),
				checks: [
					answer(noor, 'Noor is told where the panel is', /panel is in/i),
					post(channels.verify, 'Everybody sees the panel in #verify', /paste the code/i),
				],
				play: (hands) => hands.types(noor, 'panel', { channel: channels.verify }, 'channel:#verify'),
			},
			{
				todo: 'Robin is new, and knows no commands. Press **Verify purchase** on the panel, paste the code, and press **Submit**.',
				views,
				copies: [{ label: 'Robin’s code', text: code }],
				isTried: hasAnswer(robin, 'modal-submit'),
				checks: [
					answer(robin, 'Robin is told that the purchase is verified', verified),
					has(robin, 'Robin gets the buyer role', buyerRole.id),
				],
				play: (hands) =>
					hands.fillsIn(robin, 'Verify purchase', { 'Purchase code': code }, `code ${shortened(code)}`),
			},
			{
				todo: 'In Noor’s frame, type /doctor.',
				views,
				isTried: hasAnswer(noor),
				checks: [
					answer(noor, 'Noor reads what the check-up has found', 'Check-up'),
					answer(
						noor,
						'It finds nothing wrong with the panel, the role or the shop',
						without('isn’t posted', 'can’t give', 'isn’t responding'),
					),
				],
				play: (hands) => hands.types(noor, 'doctor'),
			},
		];
	},
};

const dispute: GuidedStory = {
	id: 'dispute',
	title: 'A dispute',
	lesson:
		'Two accounts want one purchase: both are heard, neither learns who the other is, and the decision can be undone.',
	group,
	async begin(troupe) {
		const [maya, tom, iris] = [troupe.actor('buyer'), troupe.actor('friend'), troupe.actor('moderator')];
		const { auditId } = troupe;
		const buyerRoleId = troupe.buyerRole.id;
		const { code } = troupe.buy();
		await troupe.steward.choosePolicy('never');
		const withoutHolder = without(maya.person.id, maya.name);
		const views = [inVerify('buyer'), inVerify('friend')] as const;
		return [
			verifies(maya, code, {
				story: 'Maya verifies.',
				views,
				checks: [...becomesBuyer(maya, buyerRoleId)],
			}),
			verifies(tom, code, {
				todo: 'But Tom has paid for it, and Maya has only seen his receipt. In his frame, press **Verify purchase**, and send the same code.',
				views,
				checks: [
					answer(tom, 'Tom is told that the code is in use', inUse),
					answer(tom, 'Nobody tells Tom who holds it', withoutHolder),
				],
			}),
			{
				todo: 'Tom presses **This is my purchase**, writes a line about it, and sends the form.',
				views: [inDirect('buyer'), inVerify('friend')],
				isTried: hasAnswer(tom, 'modal-submit'),
				checks: [
					answer(tom, 'Tom is told that staff will decide', /staff will decide/i),
					answer(tom, 'Tom is told that the other account is asked too', /asked the other account/i),
					answer(tom, 'He still isn’t told who that is', withoutHolder),
					direct(maya, 'Maya is asked in a direct message', /is theirs/i),
					direct(maya, 'Nobody tells Maya who wants it', without(tom.person.id, tom.name)),
					post(
						auditId,
						'The staff have one card with both sides',
						maya.person.id,
						tom.person.id,
						/requested by/i,
					),
				],
				play: (hands) =>
					hands.fillsIn(tom, 'This is my purchase', { 'What should staff know?': 'I have the receipt.' }),
			},
			{
				todo: 'In Maya’s direct messages from the bot, press **Keep it on this account**.',
				views: [inDirect('buyer'), inAudit('moderator')],
				isTried: hasAnswer(maya, 'component'),
				checks: [
					answer(maya, 'Maya’s word is noted', /noted/i),
					post(auditId, 'The staff’s card says that Maya calls it hers', /it’s mine/i),
				],
				play: (hands) => hands.presses(maya, 'Keep it on this account'),
			},
			{
				todo: 'Iris has seen Tom’s receipt. On the card in #staff-audit she presses **Move to Tom**, gives a reason, and sends the form.',
				views: [inVerify('friend'), inAudit('moderator')],
				isTried: hasAnswer(iris, 'modal-submit'),
				checks: [
					post(auditId, 'The card says who has moved it', /moved to/i),
					has(tom, 'Tom gets the buyer role', buyerRoleId),
					lacks(maya, 'Maya loses it', buyerRoleId),
					direct(tom, 'Tom is told that it is his', /is yours/i),
					direct(maya, 'Maya is told that the staff have moved it', /to another account/i),
				],
				play: (hands) => hands.fillsIn(iris, 'Move to Tom', { Reason: 'Tom has shown the receipt.' }),
			},
			{
				todo: 'That was the wrong receipt. Iris presses **Undo** on the card.',
				views: [inVerify('buyer'), inAudit('moderator')],
				isTried: hasAnswer(iris, 'component'),
				checks: [
					has(maya, 'Maya has the buyer role again', buyerRoleId),
					lacks(tom, 'Tom has lost it', buyerRoleId),
					post(auditId, 'The card says who has undone it', /undone by/i),
				],
				play: (hands) => hands.presses(iris, 'Undo'),
			},
		];
	},
};

const days = ['no day', 'one day', 'two days', 'three days'] as const;

const refund: GuidedStory = {
	id: 'refund',
	title: 'A refund',
	lesson:
		'The role goes when the shop has said no on three days: one wrong response of a shop takes nothing from any member.',
	group,
	begin(troupe) {
		const [maya, iris] = [troupe.actor('buyer'), troupe.actor('moderator')];
		const { buyerRole, auditId } = troupe;
		const { marketplace, discord } = troupe.stage;
		const { code } = troupe.buy();
		const ending = code.slice(-4);
		const isRefunded = () => troupe.purchase(code)?.refunded === true;
		const views = [inVerify('buyer'), inAudit('moderator')] as const;
		let refundedAt = Number.POSITIVE_INFINITY;
		/** The days on which the shop was asked about the code after the refund, and rejected it. */
		const noes = () => {
			const asked = marketplace.calls.filter(
				({ at, codeEnding }) => at >= refundedAt && codeEnding === ending,
			);
			return new Set(asked.map(({ at }) => Math.floor((at - refundedAt) / dayMs))).size;
		};
		const dayLater = (number: number, todo: string, checks: Step['checks']): Step => {
			const asked = `The bot has asked, and the shop has said no on ${days[number]}`;
			const step = daysPass(troupe, 1, {
				todo,
				views,
				checks: [world(asked, () => noes() >= number), ...checks],
			});
			return {
				...step,
				before() {
					refundedAt = Math.min(refundedAt, discord.now());
					return step.before?.();
				},
			};
		};
		return [
			verifies(maya, code, {
				views,
				checks: [...becomesBuyer(maya, buyerRole.id)],
			}),
			{
				todo: `Maya wants her money back. In the panel **Shop**, press **Refund** below her purchase, whose code ends in ${ending}.`,
				panel: 'shop',
				views,
				isTried: isRefunded,
				checks: [
					world('The shop has refunded it', isRefunded),
					has(maya, 'Maya still has the buyer role', buyerRole.id),
				],
				play: (hands) => hands.does('The shop refunds Maya’s purchase', () => marketplace.refund(code)),
			},
			dayLater(
				1,
				'In the panel **Clock**, press **+1 day**, and do nothing else: once a day the bot asks the shop about her purchase.',
				[has(maya, 'Maya keeps the buyer role: shops make mistakes', buyerRole.id)],
			),
			dayLater(2, 'Press **+1 day** once more.', [has(maya, 'Maya keeps it for another day', buyerRole.id)]),
			dayLater(3, 'And **+1 day** for the last time: the third no counts.', [
				lacks(maya, 'Maya loses the buyer role', buyerRole.id),
				post(auditId, 'The staff’s channel says why', /no longer lists/i),
			]),
			{
				todo: `Iris presses **Open ••••${ending}** below that line in #staff-audit.`,
				views,
				isTried: hasAnswer(iris),
				checks: [answer(iris, 'Iris reads what became of the purchase', /no longer valid/i)],
				play: (hands) => hands.presses(iris, `Open ••••${ending}`),
			},
		];
	},
};

const stranger: GuidedStory = {
	id: 'stranger',
	title: 'A stranger’s server',
	lesson:
		'A person who adds the bot to a server that it doesn’t serve gets nothing to press, and the author is notified.',
	group,
	begin(troupe) {
		const noor = troupe.actor('admin');
		const { auditId } = troupe;
		const { discord } = troupe.stage;
		const views = [inVerify('stranger'), inAudit('admin')] as const;
		const guildId = () => troupe.actor('stranger').guildId;
		const offered = () => [...discord.commands.list(guildId()), ...discord.commands.list()];
		return [
			{
				todo: 'Rook has added the bot to his own server, Lantern Den. Type / in his frame: the bot offers him nothing. In Noor’s frame, in #staff-audit, press **Leave Lantern Den** below the message about it.',
				views,
				before: () => troupe.addSecondServer(),
				isTried: hasAnswer(noor, 'component'),
				checks: [
					world('The bot offers no command in Lantern Den', () => offered().length === 0),
					world('The bot has left Lantern Den', () => !discord.guilds.has(guildId())),
					post(auditId, 'The message says that it is solved', /solved/i),
				],
				play: (hands) => hands.presses(noor, 'Leave Lantern Den'),
			},
		];
	},
};

export const forStaff = [setUp, dispute, refund, stranger];
