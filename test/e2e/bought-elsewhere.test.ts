import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLine, buyerRoleGiven, change, verify } from './acts.js';
import { fill, referenceIn } from './dispute-acts.js';
import { openStage, register } from './hosted-bot.js';
import { button } from './reading.js';

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
