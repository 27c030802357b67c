import {
	ownPurchasesView,
	purchaseView,
	unlinkedView,
	unlinkQuestionView,
} from '../../../commands/purchases/purchases.js';
import { noRoles, type RoleStatus } from '../../../src/services/moderation/moderated-roles.js';
import type { OwnPurchase } from '../../../src/services/purchases/purchases.js';
import type { Foreign } from '../foreign.js';
import {
	barePlace,
	boughtAt,
	day,
	hash,
	many,
	now,
	placeOf,
	roleIds,
	supportedUntil,
	verifiedAt,
} from '../sample.js';
import { page, type States, variants, variantsOf } from '../state.js';
import { everyOwnPurchase, everyStanding, ownPurchase, ownPurchases, waiting } from './sample-own.js';

const both = [roleIds.buyer, roleIds.aurora];

const auroraOf = (foreign: Foreign) => ({
	...ownPurchase,
	hash,
	item: { ...ownPurchase.item, name: foreign.text('Aurora') },
	licenseType: foreign.text('regular'),
	purchasedAt: boughtAt,
	claimedAt: verifiedAt,
	supportedUntil,
	roleIds: both,
	canUnlink: true,
});
const iconsOf = (foreign: Foreign) => ({
	...auroraOf(foreign),
	hash: 'cd'.repeat(32),
	item: { ...ownPurchase.item, id: 8, name: foreign.text('Desk Icons') },
	ending: '91f0',
	supportedUntil: now - 90 * day,
	roleIds: [roleIds.buyer],
	canUnlink: false,
});

export const ownStates: States = (foreign) => {
	const place = placeOf(foreign);
	const aurora = auroraOf(foreign);
	const icons = iconsOf(foreign);
	const asked = { claim: aurora, roleIds: both, freeFrom: now + 14 * day };
	const unlinked = { kind: 'unlinked', freeFrom: now + 14 * day, seats: 1 } as const;
	const own = (name: string, says: string, all: OwnPurchase[], roles: RoleStatus, at = place) =>
		page(name, says, ownPurchasesView, [{ all, roles }, 0, { place: at, now }]);
	/** A single purchase with one special detail. */
	const one = (name: string, says: string, about: Partial<OwnPurchase>, has = both, at = place) =>
		own(`purchases/${name}`, says, [{ ...aurora, ...about }], { ...noRoles, has }, at);
	const several = many(30, (at) => ({ ...(at === 1 ? icons : aurora), hash: `${at}`.padStart(64, '0') }));
	const contexts = [barePlace, place].map((each) => ({ place: each, now }));
	return [
		own('purchases', 'Several purchases', several, waiting),
		own('purchases/few', 'Up to three purchases', [aurora, icons], waiting),
		own('purchases/one', 'One purchase', [aurora], waiting),
		one('given', 'The staff gave it', { isGiven: true, ending: '' }),
		one('locked', 'The staff locked it', { locked: true, canUnlink: false }),
		one('revoked', 'The shop no longer lists it', { status: 'revoked', roleIds: [] }, []),
		one('ends-soon', 'Its support ends soon', { supportedUntil: now + 5 * day }),
		one(
			'grace',
			'Its support has ended, and the role stays for a while',
			{ supportedUntil: now - 2 * day },
			both,
			{ ...place, links: { ...place.links, support: { noticeDays: 14, graceDays: 7 } } },
		),
		own('purchases/none', 'No purchase yet', [], noRoles),
		page('unlink/question', 'Before unlinking', unlinkQuestionView, [{ ...asked, days: 14 }]),
		page('unlink/done', 'Unlinked', unlinkedView, [unlinked, now]),
		...variants(
			ownPurchasesView,
			[1, 2, 6, 9, 60].flatMap((count) =>
				contexts.flatMap((context) =>
					[0, 1, 99, hash].map((where) => [ownPurchases(count, foreign), where, context]),
				),
			),
		),
		...variants(
			purchaseView,
			everyOwnPurchase(foreign).flatMap((each) =>
				everyStanding.flatMap((roles) =>
					contexts.map((context) => (t) => [
						{ all: [each], roles },
						each,
						{ ...context, note: t('purchases.checkedLately', { when: '<t:0:R>' }) },
					]),
				),
			),
		),
		...variantsOf(
			unlinkQuestionView,
			[0, 1, 365].flatMap((days) =>
				[1, 50].map((of) => ({ ...asked, days, claim: { ...aurora, seat: { number: 1, of } } })),
			),
		),
		...variants(unlinkedView, [
			...[0, now + 1, foreign.moment(now)].map((freeFrom) => [{ ...unlinked, freeFrom }, now] as const),
			[{ ...unlinked, seats: 50 }, now],
			[{ kind: 'limited', retryAt: foreign.moment(now) }, now],
		]),
	];
};
