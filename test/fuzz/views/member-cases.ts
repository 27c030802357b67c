import { noticeContent, noticeView } from '../../../src/views/channels/notice-view.js';
import { moveOwn, sendMoveOwn } from '../../../src/views/custom-ids/dispute-ids.js';
import { errorView } from '../../../src/views/interactions/error-view.js';
import * as dispute from '../../../src/views/purchases/dispute-view.js';
import * as move from '../../../src/views/purchases/move-view.js';
import * as privacy from '../../../src/views/purchases/privacy-view.js';
import { purchaseView } from '../../../src/views/purchases/purchase-view.js';
import { ownPurchasesView } from '../../../src/views/purchases/purchases-view.js';
import * as unlink from '../../../src/views/purchases/unlink-view.js';
import { codeForm } from '../../../src/views/verify/code-form.js';
import { verifyRefusalView, whereIsMyCodeView } from '../../../src/views/verify/verify-refusal-view.js';
import { verifiedView } from '../../../src/views/verify/verify-view.js';
import { hindrances } from '../../views/every-dispute.js';
import { everyNotice } from '../../views/every-payload.js';
import {
	everyOwnPurchase,
	everyStanding,
	ownPurchase,
	ownPurchases,
	roleIds,
} from '../../views/sample-own.js';
import { personalData } from '../../views/sample-purchases.js';
import { everyVerifiedAnswer, everyVerifyRefusal } from '../../views/verify-answers.js';
import { anyAddress, anyMoment, anyText, textUpTo } from './fill.js';
import { form, message, type ViewCase } from './view-case.js';

const now = Date.UTC(2026, 5, 1);
const reference = 'KQT-WDR';
const guildId = '100000000000000001';
const hash = 'a'.repeat(64);
const again = moveOwn.encode(hash);

/** A server that has chosen nothing, and one whose staff have chosen all there is. */
const places = [
	{ guildId, links: { items: {} } },
	{
		guildId,
		links: {
			supportChannelId: '400000000000000002',
			supportChannelName: anyText,
			helpChannelId: '400000000000000003',
			exampleUrl: anyAddress,
			renewUrl: anyAddress,
			items: {
				'7': { docs: anyAddress, download: anyAddress, changelog: anyAddress },
				'20114': { docs: anyAddress, download: anyAddress, changelog: anyAddress },
			},
		},
	},
] as const;
const [bare, linked] = places;

const purchase = { name: anyText, ending: '3a8c' };
const own = everyOwnPurchase(anyText).map((each) => ({
	...each,
	thumbnailUrl: anyAddress,
	purchasedAt: each.purchasedAt && anyMoment,
	supportedUntil: each.supportedUntil && anyMoment,
	verifiedAt: anyMoment,
}));
const contexts = places.map((place) => ({ place, now, pageSize: 5 }));
const answers = everyVerifiedAnswer(anyText, anyMoment).map((answer) => ({
	...answer,
	media: {
		thumbnailUrl: anyAddress,
		previewImageUrl: anyAddress,
		previewVideoUrl: anyAddress,
		previewAudioUrl: anyAddress,
	},
}));
const notices = everyNotice(textUpTo(300)).map((notice) =>
	notice.kind === 'yours' && notice.roles.length > 0
		? { ...notice, roles: Array.from({ length: 25 }, () => textUpTo(100)) }
		: notice,
);
const roleNames = [[], [anyText, anyText], Array.from({ length: 25 }, () => textUpTo(100))];
const noticePlaces = places.map((place) => ({ ...place, serverName: textUpTo(100) }));
const stored = [0, 1, 30].map((count) => ({ ...personalData(count, anyText), isComplete: count < 30 }));

export const memberCases: Readonly<Record<string, ViewCase>> = {
	'code-form/codeForm': form(codeForm, []),
	'dispute-view/disputeStartView': message(
		dispute.disputeStartView,
		...[true, false].map((mayMove) => [{ reference, purchase, mayMove }] as const),
	),
	'dispute-view/moveYourselfView': message(dispute.moveYourselfView, [{ reference, purchase }]),
	'dispute-view/disputeModal': form(dispute.disputeModal, [reference]),
	'dispute-view/disputeOpenView': message(
		dispute.disputeOpenView,
		...places.flatMap((place) =>
			[true, false].map((hasChannel) => [{ reference, at: anyMoment, hasChannel }, place] as const),
		),
	),
	'dispute-view/disputeHinderedView': message(
		dispute.disputeHinderedView,
		...places.flatMap((place) => [['too-many', place] as const, ['server-full', place] as const]),
	),
	'dispute-view/disputeWithdrawnView': message(dispute.disputeWithdrawnView, []),
	'dispute-view/disputeNotedView': message(dispute.disputeNotedView, []),
	'dispute-view/movedHereView': message(
		dispute.movedHereView,
		...roleNames.map((roles) => [{ purchase, roles }] as const),
	),
	'error-view/errorView': message(
		errorView,
		...[
			'CONFIG',
			'STORE_UNAVAILABLE',
			'STORE_CORRUPT',
			'STORE_REFUSED',
			'SECRET_CHANGED',
			'UNEXPECTED',
			anyText,
		].flatMap((code) => [undefined, ...places].map((place) => [code, reference, place] as const)),
	),
	'move-view/moveModal': form(move.moveModal, [sendMoveOwn.encode(hash)]),
	'move-view/moveSureView': message(
		move.moveSureView,
		...roleNames.map((roles) => [{ reference, purchase, roles }, guildId] as const),
	),
	'move-view/movedView': message(
		move.movedView,
		['moved', true],
		['moved', false],
		['kept', true],
		['kept', false],
	),
	'move-view/moveRefusedView': message(
		move.moveRefusedView,
		...hindrances.flatMap((kind) =>
			places.flatMap((place) => [[kind, place] as const, [kind, place, again] as const]),
		),
	),
	'notice-view/noticeContent': message(
		noticeContent,
		...notices.flatMap((notice) => noticePlaces.map((place) => [notice, place] as const)),
	),
	'notice-view/noticeView': message(
		noticeView,
		...notices.flatMap((notice) =>
			noticePlaces.flatMap((place) => [[notice, place] as const, [notice, place, true] as const]),
		),
	),
	'privacy-view/privacyView': message(privacy.privacyView, ...stored.map((data) => [data] as const)),
	'privacy-view/deleteDataView': message(privacy.deleteDataView, []),
	'privacy-view/dataDeletedView': message(
		privacy.dataDeletedView,
		[{ isComplete: true }],
		[{ isComplete: false }],
	),
	'privacy-view/exportLaterView': message(privacy.exportLaterView, [anyMoment]),
	'privacy-view/dataExportView': message(
		privacy.dataExportView,
		...stored.map((data) => [data, now] as const),
	),
	'purchase-view/purchaseView': message(
		purchaseView,
		...own.flatMap((each) =>
			everyStanding.flatMap((roles) =>
				contexts.map((context) => [{ all: [each], roles }, each, context] as const),
			),
		),
	),
	'purchases-view/ownPurchasesView': message(
		ownPurchasesView,
		...[0, 1, 2, 6, 60].flatMap((count) =>
			contexts.flatMap((context) =>
				[0, 1, 99, hash].map((where) => [ownPurchases(count, anyText), where, context] as const),
			),
		),
	),
	'unlink-view/unlinkQuestionView': message(
		unlink.unlinkQuestionView,
		...[0, 1, 365].map(
			(days) => [{ ...ownPurchase, item: { id: 7, name: anyText }, kind: 'allowed', days }, linked] as const,
		),
		[{ ...ownPurchase, item: { id: 7, name: anyText }, kind: 'leave', roleIds }, bare],
		...(['not-allowed', 'locked', 'not-yours', 'not-here'] as const).flatMap((kind) =>
			places.map((place) => [{ kind }, place] as const),
		),
	),
	'unlink-view/unlinkedView': message(
		unlink.unlinkedView,
		...[0, now + 1, anyMoment].map((freeFrom) => [{ kind: 'unlinked', freeFrom }, linked, now] as const),
		[{ kind: 'left' }, bare, now],
		[{ kind: 'limited', retryAt: anyMoment }, linked, now],
		...(['not-allowed', 'locked', 'not-yours', 'not-here'] as const).flatMap((kind) =>
			places.map((place) => [{ kind }, place, now] as const),
		),
	),
	'verify-refusal-view/verifyRefusalView': message(
		verifyRefusalView,
		...everyVerifyRefusal(anyMoment).flatMap((refusal) =>
			places.map((place) => [refusal, { place, reference }] as const),
		),
	),
	'verify-refusal-view/whereIsMyCodeView': message(
		whereIsMyCodeView,
		...places.map((place) => [place] as const),
	),
	'verify-view/verifiedView': message(
		verifiedView,
		...answers.flatMap((answer) => places.map((place) => [answer, { place, now }] as const)),
	),
};
