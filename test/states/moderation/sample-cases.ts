import type { Claim } from '../../../src/claims/claim.js';
import type { ClaimDetails } from '../../../src/claims/claim-details.js';
import type { ClaimEvent } from '../../../src/claims/record.js';
import english from '../../../src/i18n/messages/en.json' with { type: 'json' };
import type { ModeratedPurchase } from '../../../src/services/moderation/moderation-outcomes.js';
import { hash } from '../sample.js';

// Purchases and members as on the moderation pages, with `text` for everything written by people and the shop.

export const lookUpId = 'A'.repeat(22);
export const now = 1_700_000_000_000;
export const id = (n: number): string => `9000000000000000${String(n).padStart(3, '0')}`;

export const hashOf = (n: number): string => n.toString(16).padStart(64, '0');

const whats = Object.keys(english).flatMap((key) => /^moderation\.event\.([a-z-]+)$/.exec(key)?.[1] ?? []);
const events = whats.filter((what) => what !== 'by' && !what.endsWith('-by-staff')) as ClaimEvent['what'][];

function historyOf(text: string, length: number): readonly ClaimEvent[] {
	return Array.from({ length }, (_, n) => ({
		at: n * 86_400_000,
		what: events[n % events.length] ?? 'claimed',
		by: ['claimcheck', 'deleted', id(2)][n % 3] ?? id(2),
		member: id(3),
		to: id(4),
		why: text,
	}));
}

export function caseOf(
	text: string,
	{ holders = 1, events = 3, ...file }: Partial<ClaimDetails> & { holders?: number; events?: number } = {},
): ModeratedPurchase {
	const item = { id: 17, name: text, category: text };
	const common = {
		hash,
		status: 'active' as const,
		locked: false,
		item,
		licenseType: text,
		check: undefined,
	};
	const dates = { supportedUntil: now + 1, purchasedAt: now - 1 };
	const claims = Array.from({ length: holders }, (_, n): Claim => {
		return { ...common, ...dates, holderId: id(n), claimedAt: now - 2 };
	});
	const whole: ClaimDetails = {
		...common,
		...dates,
		isRevokedByStaff: false,
		isGiven: false,
		payment: undefined,
		claims,
		skippedAt: undefined,
		keptSeats: 0,
		history: historyOf(text, events),
		revision: 123_456,
		undoUntil: undefined,
		...file,
	};
	return { file: whole, holderId: claims[0]?.holderId, codeEnd: whole.isGiven ? undefined : '3a8c' };
}
