import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { purchases, purchasesComponents } from '../../commands/purchases.js';
import { translatorFor } from '../../src/i18n/translator.js';
import type { MemberRef } from '../../src/member-ref.js';
import type { RoleProgress } from '../../src/verification/verify.js';
import { ephemeral } from '../../src/views/message.js';
import {
	chooseToUnlink,
	openPurchases,
	purchasesView,
	restoredView,
	restoreRoles,
	turnPurchases,
} from '../../src/views/purchases-view.js';
import { outdatedComponentView } from '../../src/views/refusal-view.js';
import { unlinkedView, unlinkPurchase, unlinkQuestionView } from '../../src/views/unlink-view.js';
import { askCommand, askComponent } from '../discord/asking.js';
import { ownPurchases } from '../views/sample-purchases.js';

const t = translatorFor('en-US');
const me: MemberRef = { guildId: '100000000000000001', userId: '200000000000000001' };
const own = ownPurchases(9);
const hidden = ['defer', { flags: MessageFlags.Ephemeral }];

const hash = 'a'.repeat(64);
const question = { kind: 'allowed', hash, item: { id: 7, name: 'Aurora' }, days: 7 } as const;

function progress(first: 'granted' | 'waiting', settled: 'granted' | 'blocked'): RoleProgress {
	return { first: Promise.resolve({ kind: first }), settled: Promise.resolve({ kind: settled }) };
}

function setUp(role?: RoleProgress) {
	const asked: unknown[] = [];
	const service = {
		purchasesOf: async (place: MemberRef) => {
			asked.push(place);
			return own;
		},
		restore: async (place: MemberRef, held: readonly string[] | undefined) => {
			asked.push([place, held]);
			if (role === undefined) throw new Error('No roles were to be restored');
			return role;
		},
		mayUnlink: async (place: MemberRef, hash: string) => {
			asked.push(['may', place, hash]);
			return question;
		},
		unlink: async (place: MemberRef, hash: string) => {
			asked.push(['unlink', place, hash]);
			return { kind: 'unlinked', freeFrom: 7000 } as const;
		},
		now: () => 0,
		delay: () => new Promise<never>(() => {}),
	};
	return {
		asked,
		command: () => askCommand(purchases, { purchases: service }),
		click(customId: string, values?: readonly string[]) {
			const kind = values === undefined ? 'button' : 'select';
			const given = { customId, values: values ?? [], roleIds: ['held-role'] };
			return askComponent(purchasesComponents, kind, { purchases: service }, given);
		},
	};
}

describe('/purchases', () => {
	it('shows a member the first page of their own, for nobody else to see', async () => {
		const { command, asked } = setUp();
		expect(await command()).toEqual([hidden, ['edit', purchasesView(t, own, 0)]]);
		expect(asked).toEqual([me]);
	});

	it('does the same from a panel', async () => {
		expect(await setUp().click(openPurchases.encode())).toEqual([hidden, ['edit', purchasesView(t, own, 0)]]);
	});

	it('turns its page in place', async () => {
		expect(await setUp().click(turnPurchases.encode(2))).toEqual([
			['defer update', undefined],
			['edit', purchasesView(t, own, 2)],
		]);
		expect(await setUp().click('cc1:purchases-page:x')).toEqual([
			['reply', ephemeral(outdatedComponentView(t))],
		]);
	});
});

describe('the button that restores roles', () => {
	it('asks for the member’s roles and tells what came of it', async () => {
		const role = progress('granted', 'granted');
		const { click, asked } = setUp(role);
		expect(await click(restoreRoles.encode())).toEqual([hidden, ['edit', restoredView(t, 'granted')]]);
		expect(asked).toEqual([[me, ['held-role']]]);
	});

	it('changes the answer when a role that is on its way has come', async () => {
		const role = progress('waiting', 'blocked');
		expect(await setUp(role).click(restoreRoles.encode())).toEqual([
			hidden,
			['edit', restoredView(t, 'waiting')],
			['edit', restoredView(t, 'blocked')],
		]);
	});
});

describe('letting go of a purchase', () => {
	it('is asked about first, with what it means', async () => {
		const { click, asked } = setUp();
		expect(await click(chooseToUnlink.encode(), [hash])).toEqual([
			hidden,
			['edit', unlinkQuestionView(t, question)],
		]);
		expect(asked).toEqual([['may', me, hash]]);
	});

	it('is done when it is confirmed, for whoever confirms', async () => {
		const { click, asked } = setUp();
		expect(await click(unlinkPurchase.encode(hash))).toEqual([
			['defer update', undefined],
			['edit', unlinkedView(t, { kind: 'unlinked', freeFrom: 7000 })],
		]);
		expect(asked).toEqual([['unlink', me, hash]]);
		expect(await click('cc1:purchases-let-go:x')).toEqual([['reply', ephemeral(outdatedComponentView(t))]]);
	});
});
