import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { type APIMessage, PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	buyerRoleGiven,
	change,
	customIdOf,
	forge,
	freshCode,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const force = { force: true };
const { Administrator, ManageGuild, ManageRoles } = PermissionFlagsBits;

describe('the file about a purchase, with the production bot', () => {
	let stage: Stage;
	let other: ReturnType<Stage['secondServer']>;
	let moderator: Person;
	let buyer: Person;
	let former: Person;
	let code: string;
	let log: readonly string[];

	beforeAll(async () => {
		stage = await openStage({ isRateLimited: false });
		other = stage.secondServer();
		const both = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
		await register(stage, both);
		log = (await stage.startBot(both)).lines;
		moderator = stage.people.moderator;
		former = stage.newPerson('Formerly');
		buyer = stage.newPerson('Cardholder');
		code = freshCode(stage);
		await verify(former, code);
		const reason = `sold by <@${former.id}>, ${former.id} or @Formerly, code ${code}`;
		await change(moderator, 'move', { code, to: buyer.id, reason });
		await buyerRoleGiven(stage, buyer);
	});
	afterAll(() => stage?.close());

	const pageFor = (staff: Person) => staff.chatInput('whois', { code }, force).answered();

	/** Presses *Download file* on a page, and waits for the form. */
	async function openForm(staff: Person, page: APIMessage): Promise<InteractionHandle> {
		const opened = staff.clickButton(page, customIdOf(page, 'desk-download'));
		await opened.modalOpened();
		return opened;
	}

	async function download(staff: Person, reason: string): Promise<APIMessage> {
		const opened = await openForm(staff, await pageFor(staff));
		return await staff.submitModal(opened, { reason }).answered();
	}

	async function textOf(answer: APIMessage): Promise<string> {
		const [file] = answer.attachments;
		expect(file?.filename).toBe('purchase.txt');
		return await (await fetch(file?.url ?? '')).text();
	}

	it('says what was bought, by which account it was verified, and what happened since', async () => {
		const answer = await download(moderator, 'chargeback of March');
		expect(stage.discord.messages.get(answer.id).visibleTo).toBe(moderator.id);
		const text = await textOf(answer);
		const sold = stage.marketplace.purchases.find((each) => each.code === code);
		expect(text).toContain('Record of a purchase');
		expect(text).toContain(stage.guild.name);
		expect(text).toContain(`${sold?.item.name} (${sold?.item.id})`);
		expect(text).toMatch(/Bought \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
		expect(text).toMatch(/Last confirmed by the shop: \d{4}-/);
		expect(text).toContain(`(${buyer.id}) since `);
		expect(text).toContain('Current roles for purchases: Buyer');
		expect(text).toContain('verified (another account)');
		expect(text).toContain('moved: another account → this account (staff)');
		expect(text).not.toMatch(/<[@t#]|\*\*/);
		const line = await auditLine(stage, `<@${moderator.id}>`, 'downloaded a file about');
		expect(line).toContain('chargeback of March');
		expect(log.some((each) => each.includes('Staff downloaded the file about a purchase'))).toBe(true);
	});

	it('attack: holds no code and names no other account, though a reason of staff does', async () => {
		const answer = await download(moderator, `for the bank, code ${code}`);
		const text = await textOf(answer);
		expect(text).toContain('sold by');
		for (const secret of [code, code.slice(-4), former.id, moderator.id, 'Formerly', 'formerly']) {
			expect(text, secret).not.toContain(secret);
		}
		const line = await auditLine(stage, 'for the bank');
		for (const written of [line, readable(answer), log.join('\n')]) expect(written).not.toContain(code);
	});

	it('attack: staff of another server get neither the button nor the file', async () => {
		const page = await pageFor(moderator);
		const id = customIdOf(page, 'desk-download');
		const elsewhere = stage.discord.person(other.guild, { id: buyer.id });
		await verify(elsewhere, code);
		const theirs = await other.people.moderator.chatInput('whois', { code }).answered();
		expect(readable(theirs)).not.toContain('desk-download');
		for (const person of [other.people.moderator, other.people.admin]) {
			const refused = await forge(stage, person, other.channels.verify, id);
			expect(headline(refused)).toContain('Only the home server’s staff');
			expect(refused.attachments).toEqual([]);
		}
	});

	it('attack: a member without rights, or with rights in one channel only, is refused', async () => {
		const id = customIdOf(await pageFor(moderator), 'desk-download');
		const member = stage.newPerson('Curious');
		const ticket = stage.guild.addChannel({ name: 'ticket' });
		const allow = Administrator | ManageGuild | ManageRoles;
		stage.guild.setOverwrites(ticket.id, [{ id: member.id, type: 1, allow, deny: 0n }]);
		for (const channel of [stage.channels.verify, ticket.id]) {
			const refused = await forge(stage, member, channel, id);
			expect(headline(refused)).toContain('Manage Roles');
			expect(refused.attachments).toEqual([]);
		}
		expect(auditChannel(stage)).not.toContain(member.id);
	});

	it('attack: who is timed out, or has lost the role since the form opened, is refused', async () => {
		const role = stage.guild.addRole({ name: 'Trainee', permissions: ManageRoles, position: 2 });
		const trainee = stage.discord.person(stage.guild, { name: 'Trainee', roleIds: [role.id] });
		const page = await pageFor(trainee);
		const opened = await openForm(trainee, page);
		const again = await openForm(trainee, page);
		stage.guild.timeOut(trainee.id, Date.now() + 60_000);
		const late = await trainee.submitModal(opened, { reason: 'last day' }, force).answered();
		expect(headline(late)).toContain('Manage Roles');
		expect(
			headline(await trainee.clickButton(page, customIdOf(page, 'desk-download'), force).answered()),
		).toContain('Manage Roles');
		stage.guild.timeOut(trainee.id, undefined);
		stage.guild.takeRole(trainee.id, role.id);
		const lost = await trainee.submitModal(again, { reason: 'last day' }, force).answered();
		expect(headline(lost)).toContain('Manage Roles');
		expect([...late.attachments, ...lost.attachments]).toEqual([]);
		expect(auditChannel(stage)).not.toContain('last day');
	});

	it('attack: no member of staff gets it about their own purchase, held now or before; an administrator does', async () => {
		const lead = stage.guild.addRole({ name: 'Lead', permissions: ManageRoles, position: 2 });
		for (const person of [buyer, former]) {
			stage.guild.giveRole(person.id, lead.id);
			const refused = await download(person, 'my own');
			expect(headline(refused)).toContain('your own purchase');
			expect(refused.attachments).toEqual([]);
			stage.guild.takeRole(person.id, lead.id);
		}
		expect(auditChannel(stage)).not.toContain('my own');
		stage.guild.giveRole(buyer.id, stage.roles.admin.id);
		expect(await textOf(await download(buyer, 'only one on duty'))).toContain(buyer.id);
		expect(await auditLine(stage, 'only one on duty')).toContain('their own purchase');
		stage.guild.takeRole(buyer.id, stage.roles.admin.id);
	});

	it('says that the shop doesn’t list a refunded purchase, and when it said so', async () => {
		stage.marketplace.refund(code);
		const checked = await moderator
			.clickButton(await pageFor(moderator), customIdOf(await pageFor(moderator), 'desk-check'))
			.answered();
		expect(readable(checked)).toContain('The shop doesn’t list it');
		const text = await textOf(await download(moderator, 'chargeback of April'));
		expect(text).toMatch(/Reported invalid by the shop: \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
		expect(text).toContain('It can be a refund.');
	});
});
