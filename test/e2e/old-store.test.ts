import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logged, verify } from './acts.js';
import { codeNumber, OldServer, type OldStore, whatCame } from './old-store.js';
import { headline, readable } from './reading.js';

describe('a store of commit bc50034, with the production bot', () => {
	let server: OldServer;
	let old: OldStore & { readonly customIds: Readonly<Record<'undo' | 'confirm' | 'cancel', string>> };

	beforeAll(async () => {
		server = await OldServer.open('bc50034');
		old = JSON.parse(server.text);
	});
	afterAll(() => server?.stage.close());

	it('gives every member with a claim the roles that were chosen, the one who waited at the kill too', async () => {
		for (const name of ['holder', 'locked', 'teamOne', 'teamTwo', 'heir', 'proposed', 'waiting']) {
			await server.given(name, server.stage.roles.buyer.id);
			await server.given(name, server.itemRole);
		}
		await server.given('holder', server.supportedRole);
		for (const name of ['refunded', 'unlinked', 'forgotten', 'moved', 'guesser']) {
			expect(server.person(name).roleIds).not.toContain(server.stage.roles.buyer.id);
		}
	});

	it('still knows who holds what, and how many may', async () => {
		expect(headline(await verify(server.person('holder'), codeNumber(1)))).toBe('✅ Already verified');
		expect(headline(await verify(server.stage.newPerson('Thief'), codeNumber(1)))).toBe(
			'⛔ This code is in use',
		);
		expect(headline(await verify(server.stage.newPerson('Third'), codeNumber(6)))).toBe(
			'⛔ This code is in use',
		);
		expect(headline(await verify(server.stage.newPerson('Early'), codeNumber(4)))).toBe(
			'⛔ This code is in use',
		);
		expect(headline(await verify(server.stage.newPerson('Finder'), codeNumber(5)))).toBe(
			'⛔ This code is in use',
		);
	});

	it('shows the same purchases, and lets go of one by the policy of then', async () => {
		const page = await server.person('teamOne').chatInput('purchases').answered();
		expect(readable(page)).toContain('Aurora Admin');
		expect(readable(page)).toContain('cc1:purchases-act');
	});

	it('answers the buttons of a panel that was posted then', async () => {
		const panel = await server.post(old.panel);
		const modal = await server.person('guesser').clickButton(panel, 'cc1:panel-verify').modalOpened();
		expect(modal.custom_id).toBe('cc1:panel-code');
		const own = await server.person('holder').clickButton(panel, 'cc1:purchases').answered();
		expect(readable(own)).toContain('Aurora Admin');
	});

	it('undoes nothing that a moderator changed then', async () => {
		const { moderator } = server.stage.people;
		const undo = await (await server.press(moderator, old.customIds.undo)).answered();
		expect(headline(undo)).toMatch(/^⛔ (Something has happened since|Too late to undo)/);
	});

	describe('answers what was on messages of then, never with an error', () => {
		const hash = createHash('sha256').update('nobody’s').digest('hex');
		const short = Buffer.from(hash, 'hex').toString('base64url');
		const unknownId = '100000000000000000';

		it.each([
			'account-private',
			`desk-undo:${short}:1`,
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
			`panel-change:${unknownId}`,
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
			const pressed = await server.press(server.stage.people.admin, `cc1:${id}`);
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
		])('the select %s', async (id, value) => {
			const picked = await server.choose(server.stage.people.admin, `cc1:${id}`, value);
			expect(await whatCame(picked)).not.toContain('Something went wrong');
		});

		it.each([
			['setup-role:buyer', 6, () => server.stage.roles.buyer.id],
			['setup-role:supported', 6, () => server.supportedRole],
			['setup-audit', 8, () => server.stage.channels.audit],
		] as const)('the select %s', async (id, type, value) => {
			const picked = await server.choose(server.stage.people.admin, `cc1:${id}`, value(), type);
			expect(await whatCame(picked)).not.toContain('Something went wrong');
		});
	});

	it('leaves no trouble in the log', async () => {
		expect(logged(await server.bot, 'error', 'fatal')).toEqual([]);
	});
});
