import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import { logged, verify } from './acts.js';
import { botHeaders } from './bot-headers.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

// What the production bot of commit bc50034 has left behind at a kill: see test/fixtures/bc50034/README.md.
const text = readFileSync('test/fixtures/bc50034/store.json', 'utf8');
const old = JSON.parse(text) as {
	readonly claimSecret: string;
	readonly ids: {
		readonly guild: string;
		readonly roles: Readonly<Record<'buyer' | 'item' | 'supported', string>>;
		readonly channels: Readonly<Record<'verify' | 'audit', string>>;
		readonly staff: Readonly<Record<'admin' | 'moderator', string>>;
		readonly people: Readonly<Record<string, string>>;
	};
	readonly customIds: Readonly<Record<'undo' | 'confirm' | 'cancel', string>>;
	readonly panel: { readonly embeds: unknown[]; readonly components: unknown[] };
};
const codeNumber = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

describe('a store of commit bc50034, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	let itemRole: string;
	let supportedRole: string;
	const people = new Map<string, Person>();

	const person = (name: string): Person => {
		const found = people.get(name);
		if (found === undefined) throw new Error(`Nobody is called ${name}`);
		return found;
	};
	const given = async (name: string, roleId: string): Promise<void> => {
		const { id } = person(name);
		await stage.discord.events.waitFor(
			'role-added',
			(event) => event.userId === id && event.roleId === roleId,
		);
	};
	/** Each in a channel of its own, as Discord takes five messages in five seconds in one. */
	const post = async (body: unknown): Promise<APIMessage> => {
		const { id } = stage.guild.addChannel({ name: 'old' });
		const send = () =>
			fetch(`${stage.discord.apiUrl}/v10/channels/${id}/messages`, {
				method: 'POST',
				headers: botHeaders(stage),
				body: JSON.stringify(body),
			});
		let response = await send();
		// The bot's own calls count towards the 50 a second as well.
		while (response.status === 429) {
			await sleep(Number(response.headers.get('retry-after')) * 1_000);
			response = await send();
		}
		expect(response.status).toBe(200);
		return (await response.json()) as APIMessage;
	};
	/** A button of an old message: the message is posted anew, since Discord's messages are not in the store. */
	const press = async (by: Person, customId: string) => {
		const button = { type: 2, style: 2, label: 'Old', custom_id: customId };
		const message = await post({ content: 'old', components: [{ type: 1, components: [button] }] });
		return by.clickButton(message, customId);
	};

	/** The form, the message or the line beside it that a press has brought. */
	const whatCame = (pressed: InteractionHandle): Promise<string> =>
		Promise.any([
			pressed.modalOpened().then(({ title }) => title),
			pressed.answered().then(readable),
			pressed.followedUp().then(readable),
		]);

	beforeAll(async () => {
		stage = await openStage();
		itemRole = stage.guild.addRole({ name: 'Aurora' }).id;
		supportedRole = stage.guild.addRole({ name: 'Supported' }).id;
		for (const name of Object.keys(old.ids.people)) people.set(name, stage.newPerson(name));
		const renamed: readonly (readonly [string, string])[] = [
			[old.ids.guild, stage.guild.id],
			[old.ids.roles.buyer, stage.roles.buyer.id],
			[old.ids.roles.item, itemRole],
			[old.ids.roles.supported, supportedRole],
			[old.ids.channels.verify, stage.channels.verify],
			[old.ids.channels.audit, stage.channels.audit],
			[old.ids.staff.admin, stage.people.admin.id],
			[old.ids.staff.moderator, stage.people.moderator.id],
			...Object.entries(old.ids.people).map(([name, id]) => [id, person(name).id] as const),
		];
		const today = renamed.reduce((all, [before, after]) => all.replaceAll(before, after), text);
		const { rows } = JSON.parse(today) as { rows: { key: string; value: Record<string, unknown> }[] };
		const overrides = { CLAIM_SECRET: old.claimSecret };
		const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
		for (const { key, value } of rows) {
			// A proposal is valid for a quarter of an hour: this one is of just now.
			const fresh = key.startsWith('proposal:') ? { ...value, at: Date.now() } : value;
			await store.compareAndSet(key, undefined, fresh);
		}
		await store.close();
		for (let n = 1; n <= 9; n += 1) stage.marketplace.addPurchase({ code: codeNumber(n), itemId: 20_114 });
		await register(stage, overrides);
		bot = await stage.startBot(overrides);
	});
	afterAll(() => stage?.close());

	it('gives everybody with a claim the roles that were chosen, the one who waited at the kill too', async () => {
		for (const name of ['holder', 'locked', 'teamOne', 'teamTwo', 'heir', 'proposed', 'waiting']) {
			await given(name, stage.roles.buyer.id);
			await given(name, itemRole);
		}
		await given('holder', supportedRole);
		for (const name of ['refunded', 'unlinked', 'forgotten', 'moved', 'guesser']) {
			expect(person(name).roleIds).not.toContain(stage.roles.buyer.id);
		}
	});

	it('still knows who holds what, and how many may', async () => {
		expect(headline(await verify(person('holder'), codeNumber(1)))).toBe('✅ Already verified');
		expect(headline(await verify(stage.newPerson('Thief'), codeNumber(1)))).toBe('⛔ This code is in use');
		expect(headline(await verify(stage.newPerson('Third'), codeNumber(6)))).toBe('⛔ This code is in use');
		expect(headline(await verify(stage.newPerson('Early'), codeNumber(4)))).toBe('⛔ This code is in use');
		expect(headline(await verify(stage.newPerson('Finder'), codeNumber(5)))).toBe('⛔ This code is in use');
	});

	it('shows the same purchases, and lets go of one by the policy of then', async () => {
		const page = await person('teamOne').chatInput('purchases').answered();
		expect(readable(page)).toContain('Aurora Admin');
		expect(readable(page)).toContain('cc1:purchases-ask-unlink');
	});

	it('answers the buttons of a panel that was posted then', async () => {
		const panel = await post(old.panel);
		const modal = await person('guesser').clickButton(panel, 'cc1:panel-verify').modalOpened();
		expect(modal.custom_id).toBe('cc1:panel-code');
		const own = await person('holder').clickButton(panel, 'cc1:purchases').answered();
		expect(readable(own)).toContain('Aurora Admin');
	});

	it('carries out what a moderator had proposed, once', async () => {
		const { moderator } = stage.people;
		const confirmed = await press(moderator, old.customIds.confirm);
		expect(readable(await confirmed.answered())).toContain('not confirmed yet');
		await stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === person('proposed').id && roleId === stage.roles.buyer.id,
		);
		const again = await press(moderator, old.customIds.confirm);
		expect(readable(await again.followedUp())).toContain('too old');
		expect(readable(await (await press(moderator, old.customIds.cancel)).followedUp())).toContain('too old');
		const undo = await (await press(moderator, old.customIds.undo)).answered();
		expect(headline(undo)).toMatch(/^⛔ (Something has happened since|Too late to undo)/);
	});

	describe('answers what was on messages of then, never with an error', () => {
		const hash = createHash('sha256').update('nobody’s').digest('hex');
		const short = Buffer.from(hash, 'hex').toString('base64url');
		const nobody = '100000000000000000';

		it.each([
			'account-private',
			`desk-undo:${short}:1`,
			'desk-confirm:0123456789abcdef',
			'desk-cancel:0123456789abcdef',
			'share:20114',
			'share:999999',
			'items:next:0',
			'items:next:0:name:-:desk',
			'items:last:99:cheap:+:',
			'items-ask',
			'items-ask:name:-:',
			'items-search:name:-:desk',
			'items-all',
			'panel-verify',
			`panel-change:${nobody}`,
			'preview:20114',
			'preview:999999',
			'shots:20114:0',
			'shots-page:20114:1',
			'privacy-export',
			'privacy-delete',
			'privacy-keep',
			'privacy-erase',
			'purchases',
			'purchases-page:3',
			'purchases-restore',
			`purchases-let-go:${hash}`,
			'setup',
			'setup-rules:0',
			'policy',
		])('the button %s', async (id) => {
			const pressed = await press(stage.people.admin, `cc1:${id}`);
			expect(await whatCame(pressed)).not.toMatch(
				/Something went wrong|"content":"","embeds":\[\],"components":\[\]/,
			);
		});

		it.each([
			['items-open', '20114'],
			['items-category:name:-:', '-'],
			['items-order:name:-:', 'cheap'],
			['policy-unlinking', 'never'],
			['purchases-unlink', hash],
			['setup-remove:0', 'item:20114'],
			['desk-choose:0123456789abcdef', `${short}.${nobody}`],
		])('the select %s', async (id, value) => {
			const customId = `cc1:${id}`;
			const menu = { type: 3, custom_id: customId, options: [{ label: 'Old', value }] };
			const message = await post({ content: 'old', components: [{ type: 1, components: [menu] }] });
			const picked = stage.people.admin.selectMenu(message, customId, [value]);
			expect(await whatCame(picked)).not.toContain('Something went wrong');
		});

		it.each([
			['setup-role:buyer', 6, () => stage.roles.buyer.id],
			['setup-role:supported', 6, () => supportedRole],
			['setup-audit', 8, () => stage.channels.audit],
		] as const)('the select %s', async (id, type, value) => {
			const customId = `cc1:${id}`;
			const menu = { type, custom_id: customId };
			const message = await post({ content: 'old', components: [{ type: 1, components: [menu] }] });
			const picked = stage.people.admin.selectMenu(message, customId, [value()]);
			expect(await whatCame(picked)).not.toContain('Something went wrong');
		});
	});

	it('leaves no trouble in the log', () => {
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});
});
