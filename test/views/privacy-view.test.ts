import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { dataExportView, deleteDataView, privacyView } from '../../src/views/privacy-view.js';
import { personalData } from './sample-purchases.js';

const t = translatorFor('en-US');

function exported(count: number): Record<string, unknown> {
	const [file] = dataExportView(t, personalData(count), Date.UTC(2026, 3, 1)).files ?? [];
	return JSON.parse(String(file?.attachment)) as Record<string, unknown>;
}

describe('what is stored about a member', () => {
	it('is counted and listed, and a long list refers to the file', () => {
		const text = (count: number) => privacyView(t, personalData(count)).embeds?.[0]?.description ?? '';
		expect(text(2)).toContain('**Purchases: 2**');
		expect(text(2)).toContain('- Item 2 · <t:');
		expect(text(2)).toContain('**Wrong codes in the last day: 1**');
		expect(text(2)).toContain(personalData(2).userId);
		expect(text(12)).toContain('… and 2 more');
		expect(text(12)).not.toContain('Item 11');
	});

	it('is whole in the file, with times that can be read', () => {
		expect(exported(12)).toMatchObject({
			exportedAt: '2026-04-01T00:00:00.000Z',
			discordUserId: '200000000000000001',
			wrongCodesAt: ['2026-02-01T00:00:00.000Z'],
		});
		const purchases = exported(12)['purchases'] as Record<string, unknown>[];
		expect(purchases).toHaveLength(12);
		expect(purchases[0]).toMatchObject({
			item: { id: 1, name: 'Item 1' },
			verifiedAt: '2026-02-01T00:00:00.000Z',
			supportedUntil: '2027-05-08T00:00:00.000Z',
			history: [
				{ at: '2026-02-01T00:00:00.000Z', what: 'claimed', by: 'you' },
				{ what: 'locked', by: 'staff', why: 'two people asked' },
			],
		});
	});

	it('names former purchases, in the file with all that is kept of the member in them', () => {
		const text = privacyView(t, personalData(1)).embeds?.[0]?.description ?? '';
		expect(text).toContain('**Former purchases: 1**');
		const none = { ...personalData(1), formerPurchases: [] };
		expect(privacyView(t, none).embeds?.[0]?.description).not.toContain('Former');
		expect(exported(1)['formerPurchases']).toEqual([
			{
				item: { id: 1, name: 'Item 1', category: 'Themes' },
				licenceType: 'regular',
				history: [{ at: '2026-02-01T00:00:00.000Z', what: 'released', by: 'staff' }],
				keptForUndo: {
					until: '2026-02-01T00:00:00.001Z',
					youHadIt: { verifiedAt: '2026-02-01T00:00:00.000Z', discordServerIds: ['100000000000000001'] },
				},
			},
		]);
	});

	it('is deleted only after a question that says what goes', () => {
		const view = deleteDataView(t);
		expect(view.embeds?.[0]?.description).toContain('can’t be undone');
		expect(JSON.stringify(view.components)).toContain('cc1:privacy-keep');
	});
});
