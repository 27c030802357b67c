import type { Person } from '@claimcheck/local-discord/person';
import { labelsOf, textOf } from '@claimcheck/local-discord/reading';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLine, buyerRoleGiven, forge, freshCode, logged, press, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline, listOn, readable } from './reading.js';

const day = 86_400_000;

describe('/purchases, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	let buyer: Person;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot();
		await bot.logged('Loaded the items');
		buyer = stage.newPerson('Maya');
	});
	afterAll(() => stage?.close());

	const click = (person: Person, message: APIMessage, label: string): Promise<APIMessage> =>
		person.clickButton(message, button(message, label)).answered();
	const own = (person: Person): Promise<APIMessage> => person.chatInput('purchases').answered();
	/** In a channel of its own, since Discord limits messages by channel. */
	const forged = (person: Person, id: string, value?: string): Promise<APIMessage> =>
		forge(stage, person, stage.guild.addChannel({ name: 'old' }).id, id, value);
	const buyerOf = async (name: string, count = 1): Promise<Person> => {
		const person = stage.newPerson(name);
		for (let n = 0; n < count; n += 1) await verify(person, freshCode(stage));
		return person;
	};

	it('opens a buyer’s only purchase for the buyer alone', async () => {
		const supportedUntil = Date.now() + 30 * day;
		const { code, item } = stage.marketplace.addPurchase({ supportedUntil, licenceType: 'extended' });
		await verify(buyer, code);
		await verify(stage.newPerson('Ana'), freshCode(stage));
		await buyerRoleGiven(stage, buyer);

		const answer = await own(buyer);
		const text = textOf(answer);
		expect(text).toContain(item.name.slice(0, 4));
		expect(text).toContain(`Extended license · code\u00a0••••${code.slice(-4)}`);
		expect(text).toContain(`<t:${Math.floor(supportedUntil / 1000)}:R>`);
		expect(text).toContain(`✅ <@&${stage.roles.buyer.id}>`);
		expect(readable(answer)).not.toContain(code);
		expect(readable(answer)).toContain('"media"');
		expect(stage.discord.messages.get(answer.id).visibleTo).toBe(buyer.id);
	});

	it('says that a role is missing which was taken by hand, and gives it', async () => {
		stage.guild.takeRole(buyer.id, stage.roles.buyer.id);
		const page = await own(buyer);
		expect(textOf(page)).toContain(`⚠️ <@&${stage.roles.buyer.id}>: missing`);
		expect(textOf(page)).not.toContain('✅');
		const got = await click(buyer, page, 'Get my roles');
		await buyerRoleGiven(stage, buyer);
		expect(got.id).toBe(page.id);
		await expect.poll(async () => textOf(await own(buyer))).toContain(`✅ <@&${stage.roles.buyer.id}>`);
	});

	it('is a select from four on, whose purchases open and lead back, also after a restart', async () => {
		const ines = await buyerOf('Ines', 4);
		const list = await own(ines);
		expect(textOf(list)).toContain('Your purchases · 4');
		expect(labelsOf(list)).not.toContain('Open');
		await bot.stop();
		bot = await stage.startBot();
		const { customId, values } = listOn(list);
		expect(values).toHaveLength(4);
		const one = await ines.selectMenu(list, customId, values.slice(2, 3)).answered();
		expect(one.id).toBe(list.id);
		expect(textOf(one)).toMatch(/license · code\u00a0••••[0-9a-f]{4}/);
		expect(textOf(await click(ines, one, 'Show all'))).toContain('Your purchases · 4');
	});

	it('gives nothing to a member who presses the button of another member’s page, nor after the data is deleted', async () => {
		const [holder, thief] = [await buyerOf('Holder'), stage.newPerson('Thief')];
		const [hash = ''] = /[0-9a-f]{64}/.exec(readable(await unlinkable(holder))) ?? [];
		expect(hash).not.toBe('');
		for (const id of ['one', 'ask-unlink', 'let-go', 'here', 'check', 'roles']) {
			const answer = await forged(thief, `cc1:purchases-${id}:${hash}`);
			expect(textOf(answer)).not.toContain('license');
			expect(readable(answer)).not.toContain(holder.id);
		}
		expect(textOf(await own(holder))).toContain('license');
		const question = await press(holder, await holder.chatInput('privacy').answered(), 'privacy-delete');
		await press(holder, question, 'privacy-erase');
		const replayed = await forged(holder, `cc1:purchases-one:${hash}`);
		expect(textOf(replayed)).toContain('No purchases yet');
	});

	/** A page with the purchase's hash in it, which only what can be done with a purchase has. */
	async function unlinkable(person: Person): Promise<APIMessage> {
		const { admin } = stage.people;
		const policy = await admin.chatInput('setup policy').answered();
		await admin.selectMenu(policy, 'cc1:policy-unlinking', ['7']).answered();
		return await own(person);
	}

	it('lets a buyer unlink a purchase, as far as the server’s policy goes', async () => {
		const holder = stage.newPerson('Lea');
		const code = freshCode(stage);
		await verify(holder, code);
		await buyerRoleGiven(stage, holder);
		const page = await unlinkable(holder);
		const question = await press(holder, page, 'purchases-ask-unlink');
		expect(textOf(question)).toContain(
			`You’ll lose <@&${stage.roles.buyer.id}>. For 7 days, only you can verify it again.`,
		);
		expect(textOf(await click(holder, question, 'Keep it'))).toContain('license');
		const again = await press(holder, await own(holder), 'purchases-ask-unlink');
		expect(textOf(await click(holder, again, 'Unlink'))).toContain('✅ Unlinked');

		await stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === holder.id && roleId === stage.roles.buyer.id,
		);
		expect(await auditLine(stage, `<@${holder.id}>`, 'unlinked')).not.toContain(code);
		expect(headline(await verify(stage.newPerson('Lee'), code))).toContain('in use');
		expect(headline(await verify(holder, code))).toContain('Purchase verified');
	});

	it('leaves no trouble in the log', () => {
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});
