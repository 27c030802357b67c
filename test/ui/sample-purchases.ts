import type { PersonalData } from '../../src/purchases/personal-data.js';
import { usual } from '../states/foreign.js';
import { ownPurchases } from './sample-own.js';

/** The stored data of a member with `count` purchases. */
export function personalData(count: number, foreign = usual): PersonalData {
	const claimedAt = Date.UTC(2026, 1, 1);
	return {
		userId: '200000000000000001',
		purchases: ownPurchases(count, foreign).all.map(
			({ item, licenseType, status, purchasedAt, supportedUntil }) => ({
				item: { ...item, category: foreign.text('Themes') },
				licenseType,
				status,
				locked: false,
				isGiven: false,
				claimedAt,
				purchasedAt,
				supportedUntil,
				payment: { price: foreign.amount(29), currency: foreign.text('USD'), downloaded: true },
				checkedAt: undefined,
				calledInvalidAt: [],
				undo: undefined,
				history: [
					{ at: claimedAt, what: 'claimed', by: 'you', why: undefined, guildId: '100000000000000001' },
					{ at: claimedAt + 1, what: 'locked', by: 'staff', why: 'two people asked', guildId: undefined },
				],
			}),
		),
		formerPurchases: [
			{
				item: { id: 1, name: foreign.text('Item 1'), category: foreign.text('Themes') },
				licenseType: foreign.text('regular'),
				history: [
					{
						at: claimedAt,
						what: 'released',
						by: 'staff',
						why: foreign.text('asked for it'),
						guildId: undefined,
					},
				],
				undo: { until: claimedAt + 1, claimedAt },
			},
		],
		wrongCodesAt: [claimedAt],
		unlinkedAt: [claimedAt],
		countedAt: [claimedAt, claimedAt + 1],
		rows: [
			{
				kind: 'refusals',
				rows: [{ at: claimedAt, guildId: '100000000000000001', what: 'taken' }],
			},
			{ kind: 'notices', rows: [{ at: claimedAt, guildId: undefined, what: 'some-new-word' }] },
			{ kind: 'lookUps', rows: [] },
			{
				kind: 'disputes',
				rows: [{ at: claimedAt, guildId: undefined, what: 'opened', note: foreign.text('It is mine.') }],
			},
		],
		isComplete: true,
	};
}
