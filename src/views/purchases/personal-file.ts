import { botReasonIn } from '../../claims/bot-reason.js';
import type { ClaimEvent } from '../../claims/record.js';
import type {
	PersonalData,
	StoredEvent,
	StoredKind,
	StoredPurchase,
	StoredRow,
	StoredUndo,
} from '../../purchases/personal-data.js';

// The file of `/privacy`. Its fields are English in every language, since programs read them; what stands in them are
// words, and times as people and programs read them.

/** What a line of a purchase's history says. */
const events: Readonly<Record<ClaimEvent['what'], string>> = {
	claimed: 'verified',
	gave: 'given by the staff',
	'guild-added': 'verified in one more server',
	'guild-left': 'unlinked in one server',
	revoked: 'revoked: no longer valid',
	reinstated: 'valid again',
	'support-changed': 'end of support changed',
	released: 'unlinked by the staff',
	'seat-freed': 'a kept seat freed by the staff',
	transferred: 'moved to another account',
	locked: 'locked by the staff',
	unlocked: 'unlocked by the staff',
	unlinked: 'unlinked',
	undone: 'a change by the staff undone',
	forgotten: 'data of a former holder deleted',
};

const botReasons = {
	'shop-confirmed': 'the shop confirmed it',
	'shop-invalid': 'the shop no longer lists it',
} as const satisfies Record<NonNullable<ReturnType<typeof botReasonIn>>, string>;

/** What the words of other rooms mean. One that is missing here stands as it is, with spaces for its hyphens. */
const meanings: Readonly<Record<StoredKind, Readonly<Record<string, string>>>> = {
	refusals: {
		invalid: 'the shop doesn’t know the code',
		taken: 'the code is in use by another account',
		limited: 'too many codes in a short time',
		uncheckable: 'the code could not be checked',
		'not-a-code': 'what was entered is no purchase code',
	},
	notices: {
		asked: 'somebody entered the code of your purchase',
		yours: 'a purchase became yours',
		stays: 'a purchase stays with another account',
		free: 'a code became free',
		lost: 'the staff changed a purchase of yours',
		done: 'told',
	},
	proposals: {
		release: 'to unlink a purchase',
		free: 'to free a kept seat',
		transfer: 'to move a purchase',
		lock: 'to lock a purchase',
		unlock: 'to unlock a purchase',
	},
	disputes: {},
};

const fieldOf = {
	refusals: 'refusals',
	notices: 'directMessages',
	proposals: 'changesToConfirm',
	disputes: 'disputes',
} as const satisfies Record<StoredKind, string>;

/** Everything that is stored about a member, as the file has it. `at`: milliseconds since the epoch. */
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

function purchaseOf({ item, history, undo, guildIds, ...purchase }: StoredPurchase) {
	return {
		item,
		licenceType: purchase.licenseType,
		status: purchase.status === 'active' ? 'valid' : 'no longer valid',
		locked: purchase.locked,
		verifiedAt: isoTime(purchase.claimedAt),
		purchasedAt: isoTime(purchase.purchasedAt),
		supportedUntil: isoTime(purchase.supportedUntil),
		checkedAt: isoTime(purchase.checkedAt),
		calledInvalidAt: purchase.calledInvalidAt.map(isoTime),
		discordServerIds: guildIds,
		purchaseCode: purchase.isGiven ? 'none: given by the staff' : 'stored encrypted, not part of this file',
		history: history.map(eventOf),
		...undoOf(undo),
	};
}

function eventOf({ at, what, by, why, guildId }: StoredEvent) {
	const reason = why === undefined ? undefined : botReasonIn(why);
	const said = reason === undefined ? why : botReasons[reason];
	return { at: isoTime(at), what: events[what], by, why: said, discordServerId: guildId };
}

function rowOf(kind: StoredKind, { at, guildId, what, note }: StoredRow) {
	const known = meanings[kind];
	const words = Object.hasOwn(known, what) ? known[what] : what.replaceAll('-', ' ');
	return { at: isoTime(at), what: words, note, discordServerId: guildId };
}

function undoOf(undo: StoredUndo | undefined) {
	if (undo === undefined) return {};
	const { until, claimedAt, guildIds } = undo;
	const before = { verifiedAt: isoTime(claimedAt), discordServerIds: guildIds };
	return { keptForUndo: { until: isoTime(until), youHadIt: before } };
}

function isoTime(at: number | undefined): string | undefined {
	return at === undefined ? undefined : new Date(at).toISOString();
}
