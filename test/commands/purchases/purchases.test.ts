import { setImmediate } from 'node:timers/promises';
import { labelsOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import {
	askToUnlink,
	getRoles,
	ownPurchasesView,
	purchasesComponents,
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
import { askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { usual } from '../../states/foreign.js';
import { ownPurchases } from '../../states/purchases/sample-own.js';
import { placeOf } from '../../states/sample.js';
import type { Given as Some } from '../../world/floor.js';

const t = translatorFor('en-US');
const me: MemberRef = { guildId: '100000000000000001', userId: '200000000000000001' };
const linkedPlace = placeOf(usual);
const own = ownPurchases(9);
const hash = own.all[3]?.hash ?? '';
const turned = ['defer update', undefined];

const shown = (where: Where, note?: string, all: OwnPurchases = own) =>
	ownPurchasesView(t, all, where, { place: linkedPlace, now: 0, note });

type Result = Awaited<SyncTicket['settled']>;
const granted: Result = { kind: 'granted', added: ['new-role'], removed: ['old-role'], withheld: [] };
const blocked: Result = { kind: 'blocked', held: ['new-role'], roleId: 'buyer', obstacle: 'role-too-high' };

function setUp(ticket?: SyncTicket) {
	const asked: unknown[] = [];
	const service: Some<Services>['purchases'] = {
		purchasesOf: async (place, held) => {
			asked.push([place, [...held]]);
			// The page shows the held roles, so that the test sees what the handler received.
			return { ...own, roles: { ...noRoles, has: [...held] } };
		},
		restore: async (place, held) => {
			asked.push(['restore', place, held]);
			return ticket ?? Promise.reject(new Error('No roles were to be restored'));
		},
		unlinkQuestion: async () => undefined,
		unlink: async () => ({ kind: 'refused' }),
	};
	const clock = {
		now: () => 0,
		delay: (ms: number) => (ms > 60_000 ? new Promise<never>(() => {}) : setImmediate()),
	};
	const services = { purchases: service, clock, links: { of: async () => linkedPlace.links } };
	return {
		asked,
		click(customId: string, given: Partial<Given> = { isOnOwnAnswer: true }) {
			const kind = given.values === undefined ? 'button' : 'select';
			return askComponent(purchasesComponents, kind, services, { customId, roleIds: ['old-role'], ...given });
		},
	};
}

const has = (...held: string[]): OwnPurchases => ({ ...own, roles: { ...noRoles, has: held } });

it.each([
	[getRoles.encode(1), 1, blocked, ['old-role', 'new-role']],
	[getRoles.encode(hash), hash, granted, ['new-role']],
] as const)(
	'the button that gets roles requests them and shows those held afterwards: %s',
	async (customId, where, result, held) => {
		const { click, asked } = setUp({ settled: Promise.resolve(result) });
		expect(await click(customId)).toEqual([turned, ['edit', shown(where, undefined, has(...held))]]);
		expect(asked[0]).toEqual(['restore', me, { roles: ['old-role'], isPending: false }]);
	},
);

it('unlinking one of several seats reserves only that seat, since others can take the free ones', () => {
	const [first = expect.unreachable()] = own.all;
	const question = { claim: { ...first, seat: { number: 1, of: 5 } }, roleIds: [], days: 7, freeFrom: 1 };
	const done = unlinkedView(t, { kind: 'unlinked', freeFrom: 1, seats: 5 }, 0);
	for (const view of [unlinkQuestionView(t, question), done])
		expect(textOf(view)).toContain('Your seat stays reserved for you until <t:0:D>.');
});

describe('unlinking that is no longer possible', () => {
	it.each([askToUnlink, unlinkPurchase])('shows the purchase in its current state', async ({ encode }) => {
		const { click } = setUp();
		const now = shown(hash, t('refusal.wasOutdated'), has('old-role'));
		expect(await click(encode(hash))).toEqual([turned, ['edit', now]]);
	});
});

describe('a member’s purchases', () => {
	const all = ownPurchases(54);
	const view = (where: Where) => ownPurchasesView(t, all, where, { place: linkedPlace, now: 0 });

	it('open from the list, and lead back to the page of the list they were on', () => {
		const opened = view(all.all[26]?.hash ?? '');
		expect(textOf(opened)).toContain('**Item 27**');
		expect(JSON.stringify(opened)).toContain('"cc1:purchases-page:2"');
		expect(labelsOf(opened)).toContain('Show all');
	});

	it('are shown as the list, with a notice above it, if the requested one is no longer theirs', () => {
		expect(
			textOf(view('f'.repeat(64)))
				.split('\n')
				.slice(0, 2),
		).toEqual([t('refusal.wasOutdated'), '## Your purchases · 54']);
	});
});
