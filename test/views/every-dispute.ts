import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { ClaimFile } from '../../src/claims/claim-details.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { DisputeFacts } from '../../src/moderation/disputes/dispute-facts.js';
import type { Ruled } from '../../src/moderation/disputes/dispute-outcomes.js';
import type { MoveHindrance } from '../../src/moderation/disputes/own-moves.js';
import {
	type DisputePeople,
	decisionModal,
	disputeCardView,
	disputeContent,
	disputeHistoryView,
	disputeReminderView,
	ruledView,
} from '../../src/views/channels/dispute-card-view.js';
import { moveOwn, sendMoveOwn } from '../../src/views/custom-ids/dispute-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import {
	disputeHinderedView,
	disputeModal,
	disputeNotedView,
	disputeOpenView,
	disputeStartView,
	disputeWithdrawnView,
	movedHereView,
	moveYourselfView,
} from '../../src/views/purchases/dispute-view.js';
import { movedView, moveModal, moveRefusedView, moveSureView } from '../../src/views/purchases/move-view.js';

const id = '100000000000000001';
const reference = 'KQT-WDR';
const at = 1_700_000_000_000;
const hash = 'ab'.repeat(32);

export const hindrances: readonly MoveHindrance[] = [
	'not-allowed',
	'not-yours',
	'locked',
	'already-held',
	'disputed',
	'moved-lately',
	'wrong-reference',
];
export const rulings: readonly Ruled['kind'][] = [
	'done',
	'closed',
	'own-case',
	'absent',
	'discord-silent',
	'moved-lately',
	'several',
	'nobody',
	'unknown',
	'locked',
	'too-late',
	'changed-since',
];

/** A case in each of its states, with this text wherever somebody else has written one. */
export function everyCase(text: string): readonly DisputeFacts[] {
	const open: DisputeFacts = {
		reference,
		state: 'open',
		item: { id: 7, name: text },
		ending: '3a8c',
		licenseType: text,
		purchasedAt: at,
		isLocked: true,
		isRevoked: true,
		holders: [{ userId: id, since: at, purchases: 4 }],
		claimantId: '100000000000000002',
		guildId: id,
		earlier: 3,
		note: text,
		asked: { holderId: id, at, answer: 'none' },
		decided: undefined,
	};
	const decided = { by: id, at, why: text, holderId: id, revision: 2, undoUntil: at };
	return [
		open,
		{ ...open, asked: { holderId: id, at, answer: 'theirs' } },
		{ ...open, asked: { holderId: 'deleted', at, answer: 'closed' }, purchasedAt: undefined, note: '' },
		{ ...open, holders: [], asked: undefined, earlier: 0 },
		{ ...open, holders: Array.from({ length: 9 }, () => ({ userId: id, since: at, purchases: 1 })) },
		{ ...open, state: 'moved', decided: { ...decided, isOwnCase: true } },
		{ ...open, state: 'freed', decided },
		{ ...open, state: 'left', decided },
		{ ...open, state: 'left', decided: { by: id, at, why: '' } },
		{ ...open, state: 'left', decided: { ...decided, isUndone: true } },
		{ ...open, state: 'withdrawn', claimantId: 'deleted', decided: { by: 'deleted', at, why: '' } },
		{ ...open, state: 'moved-by-owner', item: undefined, decided },
	];
}

export function history(text: string): ClaimFile {
	const event = {
		at,
		what: 'transferred',
		by: id,
		member: id,
		to: 'deleted',
		why: text,
		guildId: id,
	} as const;
	return {
		hash,
		status: 'active',
		locked: false,
		isRevokedByStaff: false,
		isGiven: false,
		item: { id: 7, name: text, category: text },
		licenseType: text,
		supportedUntil: undefined,
		purchasedAt: at,
		claims: [],
		keptSeats: 0,
		history: Array.from({ length: 60 }, () => event),
		check: undefined,
		revision: 1,
		undoUntil: undefined,
	};
}

/** All that anybody is shown of disputes and moves. */
export function everyDispute(t: Translator, text: string): readonly MessageView[] {
	const purchase = { name: text, ending: '3a8c' };
	const places = [
		{ guildId: id, links: { items: {} } },
		{ guildId: id, links: { items: {}, helpChannelId: id } },
	];
	const people: readonly DisputePeople[] = [
		{ nameOf: () => text, joinedAt: at, createdAt: at, thumbnailUrl: 'https://shop.example/a.png' },
		{ nameOf: () => undefined, joinedAt: undefined, createdAt: undefined, thumbnailUrl: undefined },
	];
	return [
		...[true, false].map((mayMove) => disputeStartView(t, { reference, purchase, mayMove })),
		moveYourselfView(t, { reference, purchase }),
		...places.flatMap((place) => [
			...[true, false].map((hasChannel) => disputeOpenView(t, { reference, at, hasChannel }, place)),
			disputeHinderedView(t, 'too-many', place),
			disputeHinderedView(t, 'server-full', place),
			...hindrances.flatMap((kind) => [
				moveRefusedView(t, kind, place),
				moveRefusedView(t, kind, place, moveOwn.encode(hash)),
			]),
		]),
		disputeWithdrawnView(t),
		disputeNotedView(t),
		...[[], [text, text]].flatMap((roles) => [
			movedHereView(t, { purchase, roles }),
			moveSureView(t, { reference, purchase, roles }, id),
		]),
		...[true, false].flatMap((isDirect) => [movedView(t, 'moved', isDirect), movedView(t, 'kept', isDirect)]),
		...everyCase(text).flatMap((facts) => [
			disputeContent(t, facts),
			...people.map((each) => disputeCardView(t, facts, each)),
		]),
		disputeReminderView(t, reference),
		disputeHistoryView(t, history(text), reference),
		...rulings.map((kind) => ruledView(t, kind)),
	];
}

/** The forms of disputes and moves. */
export function everyDisputeModal(t: Translator): readonly APIModalInteractionResponseCallbackData[] {
	return [
		disputeModal(t, reference),
		moveModal(t, sendMoveOwn.encode(hash)),
		decisionModal(t, 'move', reference),
		decisionModal(t, 'leave', reference),
	];
}
