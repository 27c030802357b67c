import {
	ownPurchasesView,
	purchaseView,
	unlinkedView,
	unlinkQuestionView,
} from '../../../commands/purchases/purchases.js';
import { noRoles } from '../../../src/services/moderation/moderated-roles.js';
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
import { everyOwnPurchase, everyStanding, ownPurchase, ownPurchases } from './sample-own.js';

const both = [roleIds.buyer, roleIds.aurora];
const waiting = {
	...noRoles,
	has: [roleIds.buyer],
	missing: [{ roleId: roleIds.aurora, why: undefined }],
	isWaiting: true,
};

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
	const asked = { claim: aurora, roleIds: both };
	/** A single purchase with one special detail. */
	const one = (name: string, says: string, about: Partial<typeof aurora>, has = both) =>
		page(`purchases/${name}`, says, ownPurchasesView, [
			{ all: [{ ...aurora, ...about }], roles: { ...noRoles, has } },
			0,
			{ place, now },
		]);
	const contexts = [barePlace, place].map((each) => ({ place: each, now }));
	return [
		page('purchases', 'Several purchases', ownPurchasesView, [
			{
				all: many(30, (at) => ({
					...(at === 1 ? icons : aurora),
					hash: `${at}`.padStart(64, '0'),
				})),
				roles: waiting,
			},
			0,
			{ place, now },
		]),
		page('purchases/few', 'Up to three purchases', ownPurchasesView, [
			{ all: [aurora, icons], roles: waiting },
			0,
			{ place, now },
		]),
		page('purchases/one', 'One purchase', ownPurchasesView, [
			{ all: [aurora], roles: waiting },
			0,
			{ place, now },
		]),
		one('given', 'The staff gave it', { isGiven: true, ending: '' }),
		one('locked', 'The staff locked it', { locked: true, canUnlink: false }),
		one('revoked', 'The shop no longer lists it', { status: 'revoked', roleIds: [] }, []),
		one('ends-soon', 'Its support ends soon', { supportedUntil: now + 5 * day }),
		page('purchases/grace', 'Its support has ended, and the role stays for a while', ownPurchasesView, [
			{ all: [{ ...aurora, supportedUntil: now - 2 * day }], roles: { ...noRoles, has: both } },
			0,
			{ place: { ...place, links: { ...place.links, support: { noticeDays: 14, graceDays: 7 } } }, now },
		]),
		page('purchases/none', 'No purchase yet', ownPurchasesView, [
			{ all: [], roles: noRoles },
			0,
			{ place, now },
		]),
		page('unlink/question', 'Before unlinking', unlinkQuestionView, [{ ...asked, days: 14 }]),
		page('unlink/done', 'Unlinked', unlinkedView, [{ kind: 'unlinked', freeFrom: now + 14 * day }, now]),
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
			[0, 1, 365].map((days) => ({ ...asked, days })),
		),
		...variants(unlinkedView, [
			...[0, now + 1, foreign.moment(now)].map((freeFrom) => [{ kind: 'unlinked', freeFrom }, now] as const),
			[{ kind: 'limited', retryAt: foreign.moment(now) }, now],
		]),
	];
};
