import type { Role } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	auditChannel,
	buyerRoleGiven,
	chooseSetting,
	customIdOf,
	forge,
	forgePress,
	freshCode,
	giveItem,
	hasBuyerRole,
	openActForm,
	openGiveForm,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const force = { force: true };
const { ManageRoles } = PermissionFlagsBits;

describe('staff with a grudge, with the production bot', () => {
	let stage: Stage;
	let moderator: Person;
	let supporter: Person;
	let high: Role;
	let itemId: string;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
		moderator = stage.discord.person(stage.guild, {
			name: 'Morgan',
			roleIds: [stage.guild.addRole({ name: 'Low lead', permissions: ManageRoles, position: 1 }).id],
		});
		const staff = stage.guild.addRole({ name: 'Supporter' });
		supporter = stage.discord.person(stage.guild, { name: 'Sam', roleIds: [staff.id] });
		await chooseSetting(stage.people.admin, 'setup-set:staff', staff.id);
		itemId = String(stage.marketplace.items[0]?.id);
		high = stage.guild.addRole({ name: 'High', position: 3 });
	});
	afterAll(() => stage?.close());

	const gift = () => ({ item: itemId, reason: 'a gift' });
	const give = (by: Person, member: Person) => giveItem(by, member, gift());
	/** Sends a form that its sender can open only by a forged press. */
	const forgeForm = async (by: Person, values: Record<string, string>, ...press: [string, string?]) => {
		const opened = await forgePress(stage, by, stage.channels.verify, ...press);
		await opened.modalOpened();
		return await by.submitModal(opened, values).answered();
	};

	it('attack: a staff role gives and revokes nothing, by no command and no page', async () => {
		const friend = stage.newPerson('Friend');
		const forgedGift = await forgeForm(supporter, gift(), `cc1:desk-give:${friend.id}`);
		expect(headline(forgedGift)).toContain('Only moderators can do this');
		const code = freshCode(stage);
		const buyer = stage.newPerson('Buyer');
		await verify(buyer, code);
		const page = await supporter.chatInput('whois', { code }, force).answered();
		expect(readable(page)).not.toContain('"value":"revoke"');
		const select = customIdOf(page, 'desk-acts');
		const answer = await forgeForm(supporter, { reason: 'why not' }, select, 'revoke');
		expect(headline(answer)).toContain('Only moderators can do this');
		// Nor by the page that a moderator was shown.
		const theirs = await moderator.chatInput('whois', { code }).answered();
		const form = await openActForm(moderator, theirs, 'revoke');
		const revoked = await moderator.submitModal(form, { reason: 'stolen card' }).answered();
		const undo = customIdOf(revoked, 'desk-undo');
		const forged = await forge(stage, supporter, stage.channels.verify, undo);
		expect(headline(forged)).toContain('Only moderators');
		expect(readable(await verify(buyer, code))).toContain('doesn’t recognize this code');
		expect(auditChannel(stage)).not.toContain('why not');
	});

	it('attack: no moderator gives a role that is not below their own highest one', async () => {
		const { admin } = stage.people;
		await admin.chatInput('setup item', { item: itemId, role: high.id }).answered();
		const friend = stage.newPerson('Friend');
		expect(readable(await give(moderator, friend))).toContain(
			'You can only use roles below your highest one',
		);
		expect(friend.roleIds).toEqual([]);
		await give(admin, friend);
		await buyerRoleGiven(stage, friend);
	});

	it('attack: a gift is given once, and ten a day are the most', async () => {
		const admin = stage.discord.person(stage.guild, { name: 'Ada', roleIds: [stage.roles.admin.id] });
		const friend = stage.newPerson('Friend');
		const form = await openGiveForm(admin, friend);
		const sent = [1, 2].map(() => admin.submitModal(form, gift()).answered());
		await Promise.all(sent);
		// Both answers turn the same message, so the purchases are counted.
		const once = await admin.chatInput('whois', { member: friend.id }).answered();
		expect(readable(once)).toMatch(/\b1 purchase\b/);
		const answers: string[] = [];
		for (let n = 0; n < 10; n += 1) answers.push(readable(await give(admin, friend)));
		expect(answers.filter((text) => text.includes('You’ve given 10 purchases today')).length).toBeGreaterThan(
			0,
		);
		const page = await admin.chatInput('whois', { member: friend.id }).answered();
		expect(readable(page)).toContain('10 purchases');
	});
});

describe('a gift in one of two servers, with the production bot', () => {
	it('counts in both, and staff of both see it', async () => {
		const stage = await openStage();
		try {
			const other = stage.secondServer();
			const both = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
			await register(stage, both);
			await stage.startBot(both);
			const home = stage.newPerson('Ana');
			const elsewhere = stage.discord.person(other.guild, { id: home.id });
			const { admin } = other.people;
			await chooseSetting(admin, 'setup-set:buyer', other.roles.buyer.id);
			const item = String(stage.marketplace.items[0]?.id);
			expect(readable(await giveItem(admin, elsewhere, { item, reason: 'ours' }))).toContain('gave **');
			await stage.discord.events.waitFor(
				'role-added',
				({ userId, roleId }) => userId === elsewhere.id && roleId === other.roles.buyer.id,
			);
			await expect.poll(() => hasBuyerRole(stage, home)).toBe(true);
			const seen = await stage.people.moderator.chatInput('whois', { member: home.id }).answered();
			expect(readable(seen)).not.toContain('has no purchases');
		} finally {
			await stage.close();
		}
	});
});
