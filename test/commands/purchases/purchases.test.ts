import { setImmediate } from 'node:timers/promises';
import { labelsOf, textOf } from '@claimcheck/local-discord/reading';
import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
	askToUnlink,
	getRoles,
	openPurchase,
	ownPurchasesView,
	purchases,
	purchasesComponents,
	turnPurchases,
	unlinkedView,
	unlinkPurchase,
	unlinkQuestionView,
	type Where,
} from '../../../commands/purchases/purchases.js';
import type { MemberRef } from '../../../src/base/row-fields.js';
import type { Services } from '../../../src/create-services.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { SyncTicket } from '../../../src/roles/syncs.js';
import { noRoles } from '../../../src/services/moderation/moderated-roles.js';
import type { OwnPurchases } from '../../../src/services/purchases/purchases.js';
import { ephemeral } from '../../../src/ui/message.js';
import { outdatedComponentView } from '../../../src/ui/refusal.js';
import { askCommand, askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { usual } from '../../states/foreign.js';
import { ownPurchase, ownPurchases } from '../../states/purchases/sample-own.js';
import { placeOf } from '../../states/sample.js';

const t = translatorFor('en-US');
const me: MemberRef = { guildId: '100000000000000001', userId: '200000000000000001' };
const linkedPlace = placeOf(usual);
const own = ownPurchases(9);
const hash = own.all[3]?.hash ?? '';
const hidden = ['defer', { flags: MessageFlags.Ephemeral }];
const turned = ['defer update', undefined];

const question = { claim: ownPurchase, roleIds: [], days: 7 };
const shown = (where: Where, note?: string, all: OwnPurchases = own) =>
	ownPurchasesView(t, all, where, { place: linkedPlace, now: 0, note });

type Result = Awaited<SyncTicket['settled']>;
const granted: Result = { kind: 'granted', added: ['new-role'], removed: ['old-role'], withheld: [] };

function setUp(ticket?: SyncTicket, answer: 'unlinked' | 'refused' = 'unlinked') {
	const asked: unknown[] = [];
	const service: Services['purchases'] = {
		purchasesOf: async (place, held) => {
			asked.push([place, [...held]]);
			// The page shows what is held, so that the test sees what the handler knows.
			return { ...own, roles: { ...noRoles, has: [...held] } };
		},
		restore: async (place, held) => {
			asked.push(['restore', place, held]);
			return ticket ?? Promise.reject(new Error('No roles were to be restored'));
		},
		checkAgain: async (place, checked) => {
			asked.push(['check', place, checked]);
			return { kind: 'no-answer' };
		},
		unlinkQuestion: async (place, unlinked) => {
			asked.push(['may', place, unlinked]);
			return answer === 'refused' ? undefined : question;
		},
		unlink: async (place, unlinked) => {
			asked.push(['unlink', place, unlinked]);
			return answer === 'refused' ? { kind: answer } : { kind: answer, freeFrom: 7000 };
		},
		ownedItem: () => expect.unreachable(),
		list: () => expect.unreachable(),
		trial: () => expect.unreachable(),
	};
	const clock = {
		now: () => 0,
		delay: (ms: number) => (ms > 60_000 ? new Promise<never>(() => {}) : setImmediate()),
	};
	const services = { purchases: service, clock, links: { of: async () => linkedPlace.links } };
	return {
		asked,
		command: () => askCommand(purchases, services),
		click(customId: string, given: Partial<Given> = { isOnOwnAnswer: true }) {
			const kind = given.values === undefined ? 'button' : 'select';
			return askComponent(purchasesComponents, kind, services, { customId, roleIds: ['old-role'], ...given });
		},
	};
}

const has = (...held: string[]): OwnPurchases => ({ ...own, roles: { ...noRoles, has: held } });

describe('/purchases', () => {
	it('shows a member the first page of their own, visible only to them', async () => {
		const { command, asked } = setUp();
		expect(await command()).toEqual([hidden, ['edit', shown(0, undefined, has())]]);
		expect(asked).toEqual([[me, []]]);
	});

	it('turns its page, and opens one of its purchases', async () => {
		expect(await setUp().click(turnPurchases.encode(1))).toEqual([
			turned,
			['edit', shown(1, undefined, has('old-role'))],
		]);
		expect(await setUp().click(openPurchase.encode(hash))).toEqual([
			turned,
			['edit', shown(hash, undefined, has('old-role'))],
		]);
		expect(await setUp().click('cc1:purchases-page:x')).toEqual([
			['reply', ephemeral(outdatedComponentView(t))],
		]);
	});
});

describe('the button that gets roles', () => {
	const at = (settled: Result): SyncTicket => ({ settled: Promise.resolve(settled) });

	it.each([
		[getRoles.encode('1'), 1],
		[getRoles.encode(hash), hash],
	])('asks for the member’s roles and shows what is held then: %s', async (customId, where) => {
		const { click, asked } = setUp(at(granted));
		expect(await click(customId)).toEqual([turned, ['edit', shown(where, undefined, has('new-role'))]]);
		expect(asked[0]).toEqual(['restore', me, { roles: ['old-role'], isPending: false }]);
	});
});

describe('unlinking', () => {
	it('is asked about first, with what it means', async () => {
		const { click, asked } = setUp();
		const view = ['edit', unlinkQuestionView(t, question)];
		expect(await click(askToUnlink.encode(hash))).toEqual([turned, view]);
		expect(asked).toEqual([['may', me, hash]]);
	});

	it('is done when it is confirmed, for the confirming member', async () => {
		const { click, asked } = setUp();
		expect(await click(unlinkPurchase.encode(hash))).toEqual([
			turned,
			['edit', unlinkedView(t, { kind: 'unlinked', freeFrom: 7000 }, 0)],
		]);
		expect(asked).toEqual([['unlink', me, hash]]);
		expect(await click('cc1:purchases-let-go:x')).toEqual([['reply', ephemeral(outdatedComponentView(t))]]);
	});
});

describe('unlinking that is not possible any more', () => {
	it.each([askToUnlink, unlinkPurchase])('shows the purchase as it is now', async ({ encode }) => {
		const { click } = setUp(undefined, 'refused');
		const now = shown(hash, t('refusal.wasOutdated'), has('old-role'));
		expect(await click(encode(hash))).toEqual([turned, ['edit', now]]);
	});
});

describe('a member’s purchases', () => {
	const all = ownPurchases(54);
	const view = (where: Where) => ownPurchasesView(t, all, where, { place: linkedPlace, now: 0 });

	it('open from the list, and lead back to the page that they were on', () => {
		const opened = view(all.all[26]?.hash ?? '');
		expect(textOf(opened)).toContain('**Item 27**');
		expect(JSON.stringify(opened)).toContain('"cc1:purchases-page:1"');
		expect(labelsOf(opened)).toContain('Show all');
	});

	it('are the list, under a line that says so, if the one to be opened is not theirs any more', () => {
		expect(
			textOf(view('f'.repeat(64)))
				.split('\n')
				.slice(0, 2),
		).toEqual([t('refusal.wasOutdated'), '## Your purchases · 54']);
	});
});
