import { ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { PersonalData } from '../../../src/purchases/personal-data.js';
import {
	dataDeletedView,
	dataExportView,
	deleteDataView,
	exportLaterView,
	privacyView,
} from '../../../src/views/purchases/privacy-view.js';
import { personalData } from '../sample-purchases.js';
import { shownText } from '../shown.js';

const t = translatorFor('en-US');
const nothing: PersonalData = {
	userId: '200000000000000001',
	purchases: [],
	formerPurchases: [],
	wrongCodesAt: [],
	unlinkedAt: [],
	countedAt: [],
	rows: [{ kind: 'refusals', rows: [] }],
	isComplete: true,
};

function exported(count: number): Record<string, unknown> {
	const [file] = dataExportView(t, personalData(count), Date.UTC(2026, 3, 1)).files ?? [];
	return JSON.parse(String(file?.attachment)) as Record<string, unknown>;
}

describe('what is stored about a member', () => {
	it('is counted, each kind in a line, and kinds of which there is nothing are left out', () => {
		expect(shownText(privacyView(t, personalData(12))).split('\n')).toEqual([
			'## Your data',
			'Stored with your Discord user ID:',
			'**12 purchases** · item, license, dates, servers, history; codes are encrypted',
			'**1 former purchase** · what names you in the history',
			'**1 wrong code in 24 hours** · only when',
			'**1 purchase unlinked in 24 hours** · only when',
			'**2 other acts in 24 hours** · only when, for limits',
			'**1 reference in 30 days** · when, where, why',
			'**1 message to you in 30 days** · when, about what',
			'**1 dispute** · when, what you wrote, what was decided',
			'-# Audit channel: ask the server’s staff.',
		]);
	});

	it('is nothing, where it is, and then there is nothing to press', () => {
		const view = privacyView(t, nothing);
		expect(shownText(view)).toBe('Nothing is stored about you.');
		expect(JSON.stringify(view)).not.toContain('custom_id');
		expect(shownText(privacyView(t, nothing, 'a note'))).toBe('a note\nNothing is stored about you.');
	});

	it('may be more than is counted, where too much is stored, and the file has it', () => {
		const more = '⚠️ There may be more: too many records to search here. The file has everything.';
		const stored = privacyView(t, { ...personalData(12), isComplete: false });
		expect(shownText(stored)).toContain(`${more}\n-# Audit channel`);
		const view = privacyView(t, { ...nothing, isComplete: false });
		expect(shownText(view).split('\n')).toEqual([
			'## Your data',
			more,
			'-# Audit channel: ask the server’s staff.',
		]);
		expect(JSON.stringify(view)).toContain('Download my data');
	});

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
			changesToConfirm: [],
			disputes: [{ what: 'opened' }],
		});
		const purchases = exported(12)['purchases'] as Record<string, unknown>[];
		expect(purchases).toHaveLength(12);
		expect(purchases[0]).toMatchObject({
			item: { id: 1, name: 'Item 1' },
			status: 'valid',
			verifiedAt: '2026-02-01T00:00:00.000Z',
			supportedUntil: '2027-05-08T00:00:00.000Z',
			history: [
				{ at: '2026-02-01T00:00:00.000Z', what: 'verified', by: 'you' },
				{ what: 'locked by the staff', by: 'staff', why: 'two people asked' },
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
					{ at: '2026-02-01T00:00:00.000Z', what: 'unlinked by the staff', why: 'asked for it', by: 'staff' },
				],
				keptForUndo: {
					until: '2026-02-01T00:00:00.001Z',
					youHadIt: { verifiedAt: '2026-02-01T00:00:00.000Z', discordServerIds: ['100000000000000001'] },
				},
			},
		]);
	});

	it('is a file that the message shows', () => {
		const view = dataExportView(t, personalData(1), 0);
		expect(JSON.stringify(view.components)).toContain(
			JSON.stringify({ type: ComponentType.File, file: { url: 'attachment://claimcheck-data.json' } }),
		);
		expect(view.files?.map(({ name }) => name)).toEqual(['claimcheck-data.json']);
		expect(shownText(exportLaterView(t, 9000))).toBe('**⏳ One file a minute**\nTry again <t:9:R>.');
	});

	it('is deleted only after a question that says what goes, and for good', () => {
		const view = deleteDataView(t);
		expect(shownText(view)).toContain('in every server of this bot, for good');
		expect(JSON.stringify(view.components)).toContain('cc1:privacy-keep');
		expect(shownText(dataDeletedView(t, { isComplete: true }))).toContain('A hash of each code stays');
	});
});
