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
			'**12 purchases** · item, license, price, download, dates, servers, history; codes are encrypted',
			'**1 former purchase** · mentions of you in its history',
			'**1 wrong code in 24 hours** · time only',
			'**1 purchase unlinked in 24 hours** · time only',
			'**2 other actions in 24 hours** · time only, for limits',
			'**1 reference in 30 days** · time, place, reason',
			'**1 message to you in 30 days** · time, topic',
			'**Updates in 1 server** · where and when you asked for them',
			'**1 dispute** · time, your message, decision',
			'-# Messages in the audit channel aren’t included: ask this server’s staff.',
		]);
	});

	it('is nothing, where it is, and then there is nothing to press', () => {
		const view = privacyView(t, nothing);
		expect(shownText(view)).toBe('Nothing is stored about you.');
		expect(JSON.stringify(view)).not.toContain('custom_id');
		expect(shownText(privacyView(t, nothing, 'a note'))).toBe('a note\nNothing is stored about you.');
	});

	it('may be more than is counted, where too much is stored, and the file holds it', () => {
		const more = '⚠️ There may be more: too many records to search here. The file has everything.';
		const stored = privacyView(t, { ...personalData(12), isComplete: false });
		expect(shownText(stored)).toContain(`${more}\n-# Messages in the audit channel`);
		const view = privacyView(t, { ...nothing, isComplete: false });
		expect(shownText(view).split('\n')).toEqual([
			'## Your data',
			more,
			'-# Messages in the audit channel aren’t included: ask this server’s staff.',
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
		expect(shownText(exportLaterView(t, 9000))).toBe('**⏳ One file per minute**\nTry again <t:9:R>.');
	});

	it('is deleted only after a question that says what goes, and for good', () => {
		const view = deleteDataView(t);
		expect(shownText(view)).toContain(
			'permanently removes your purchases and roles in every server this bot is in',
		);
		expect(JSON.stringify(view.components)).toContain('cc1:privacy-keep');
		expect(shownText(dataDeletedView(t, { isComplete: true }))).toContain('A hash of each code is kept');
	});
});
