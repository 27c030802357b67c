import { describe, expect, it } from 'vitest';
import { dataExportView } from '../../../commands/privacy/privacy.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { personalData } from '../sample-purchases.js';

const t = translatorFor('en-US');

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

	it('says in the file what the bot’s own reasons mean', () => {
		const data = personalData(1);
		const [purchase] = data.purchases;
		if (purchase === undefined) throw new Error('The sample has no purchase');
		const history = ['shop-invalid', 'confirmed by the marketplace'].map((why) => ({
			at: 0,
			what: 'revoked' as const,
			by: 'claimcheck' as const,
			why,
			guildId: undefined,
		}));
		const [file] = dataExportView(t, { ...data, purchases: [{ ...purchase, history }] }, 0).files ?? [];
		expect(String(file?.attachment)).not.toMatch(/shop-|claimed|marketplace/);
		expect(String(file?.attachment)).toContain('the shop no longer lists it');
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
