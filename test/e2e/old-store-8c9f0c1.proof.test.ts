import { readFileSync } from 'node:fs';
import type { Person } from '@claimcheck/local-discord/person';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logged, verify } from './acts.js';
import { codeNumber, OldServer, type OldStore, whatCame } from './old-store.js';
import { headline, readable } from './reading.js';

interface Control {
	readonly kind: 'button' | `select-${3 | 5 | 6 | 8}`;
	readonly customId: string;
	readonly values?: readonly string[];
}

interface OldStoreWithControls extends OldStore {
	readonly references: Readonly<Record<'open' | 'moved' | 'left', string>>;
	readonly controls: readonly Control[];
}

const fixture: OldStoreWithControls = JSON.parse(readFileSync('test/fixtures/8c9f0c1/store.json', 'utf8'));
/** Pressed by the member whose it is; the others by an administrator. */
const ofMembers =
	/^cc1:(panel-verify|verify-|purchases|privacy|dispute-(open|ask|withdraw|keep)|items?|list|shots|share)/;
/** They change what other tests look at, and are pressed in a test of their own. */
const pressedAlone = /^cc1:(privacy-erase|case-undo|dispute-withdraw)/;
const kindOf = ({ kind }: Control): 3 | 5 | 6 | 8 | undefined =>
	(({ button: undefined, 'select-3': 3, 'select-5': 5, 'select-6': 6, 'select-8': 8 }) as const)[kind];

describe('a store of commit 8c9f0c1, with the production bot', () => {
	let server: OldServer;
	let old: OldStoreWithControls;

	beforeAll(async () => {
		server = await OldServer.open('8c9f0c1');
		old = JSON.parse(server.text);
	});
	afterAll(() => server?.stage.close());

	it('gives the member who waited at the kill their roles, and others theirs at their next verify', async () => {
		await server.given('waiting', server.stage.roles.buyer.id);
		await server.given('waiting', server.itemRole);
		for (const [name, n] of [
			['holder', 1],
			['winner', 6],
		] as const) {
			expect(headline(await verify(server.person(name), codeNumber(n)))).toBe('✅ Already verified');
			await server.given(name, server.stage.roles.buyer.id);
		}
		for (const name of ['revoked', 'unlinked', 'loser', 'asker', 'left', 'forgotten', 'guesser']) {
			expect(server.person(name).roleIds, name).not.toContain(server.stage.roles.buyer.id);
		}
	});

	it('takes no code a second time', async () => {
		for (const n of [1, 2, 5, 6, 7, 8, 10]) {
			const thief = server.stage.newPerson('Thief');
			expect(headline(await verify(thief, codeNumber(n))), `code ${n}`).toBe('⛔ This code is in use');
		}
		expect(headline(await verify(server.stage.newPerson('Late'), codeNumber(3)))).not.toContain('✅');
	});

	it.each(fixture.controls.filter(({ customId }) => !pressedAlone.test(customId)))(
		'answers $kind $customId',
		async ({ kind, customId }) => {
			const index = fixture.controls.findIndex((it) => it.kind === kind && it.customId === customId);
			const control = old.controls[index] ?? expect.unreachable('It is in the fixture');
			const by = memberOf(control);
			const type = kindOf(control);
			const value = control.values?.[0] ?? anyOf(type) ?? '';
			const pressed =
				type === undefined
					? await server.press(by, control.customId)
					: await server.choose(by, control.customId, value, type);
			const answer = await whatCame(pressed);
			expect(answer).not.toMatch(/Something went wrong|"content":"","embeds":\[\],"components":\[\]/);
		},
	);

	it('undoes a decision of then, and withdraws a request', async () => {
		const undo = await server.press(server.stage.people.moderator, `cc1:case-undo:${old.references.moved}`);
		expect(await whatCame(undo)).not.toContain('Something went wrong');
		const withdrawn = await server.press(
			server.person('asker'),
			`cc1:dispute-withdraw:${old.references.open}`,
		);
		expect(await whatCame(withdrawn)).toContain('Withdrawn');
	});

	it('deletes the data of a member by the button of then', async () => {
		const pressed = await server.press(server.person('walked'), 'cc1:privacy-erase');
		expect(await whatCame(pressed)).toContain('Deleted');
		expect(readable(await server.person('walked').chatInput('purchases').answered())).not.toContain('Aurora');
	});

	it('logs no error', async () => {
		expect(logged(await server.bot, 'error', 'fatal')).toEqual([]);
	});

	function memberOf({ customId }: Control): Person {
		if (!ofMembers.test(customId)) return server.stage.people.admin;
		if (customId.startsWith('cc1:dispute-keep')) return server.person('possessor');
		return server.person(customId.startsWith('cc1:dispute-') ? 'asker' : 'holder');
	}

	/** Selects of people, roles and channels have no options. */
	function anyOf(type: 3 | 5 | 6 | 8 | undefined): string | undefined {
		if (type === 5) return server.person('holder').id;
		if (type === 6) return server.stage.roles.buyer.id;
		return type === 8 ? server.stage.channels.audit : undefined;
	}
});
