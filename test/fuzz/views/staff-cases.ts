import { alertAnswerView, alertView, solvedAlertView } from '../../../src/views/channels/alert-view.js';
import { auditLinesView } from '../../../src/views/channels/audit-lines-view.js';
import { type AuditEvent, auditView, type NameClaim } from '../../../src/views/channels/audit-view.js';
import * as cases from '../../../src/views/channels/dispute-card-view.js';
import { openGive, sendAct, sendGive, shortHash } from '../../../src/views/custom-ids/moderation-ids.js';
import { foreignLine } from '../../../src/views/kit/text.js';
import * as acts from '../../../src/views/moderation/moderation-act-view.js';
import * as forms from '../../../src/views/moderation/moderation-forms-view.js';
import * as lookUp from '../../../src/views/moderation/moderation-look-up-view.js';
import * as members from '../../../src/views/moderation/moderation-member-view.js';
import * as purchases from '../../../src/views/moderation/moderation-purchase-view.js';
import { purchaseText } from '../../../src/views/moderation/moderation-text.js';
import { recentRefusalsView } from '../../../src/views/moderation/recent-refusals-view.js';
import { everyAlert, everyAuditEvent, namedClaims } from '../../views/audit-events.js';
import { everyCase, history, rulings } from '../../views/every-dispute.js';
import {
	caseOf,
	everyCarried,
	everyChecked,
	everyLookedUp,
	everyRights,
	hash,
	hashOf,
	id,
	memberOf,
	obstacles,
	proposalId,
	typedActs,
} from '../../views/moderation/moderation-views.js';
import { anyAddress, anyMoment, anyText, textUpTo } from './fill.js';
import { form, message, type ViewCase } from './view-case.js';

const now = Date.UTC(2026, 5, 1);
const reference = 'KQT-WDR';
/** What staff write is this long at most. */
const reason = textUpTo(forms.longestReason);

const alerts = everyAlert(anyText);
const events: readonly AuditEvent[] = everyAuditEvent(anyText);
const names: readonly NameClaim[] = [namedClaims(anyText), () => undefined];

const people = [
	{ nameOf: () => anyText, joinedAt: anyMoment, createdAt: anyMoment, thumbnailUrl: anyAddress },
	{ nameOf: () => undefined, joinedAt: undefined, createdAt: undefined, thumbnailUrl: undefined },
];

const abouts = [
	caseOf(anyText),
	caseOf(anyText, { holders: 9, keptSeats: 3, check: { at: anyMoment, misses: [1, 2] } }),
	caseOf(anyText, { status: 'revoked', isRevokedByStaff: true, locked: true }),
	caseOf(anyText, { status: 'revoked', supportedUntil: undefined }),
	caseOf(anyText, { isGiven: true, licenseType: '', supportedUntil: anyMoment }),
	caseOf(anyText, { holders: 0, purchasedAt: anyMoment }),
];
const parts = { seats: 5, thumbnailUrl: anyAddress, now };
const many = (count: number) =>
	Array.from({ length: count }, (_, n) =>
		caseOf(anyText, { hash: hashOf(n), holders: (n % 3) + 1, locked: true }),
	);

/** Discord's own limit is 32. */
const facts = { displayName: textUpTo(100), avatarUrl: anyAddress, joinedAt: anyMoment };
const memberStates = [
	memberOf(anyText, { facts }),
	memberOf(anyText, { facts: undefined, purchases: many(3) }),
	memberOf(anyText, {
		facts,
		roles: {
			isThere: true,
			has: Array.from({ length: 40 }, (_, n) => id(n)),
			missing: obstacles.map((why, n) => ({ roleId: id(n), why })),
			isPending: true,
			mustAcceptRules: false,
		},
		pausedUntil: anyMoment,
		purchases: many(60),
		hasFormer: true,
	}),
];

const found = { reference, userId: id(1), at: anyMoment, disputeButton: undefined, name: anyText };

export const staffCases: Readonly<Record<string, ViewCase>> = {
	'alert-view/alertView': message(alertView, ...alerts.map((alert) => [alert] as const)),
	'alert-view/solvedAlertView': message(
		solvedAlertView,
		...alerts.map((alert) => [alert, anyMoment] as const),
	),
	'alert-view/alertAnswerView': message(
		alertAnswerView,
		...(
			['solvedNow', 'stillThere', 'accepted', 'operatorOnly', 'goesOn', 'stays', 'left', 'served'] as const
		).map((answer) => [answer] as const),
	),
	'audit-view/auditView': message(
		auditView,
		...events.flatMap((event) => names.map((nameClaim) => [event, nameClaim] as const)),
	),
	'audit-lines-view/auditLinesView': message(
		(t, told: readonly AuditEvent[], nameClaim: NameClaim) => auditLinesView(t, told, nameClaim).view,
		...events.flatMap((event, at) =>
			names.map((nameClaim) => [[event, ...events.slice(at, at + (at % 40))], nameClaim] as const),
		),
	),
	'dispute-card-view/disputeContent': message(
		cases.disputeContent,
		...everyCase(anyText).map((facts) => [facts] as const),
	),
	'dispute-card-view/disputeCardView': message(
		cases.disputeCardView,
		...everyCase(anyText).flatMap((facts) => people.map((each) => [facts, each] as const)),
	),
	'dispute-card-view/disputeReminderView': message(cases.disputeReminderView, [reference]),
	'dispute-card-view/decisionModal': form(cases.decisionModal, ['move', reference], ['leave', reference]),
	'dispute-card-view/ruledView': message(cases.ruledView, ...rulings.map((kind) => [kind] as const)),
	'dispute-card-view/disputeHistoryView': message(cases.disputeHistoryView, [history(anyText), reference]),
	'moderation-act-view/chooseView': message(
		acts.chooseView,
		...[1, 2, 40].map(
			(count) =>
				[
					proposalId,
					Array.from({ length: count }, (_, n) => ({
						...caseOf(anyText, { hash: hashOf(n) }),
						holderId: id(n),
					})),
					new Map([
						[id(0), anyText],
						[id(1), anyText],
					]),
				] as const,
		),
	),
	'moderation-act-view/confirmView': message(
		acts.confirmView,
		...typedActs.flatMap((action) =>
			abouts.map((about) => [proposalId, { action, toUserId: id(2), why: reason }, about] as const),
		),
	),
	'moderation-act-view/confirmGiveView': message(
		acts.confirmGiveView,
		...[undefined, 1, 365].map(
			(days) => [proposalId, { itemName: anyText, days, toUserId: id(2), why: reason }] as const,
		),
	),
	'moderation-act-view/cancelledView': message(acts.cancelledView, []),
	'moderation-act-view/carriedView': message(
		acts.carriedView,
		...everyCarried(anyText).flatMap((carried) => [
			[carried] as const,
			[carried, openGive.encode(id(1))] as const,
		]),
	),
	'moderation-act-view/nothingFoundView': message(
		acts.nothingFoundView,
		['no-purchases', id(1)],
		['who-or-what'],
	),
	'moderation-forms-view/actModal': form(
		(t, customId: string, act: (typeof typedActs)[number], about: { itemName: string; member: string }) =>
			forms.actModal(t, customId, act, {
				it: purchaseText({ itemName: about.itemName, codeEnd: '3a8c' }),
				member: foreignLine(about.member, 60),
			}),
		...typedActs.map(
			(act) =>
				[
					sendAct.encode(act, shortHash(hash), id(1), 7),
					act,
					{ itemName: anyText, member: anyText },
				] as const,
		),
	),
	'moderation-forms-view/giveModal': form(
		forms.giveModal,
		...[1, 2, 25].map(
			(count) =>
				[
					sendGive.encode(id(1), id(2)),
					Array.from({ length: count }, (_, n) => ({ id: n, name: anyText })),
				] as const,
		),
		[sendGive.encode(id(1), id(2)), undefined],
	),
	'moderation-forms-view/giveCodeModal': form(forms.giveCodeModal, [sendGive.encode(id(1), id(2))]),
	'moderation-forms-view/blockModal': form(forms.blockModal, [sendGive.encode(id(1), id(2))]),
	'moderation-look-up-view/askView': message(lookUp.askView, []),
	'moderation-look-up-view/lookUpModal': form(lookUp.lookUpModal, []),
	'moderation-look-up-view/codeView': message(
		lookUp.codeView,
		...everyLookedUp(anyText).flatMap((looked) =>
			everyRights.map((rights) => [looked, rights, now] as const),
		),
	),
	'moderation-look-up-view/referenceView': message(
		lookUp.referenceView,
		...['taken', 'invalid', 'limited', 'not-a-code', 'uncheckable', 'store-unavailable', anyText].flatMap(
			(why) => [undefined, ...abouts].map((about) => [{ ...found, why, about }] as const),
		),
	),
	'moderation-look-up-view/noReferenceView': message(lookUp.noReferenceView, []),
	'moderation-member-view/memberView': message(
		members.memberView,
		...memberStates.flatMap((member) =>
			everyRights.flatMap((rights) =>
				[0, 1, 99].map((page) => [member, { page, former: page === 1 }, rights, now] as const),
			),
		),
	),
	'moderation-member-view/laterView': message(members.laterView, [anyMoment]),
	'moderation-purchase-view/purchaseView': message(
		purchases.purchaseView,
		...abouts.flatMap((about) => everyRights.map((rights) => [about, rights, parts] as const)),
	),
	'moderation-purchase-view/checkedNote': message(
		(t, about: (typeof abouts)[number], outcome: (typeof everyChecked)[number]) =>
			purchases.purchaseView(
				t,
				about,
				{ isHome: true, canManageRoles: true },
				{
					...parts,
					thumbnailUrl: undefined,
					note: purchases.checkedNote(t, about, outcome),
				},
			),
		...abouts.flatMap((about) => everyChecked.map((outcome) => [about, outcome] as const)),
	),
	'moderation-purchase-view/historyView': message(
		purchases.historyView,
		...[0, 3, 50].flatMap((count) =>
			[0, 2, 9].map((at) => [caseOf(anyText, { events: count }), at] as const),
		),
	),
	'moderation-purchase-view/goneView': message(purchases.goneView, []),
	'recent-refusals-view/recentRefusalsView': message(
		recentRefusalsView,
		...[0, 1, 8, 20].map(
			(count) =>
				[
					Array.from({ length: count }, (_, at) => ({
						reference: `KQT-WD${'BCDFGHJKLMNPQRSTVWXZ'[at % 20]}`,
						guildId: id(1),
						userId: id(2),
						why: anyText,
						at: anyMoment,
						expiresAt: anyMoment,
					})),
				] as const,
		),
	),
};
