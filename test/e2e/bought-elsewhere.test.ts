import type { Person } from '@claimcheck/local-discord/person';
import { labelsOf, textOf } from '@claimcheck/local-discord/reading';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGive } from '../../src/views/custom-ids/moderation-ids.js';
import { auditLine, buyerRoleGiven, change, chooseSetting, hasBuyerRole, verify } from './acts.js';
import { fill, referenceIn } from './dispute-acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline } from './reading.js';

const elsewhere = 'Bought in another shop?';
const give = 'Give an item';

describe('a purchase from another shop, with the production bot', () => {
	let stage: Stage;
	let other: SecondServer;
	let moderator: Person;
	let codes = 0;

	beforeAll(async () => {
		stage = await openStage();
		other = stage.secondServer();
		const both = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
		await register(stage, both);
		await stage.startBot(both);
		moderator = stage.people.moderator;
	});
	afterAll(() => stage?.close());

	/** A code that the shop doesn't know: that of another shop. */
	const foreignCode = (): string => {
		codes += 1;
		return `00000000-1111-4222-8333-${String(codes).padStart(12, '0')}`;
	};
	const look = (by: Person, reference: string) =>
		by.chatInput('whois', { reference }, { force: true }).answered();
	const item = () => stage.marketplace.items[0] ?? expect.unreachable('Nothing is for sale');

	it('is given by staff from the reference that its buyer was shown', async () => {
		const buyer = stage.newPerson('Buyer');
		const refusal = await verify(buyer, foreignCode());
		const reference = referenceIn(refusal);
		expect(textOf(refusal)).toContain(`${elsewhere} Ask staff, and give them **${reference}**.`);

		const page = await look(moderator, reference.toLowerCase());
		expect(textOf(page)).toContain(`<@${buyer.id}>`);
		const given = await fill(moderator, page, button(page, give), {
			item: String(item().id),
			reason: 'bought at the other shop',
		});
		expect(textOf(given)).toContain(`to <@${buyer.id}>`);
		await buyerRoleGiven(stage, buyer);
		await auditLine(stage, `<@${buyer.id}>`, 'bought at the other shop');
	});

	it('is explained once, with later wrong codes saying less, until tries and references end', async () => {
		const collector = stage.newPerson('Collector');
		const answers: string[] = [];
		for (let tries = 0; tries < 6; tries += 1) answers.push(textOf(await verify(collector, foreignCode())));
		expect(answers.filter((text) => text.includes(elsewhere))).toEqual([answers[0]]);
		expect(answers.slice(1, 5).every((text) => /[A-Z]{3}-[A-Z]{3}/.test(text))).toBe(true);
		expect(answers[5]).toContain('Too many tries');
		expect(answers[5]).not.toMatch(/[A-Z]{3}-[A-Z]{3}/);
	});

	it('attack: neither a staff role nor a made-up reference leads to the gift', async () => {
		const role = stage.guild.addRole({ name: 'Helper' });
		await chooseSetting(stage.people.admin, 'setup-staff', role.id);
		const helper = stage.discord.person(stage.guild, { name: 'Hal', roleIds: [role.id] });
		const buyer = stage.newPerson('Friend');
		const reference = referenceIn(await verify(buyer, foreignCode()));
		expect(labelsOf(await look(helper, reference))).not.toContain(give);
		// Nor does the form, for a moderator who is none any more when it is sent.
		const page = await look(moderator, reference);
		const form = moderator.clickButton(page, openGive.encode(buyer.id));
		await form.modalOpened();
		stage.guild.takeRole(moderator.id, stage.roles.moderator.id);
		const gift = { item: String(item().id), reason: 'for a friend' };
		const refused = await moderator.submitModal(form, gift).answered();
		stage.guild.giveRole(moderator.id, stage.roles.moderator.id);
		expect(headline(refused)).not.toContain('gave');
		expect(hasBuyerRole(stage, buyer)).toBe(false);
		expect(headline(await look(moderator, 'BCD-FGH'))).toContain('Reference not found');
	});

	it('is no way around what /verify says of a code that staff have revoked', async () => {
		const buyer = stage.newPerson('Refunded');
		const { code } = stage.marketplace.addPurchase();
		await verify(buyer, code);
		await change(moderator, 'revoke', { code, reason: 'stolen card' });
		const thief = stage.newPerson('Thief');
		const [known, unknown] = [await verify(buyer, code), await verify(thief, foreignCode())].map((answer) =>
			textOf(answer).replaceAll(/[A-Z]{3}-[A-Z]{3}/g, 'REF'),
		);
		expect(known).toBe(unknown);
	});
});
