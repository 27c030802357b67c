import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { type APIMessage, PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import { auditChannel, auditLine, chooseSetting, forge, giveRole, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const { ManageGuild, ManageRoles } = PermissionFlagsBits;
const mark = '🧪 **Test** · nothing is stored, no role is given';
const trialCode = '00000000-0000-4000-8000-00000000c0de';

describe('“Try it as a buyer”', () => {
	let stage: Stage;
	let manager: Person;
	let forItem: string;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
		const lead = stage.guild.addRole({ name: 'Lead', permissions: ManageGuild | ManageRoles, position: 8 });
		manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [lead.id] });
		await chooseSetting(manager, 'setup-panel', stage.channels.verify);
		const [item] = stage.marketplace.items;
		forItem = stage.guild.addRole({ name: 'Item' }).id;
		await manager.chatInput('setup item', { item: String(item?.id), role: forItem }).answered();
		await auditLine(stage, 'set the role for the item');
	});
	afterAll(() => stage?.close());

	async function tryIt(code?: string): Promise<APIMessage> {
		const page = await manager.chatInput('setup server').answered();
		const pressed = manager.press(page, 'Try it as a buyer');
		const form = await pressed.modalOpened();
		expect(form.title).toBe('Test: verify a purchase');
		// The prefilled value is sent, unless another code is typed.
		const typed = code ?? /"value":"([^"]+)"/.exec(JSON.stringify(form))?.[1] ?? '';
		return await manager.submitModal(pressed, { code: typed }).answered();
	}

	it('plays a made-up purchase through: what a buyer is answered, with the server’s roles, and its page', async () => {
		const answer = await tryIt();
		expect(readable(answer)).toContain(mark);
		expect(readable(answer)).toContain('### ✅ Purchase verified');
		expect(readable(answer)).toContain(`You now have <@&${stage.roles.buyer.id}> and <@&${forItem}>`);
		expect(readable(answer)).toContain('••••c0de');
		expect(readable(answer)).toContain(stage.marketplace.items[0]?.name);

		const purchase = await manager.press(answer, 'Show my purchases').answered();
		expect(readable(purchase)).toContain(mark);
		expect(readable(purchase)).toContain(`<@&${forItem}>`);
		const back = await manager.press(purchase, 'Back').answered();
		expect(readable(back)).toContain('Set up this server');
	});

	it('stores nothing, asks the shop nothing, gives no role, notifies and counts no member', async () => {
		const numbers = async () => readable(await manager.chatInput('stats').answered());
		// Reading the settings page may look at the panel; all of it is done before.
		await manager.chatInput('setup server').answered();
		const before = {
			rows: await rowsAbout(stage, [manager]),
			shop: stage.marketplace.calls.length,
			roles: stage.discord.calls.list(giveRole).length,
			audit: auditChannel(stage),
			numbers: await numbers(),
			held: manager.roleIds,
		};
		// The settings of the server at least, so that it is the right database.
		expect(before.rows.has(`settings:${stage.guild.id}`)).toBe(true);
		const answer = await tryIt();
		await manager.press(answer, 'Show my purchases').answered();
		expect({
			rows: await rowsAbout(stage, [manager]),
			shop: stage.marketplace.calls.length,
			roles: stage.discord.calls.list(giveRole).length,
			audit: auditChannel(stage),
			numbers: await numbers(),
			held: manager.roleIds,
		}).toEqual(before);
	});

	it('takes no other code, and repeats none', async () => {
		const { code } = stage.marketplace.addPurchase();
		const calls = stage.marketplace.calls.length;
		const refused = await tryIt(code);
		expect(headline(refused)).toContain('The test accepts only its own code');
		expect(readable(refused)).not.toContain(code.slice(0, 8));
		expect(stage.marketplace.calls).toHaveLength(calls);
		const buyer = stage.newPerson('Buyer');
		expect(headline(await verify(buyer, code))).toContain('Purchase verified');
	});

	it('is worth nothing where a purchase is verified: its code is refused as any other', async () => {
		const thief = stage.newPerson('Thief');
		const made = await verify(thief, '00000000-0000-4000-8000-00000000beef');
		const tried = await verify(stage.newPerson('Other'), trialCode);
		expect(headline(tried)).toBe(headline(made));
		expect(headline(await verify(manager, trialCode))).toBe(headline(made));
		expect(headline(made)).toContain('⛔');
		expect(thief.roleIds).toEqual([]);
	});

	it('is refused to members who may not set the server up, at each of its steps', async () => {
		const { buyer, moderator } = stage.people;
		const before = await rowsAbout(stage, [buyer, moderator, manager]);
		for (const person of [buyer, moderator]) {
			for (const id of ['cc1:setup-try', 'cc1:setup-try-purchase']) {
				const refused = await forge(stage, person, stage.channels.verify, id);
				expect(headline(refused)).toContain('Manage Server');
			}
		}
		// A forged form: opened as a manager, sent after the right is lost.
		const page = await manager.chatInput('setup server').answered();
		const pressed = manager.press(page, 'Try it as a buyer');
		await pressed.modalOpened();
		const roles = [...manager.roleIds];
		for (const id of roles) stage.guild.takeRole(manager.id, id);
		const refused = await manager.submitModal(pressed, { code: trialCode }).answered();
		for (const id of roles) stage.guild.giveRole(manager.id, id);
		expect(headline(refused)).toContain('Manage Server');
		expect(await rowsAbout(stage, [buyer, moderator, manager])).toEqual(before);
	});
});

/** Claims, settings, and every row that names one of the people: periodic tasks write others at any time. */
async function rowsAbout(stage: Stage, people: readonly Person[]): Promise<ReadonlyMap<string, unknown>> {
	const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
	try {
		const rows = new Map<string, unknown>();
		for await (const pair of store.list('')) {
			const value = pair.corrupt ? 'damaged' : pair.value;
			const text = JSON.stringify([pair.key, value]);
			const isAbout = people.some(({ id }) => text.includes(id));
			if (isAbout || /^(?:claim|settings):/.test(pair.key)) rows.set(pair.key, value);
		}
		return rows;
	} finally {
		await store.close();
	}
}
