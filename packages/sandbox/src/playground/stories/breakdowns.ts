import type { GuidedStory } from '../guide/guided-story.js';
import { answer, has, hasAnswer, lacks, post, shown, without, world } from '../guide/step-checks.js';
import { inAudit, inVerify, verified, verifies } from './steps.js';

const group = 'When things break';
const giveRole = 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}';
const views = [inVerify('buyer'), inAudit('moderator')] as const;

const shopDown: GuidedStory = {
	id: 'shop-down',
	title: 'The shop is down',
	lesson:
		'An outage is the shop’s problem, never the buyer’s: the code isn’t called bad, and the bot asks again by itself.',
	group,
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const { marketplace } = troupe.stage;
		const { code } = troupe.buy();
		const isDown = () => marketplace.faults.list().length > 0;
		return [
			{
				todo: 'In the panel **Shop**, below “What goes wrong”, let the shop be **A proxy’s error page (502)**.',
				panel: 'shop',
				views,
				isTried: isDown,
				checks: [world('The shop is down', isDown)],
				play: (hands) =>
					hands.does('The shop goes down: a proxy answers with an error page', () =>
						marketplace.faults.add('*', '502-html'),
					),
			},
			verifies(maya, code, {
				story: 'Maya knows nothing of that.',
				views,
				checks: [
					answer(
						maya,
						'In spite of the outage, Maya’s good code is not called bad',
						/right now|isn’t about your code/i,
						without('invalid', 'doesn’t recognize this code'),
					),
					lacks(maya, 'Maya gets no role yet', troupe.buyerRole.id),
				],
			}),
			{
				todo: 'In the panel **Shop**, let the shop be **Works** again, and do nothing else: the bot said that it keeps trying. If it has given up meanwhile, Maya verifies once more.',
				panel: 'shop',
				views,
				copies: [{ label: 'Maya’s code', text: code }],
				isTried: () => !isDown(),
				checks: [
					shown(maya, 'The same code works now, without another word from Maya', verified),
					has(maya, 'Maya gets the buyer role', troupe.buyerRole.id),
				],
				play: (hands) => hands.does('The shop is back', () => marketplace.faults.clear()),
			},
		];
	},
};

const roleBlocked: GuidedStory = {
	id: 'role-blocked',
	title: 'The role cannot be given',
	lesson:
		'A role that Discord doesn’t let the bot give never loses a purchase: staff read what to do, and then it comes.',
	group,
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const { stage, buyerRole } = troupe;
		const { guild } = stage;
		const { code } = troupe.buy();
		const isAbove = () => buyerRole.position > guild.botRole.position;
		return [
			{
				todo: 'An administrator tidies up. In the panel **Server**, move the role Buyer up (**↑**) until it stands above the bot’s own role.',
				panel: 'server',
				views,
				isTried: isAbove,
				checks: [world('Buyer stands above the bot’s role', isAbove)],
				play: (hands) =>
					hands.does('The role Buyer is dragged above the bot’s own role', () =>
						guild.moveRole(buyerRole.id, guild.botRole.position),
					),
			},
			verifies(maya, code, {
				views,
				checks: [
					answer(maya, 'Maya’s purchase is verified all the same', verified),
					answer(maya, 'She is told plainly that staff must fix the role', /staff fix/i),
					lacks(maya, 'Maya has no role yet', buyerRole.id),
					post(troupe.auditId, 'The staff read which role to drag where', /can’t give/i, /drag my role/i),
				],
			}),
			{
				todo: 'Move the role Buyer down again (**↓**), below the bot’s role, and do nothing else.',
				panel: 'server',
				views,
				isTried: () => !isAbove(),
				checks: [has(maya, 'Maya gets the buyer role by itself', buyerRole.id)],
				play: (hands) =>
					hands.does('The role Buyer is dragged back to its place', () => guild.moveRole(buyerRole.id, 1)),
			},
		];
	},
};

const kill: GuidedStory = {
	id: 'kill',
	title: 'kill -9 in the middle',
	lesson:
		'What was answered is stored: a killed bot gives the role that it still owed, and its old buttons work.',
	group,
	begin(troupe) {
		const maya = troupe.actor('buyer');
		const { stage, buyerRole } = troupe;
		const { bot } = troupe.world;
		const { faults } = stage.discord;
		const { code, item } = troupe.buy();
		return [
			verifies(maya, code, {
				story: 'Discord takes its time with roles today.',
				views,
				before: () => faults.add(giveRole, { kind: 'hang' }),
				checks: [
					answer(maya, 'Maya is told that her role is on the way', verified, /on the way/i),
					lacks(maya, 'Maya has no role yet', buyerRole.id),
				],
			}),
			{
				todo: 'In the panel **Bot**, press **Kill -9**: the bot gets no chance to save anything.',
				panel: 'bot',
				views,
				isWithoutBot: true,
				isTried: () => !bot.isRunning,
				checks: [
					world('The bot’s process is gone', () => !bot.isRunning),
					lacks(maya, 'Maya still has no role', buyerRole.id),
				],
				play: (hands) => hands.does('kill -9: the bot is gone', () => bot.kill()),
			},
			{
				todo: 'Discord is quick again. In the panel **Bot**, press **Start the bot**, and do nothing else.',
				panel: 'bot',
				views,
				isWithoutBot: true,
				before: () => faults.clear(giveRole),
				isTried: () => bot.isRunning,
				checks: [has(maya, 'Maya gets the buyer role all the same', buyerRole.id)],
				play: (hands) => hands.does('The bot is started again', () => bot.start()),
			},
			{
				todo: 'Press **Show my purchases** on Maya’s answer from before the kill.',
				views,
				isTried: hasAnswer(maya, 'component'),
				checks: [answer(maya, 'A button from before the kill works', item, without(code))],
				play: (hands) => hands.presses(maya, 'Show my purchases'),
			},
		];
	},
};

export const whenThingsBreak = [shopDown, roleBlocked, kill];
