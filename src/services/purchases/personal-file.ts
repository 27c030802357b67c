import type { PersonalName, PersonalRow } from '../../base/row-fields.js';
import { isMoveByMember } from '../../claims/changes.js';
import type { Claim } from '../../claims/claim.js';
import type { NamingRecord } from '../../claims/own-claims.js';
import { botReasonIn, type ClaimEvent } from '../../claims/record.js';
import { scrubCodes } from '../../claims/scrub-codes.js';

// The parts of the file of `/privacy`. Its field names are English in every language, because programs read them. Other
// people appear only by their part in it: who they are is personal data.

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

/** Words of other rows, explained. A word missing here appears as it is, with spaces for its hyphens. */
const meanings: Readonly<Record<PersonalName, Readonly<Record<string, string>>>> = {
	refusals: {
		invalid: 'the shop doesn’t recognize the code',
		taken: 'the code is in use by another account',
		limited: 'too many codes in a short time',
		uncheckable: 'the code couldn’t be checked',
		'not-a-code': 'the text entered isn’t a purchase code',
	},
	directMessages: {
		asked: 'someone entered the code of your purchase',
		yours: 'a purchase became yours',
		stays: 'a purchase stays with another account',
		lost: 'staff changed a purchase of yours',
		appeal: 'staff answered your request',
		renewed: 'support for a purchase of yours was renewed',
		done: 'told',
	},
	codesLookedUp: { code: 'you looked up a code' },
	disputes: {},
	requests: { asked: 'staff asked for more' },
};

/** A row of another kind that names the member. */
export function personalRow(kind: PersonalName, { at, guildId, what, note }: PersonalRow) {
	const known = meanings[kind];
	const words = Object.hasOwn(known, what) ? known[what] : what.replaceAll('-', ' ');
	return { at: isoTime(at), what: words, note, discordServerId: guildId };
}

/** A purchase that the member holds, without its code. */
export function heldPurchase(record: NamingRecord, claim: Claim) {
	const { payment } = claim;
	return {
		item: claim.item,
		licenseType: claim.licenseType,
		status: claim.status === 'active' ? 'valid' : 'no longer valid',
		locked: claim.locked,
		verifiedAt: isoTime(claim.claimedAt),
		purchasedAt: isoTime(claim.purchasedAt),
		pricePaid: payment?.price,
		currency: payment?.currency,
		downloaded: payment?.downloaded,
		supportedUntil: claim.supportedUntil === 'unknown' ? 'unknown' : isoTime(claim.supportedUntil),
		checkedAt: isoTime(claim.check?.at),
		calledInvalidAt: (claim.check?.misses ?? []).map(isoTime),
		purchaseCode: claim.isGiven ? 'none: given by staff' : 'stored encrypted, not part of this file',
		...kept(claim.holderId, record),
	};
}

/** The entries that name the member in a purchase that they no longer hold. */
export function formerPurchase(userId: string, record: NamingRecord) {
	const { item, licenseType } = record;
	return { item, licenseType, ...kept(userId, record) };
}

function kept(userId: string, { history, undo }: NamingRecord) {
	return {
		history: history.flatMap((event) => eventFor(userId, event)),
		keptForUndo: undo && {
			until: isoTime(undo.until),
			youHadIt: { verifiedAt: isoTime(undo.before.claimedAt) },
		},
	};
}

const othersOwnActs: ReadonlySet<ClaimEvent['what']> = new Set([
	'claimed',
	'unlinked',
	'forgotten',
	'earlier',
]);

/** Leaves out actions by other holders of a team's code, and actions that affected only them. */
function eventFor(userId: string, event: ClaimEvent) {
	const { at, what, by, why, member, to, guildId } = event;
	const isOthers = othersOwnActs.has(what) || (member ?? userId) !== userId;
	if (isOthers && ![by, member, to].includes(userId)) return [];
	const isHolders = isMoveByMember(event) || what === 'earlier';
	const others = isHolders ? 'another holder' : 'staff';
	const actor = by === userId ? 'you' : by === 'claimcheck' ? 'claimcheck' : others;
	const reason = why === undefined ? undefined : reasonFor(userId, why);
	return [{ at: isoTime(at), what: events[what], by: actor, why: reason, discordServerId: guildId }];
}

/** A reason of a person may mention other members by id. */
function reasonFor(userId: string, why: string): string {
	const reason = botReasonIn(why);
	if (reason !== undefined) return botReasons[reason];
	return scrubCodes(why).replace(/\b\d{17,20}\b/g, (id) => (id === userId ? id : '[id]'));
}

export function isoTime(at: number | undefined): string | undefined {
	return at === undefined ? undefined : new Date(at).toISOString();
}
