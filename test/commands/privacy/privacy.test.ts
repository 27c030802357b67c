import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';

import {
	askToDelete,
	dataDeletedView,
	dataExportView,
	deleteData,
	deleteDataView,
	exportData,
	exportLaterView,
	keepData,
	privacy,
	privacyComponents,
	privacyView,
} from '../../../commands/privacy/privacy.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { askCommand, askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { personalData } from '../../states/purchases/sample-own.js';

const t = translatorFor('en-US');
const me = '200000000000000001';
const data = personalData(2);
const hidden = ['defer', { flags: MessageFlags.Ephemeral }];

function setUp(retryAt?: number) {
	const log: unknown[] = [];
	const service = {
		dataOf: async (userId: string, reach: string) => {
			log.push(['read', userId, reach]);
			return data;
		},
		deleteDataOf: async (userId: string) => {
			log.push(['delete', userId]);
			return { isComplete: true };
		},
		takeExport: async () => retryAt,
		now: () => 7,
	};
	return {
		/** The calls, and then the answers. */
		async command() {
			const answers = await askCommand(privacy, { privacy: service }, { userId: me });
			return [...log, ...answers];
		},
		async click({ encode }: { encode(): string }, on: Partial<Given> = { isOnOwnAnswer: true }) {
			const given = { userId: me, customId: encode(), ...on };
			const answers = await askComponent(privacyComponents, 'button', { privacy: service }, given);
			return [...log, ...answers];
		},
	};
}

describe('/privacy', () => {
	it('shows members the data stored about themselves, visible only to them', async () => {
		expect(await setUp().command()).toEqual([
			['read', me, 'bounded'],
			hidden,
			['edit', privacyView(t, data)],
		]);
	});

	it('gives it as a file', async () => {
		expect(await setUp().click(exportData)).toEqual([
			['read', me, 'whole'],
			['defer update', undefined],
			['edit', dataExportView(t, data, 7)],
		]);
		expect(await setUp().click(exportData, {})).toContainEqual(hidden);
	});

	it('gives no second file within the minute, and reads nothing for it', async () => {
		const later = exportLaterView(t, 60_000);
		expect(await setUp(60_000).click(exportData)).toEqual([
			['defer update', undefined],
			['edit', later],
		]);
	});

	it('asks before it deletes, and nothing is deleted by that', async () => {
		expect(await setUp().click(askToDelete)).toEqual([['update', deleteDataView(t)]]);
		expect(await setUp().click(keepData)).toEqual([
			['read', me, 'bounded'],
			['defer update', undefined],
			['edit', privacyView(t, data)],
		]);
	});

	it('deletes the data of the confirming member, and says what is left', async () => {
		expect(await setUp().click(deleteData)).toEqual([
			['delete', me],
			['defer update', undefined],
			['edit', dataDeletedView(t, { isComplete: true })],
		]);
	});
});

function exported(count: number): Record<string, unknown> {
	const [file] = dataExportView(t, personalData(count), Date.UTC(2026, 3, 1)).files ?? [];
	return JSON.parse(String(file?.attachment)) as Record<string, unknown>;
}

describe('what is stored about a member', () => {
	it('is whole in the file, with times that can be read and words instead of codes', () => {
		expect(exported(12)).toMatchObject({
			exportedAt: '2026-04-01T00:00:00.000Z',
			discordUserId: '200000000000000001',
			wrongCodesAt: ['2026-02-01T00:00:00.000Z'],
			countedForLimitsAt: ['2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.001Z'],
			refusals: [
				{
					at: '2026-02-01T00:00:00.000Z',
					what: 'the code is in use by another account',
					discordServerId: '100000000000000001',
				},
			],
			directMessages: [{ what: 'some new word' }],
			disputes: [{ what: 'opened' }],
		});
		const purchases = exported(12)['purchases'] as Record<string, unknown>[];
		expect(purchases).toHaveLength(12);
		expect(purchases[0]).toMatchObject({
			item: { id: 1, name: 'Item 1' },
			status: 'valid',
			verifiedAt: '2026-02-01T00:00:00.000Z',
			supportedUntil: '2027-05-08T00:00:00.000Z',
			pricePaid: 29,
			currency: 'USD',
			downloaded: true,
			history: [
				{ at: '2026-02-01T00:00:00.000Z', what: 'verified', by: 'you' },
				{ what: 'locked by staff', by: 'staff', why: 'two people asked' },
			],
		});
	});

	it('names former purchases in the file with all that is kept of the member in them', () => {
		expect(exported(1)['formerPurchases']).toEqual([
			{
				item: { id: 1, name: 'Item 1', category: 'Themes' },
				licenceType: 'regular',
				history: [
					{ at: '2026-02-01T00:00:00.000Z', what: 'unlinked by staff', why: 'asked for it', by: 'staff' },
				],
				keptForUndo: {
					until: '2026-02-01T00:00:00.001Z',
					youHadIt: { verifiedAt: '2026-02-01T00:00:00.000Z' },
				},
			},
		]);
	});
});
