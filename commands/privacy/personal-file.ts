import type { PersonalName, PersonalRow } from '../../src/base/row-fields.js';
import { botReasonIn, type ClaimEvent } from '../../src/claims/record.js';
import type {
	PersonalData,
	StoredEvent,
	StoredPurchase,
	StoredUndo,
} from '../../src/services/purchases/privacy.js';

// The file of `/privacy`. Its field names are English in every language, because programs read them; its values are
// words, and times readable for people and programs.

/** The events of a purchase's history, in words. */
const events: Readonly<Record<ClaimEvent['what'], string>> = {
	claimed: 'verified',
	gave: 'given by staff',
	revoked: 'revoked: no longer valid',
	reinstated: 'valid again',
	'support-changed': 'support end date changed',
	released: 'unlinked by staff',
	'seat-freed': 'a reserved seat freed by staff',
	transferred: 'moved to another account',
	left: 'left by staff with its holder, when another account claimed it',
	locked: 'locked by staff',
	unlocked: 'unlocked by staff',
	unlinked: 'unlinked',
	undone: 'a change by staff undone',
	forgotten: 'data of a former holder deleted',
	earlier: 'an earlier event',
};

const botReasons = {
	'shop-confirmed': 'the shop confirmed it',
	'shop-invalid': 'the shop no longer lists it',
} as const satisfies Record<NonNullable<ReturnType<typeof botReasonIn>>, string>;

/** Internal words of other folders, explained. A word missing here appears as it is, with spaces for its hyphens. */
const meanings: Readonly<Record<PersonalName, Readonly<Record<string, string>>>> = {
	refusals: {
		invalid: 'the shop doesn’t recognize the code',
		taken: 'the code is in use by another account',
		limited: 'too many codes in a short time',
		uncheckable: 'the code couldn’t be checked',
		'not-a-code': 'the text entered isn’t a purchase code',
	},
	notices: {
		asked: 'someone entered the code of your purchase',
		yours: 'a purchase became yours',
		stays: 'a purchase stays with another account',
		free: 'a code became available',
		lost: 'staff changed a purchase of yours',
		renewed: 'support for a purchase of yours was renewed',
		done: 'told',
	},
	lookUps: { code: 'you looked up a code' },
	disputes: {},
};

const fieldOf = {
	refusals: 'refusals',
	notices: 'directMessages',
	lookUps: 'codesLookedUp',
	disputes: 'disputes',
} as const satisfies Record<PersonalName, string>;

/** Everything stored about a member, for the file. `at`: milliseconds since the epoch. */
export function personalFile(data: PersonalData, at: number) {
	const { userId, purchases, formerPurchases, wrongCodesAt, unlinkedAt, countedAt, rows } = data;
	return {
		exportedAt: isoTime(at),
		discordUserId: userId,
		purchases: purchases.map(purchaseOf),
		formerPurchases: formerPurchases.map(({ item, licenseType, history, undo }) => ({
			item,
			licenceType: licenseType,
			history: history.map(eventOf),
			...undoOf(undo),
		})),
		wrongCodesAt: wrongCodesAt.map(isoTime),
		unlinkedAt: unlinkedAt.map(isoTime),
		countedForLimitsAt: countedAt.map(isoTime),
		...Object.fromEntries(rows.map(({ kind, rows }) => [fieldOf[kind], rows.map((row) => rowOf(kind, row))])),
	};
}

function purchaseOf({ item, history, undo, ...purchase }: StoredPurchase) {
	return {
		item,
		licenceType: purchase.licenseType,
		status: purchase.status === 'active' ? 'valid' : 'no longer valid',
		locked: purchase.locked,
		verifiedAt: isoTime(purchase.claimedAt),
		purchasedAt: isoTime(purchase.purchasedAt),
		pricePaid: purchase.payment?.price,
		currency: purchase.payment?.currency,
		downloaded: purchase.payment?.downloaded,
		supportedUntil: purchase.supportedUntil === 'unknown' ? 'unknown' : isoTime(purchase.supportedUntil),
		checkedAt: isoTime(purchase.checkedAt),
		calledInvalidAt: purchase.calledInvalidAt.map(isoTime),
		purchaseCode: purchase.isGiven ? 'none: given by staff' : 'stored encrypted, not part of this file',
		history: history.map(eventOf),
		...undoOf(undo),
	};
}

function eventOf({ at, what, by, why, guildId }: StoredEvent) {
	const reason = why === undefined ? undefined : botReasonIn(why);
	const said = reason === undefined ? why : botReasons[reason];
	return { at: isoTime(at), what: events[what], by, why: said, discordServerId: guildId };
}

function rowOf(kind: PersonalName, { at, guildId, what, note }: PersonalRow) {
	const known = meanings[kind];
	const words = Object.hasOwn(known, what) ? known[what] : what.replaceAll('-', ' ');
	return { at: isoTime(at), what: words, note, discordServerId: guildId };
}

function undoOf(undo: StoredUndo | undefined) {
	if (undo === undefined) return {};
	const { until, claimedAt } = undo;
	const before = { verifiedAt: isoTime(claimedAt) };
	return { keptForUndo: { until: isoTime(until), youHadIt: before } };
}

function isoTime(at: number | undefined): string | undefined {
	return at === undefined ? undefined : new Date(at).toISOString();
}
