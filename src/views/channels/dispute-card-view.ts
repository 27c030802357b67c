import type { APIButtonComponent } from 'discord.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Translator } from '../../i18n/translator.js';
import type { DisputeFacts } from '../../moderation/disputes/dispute-facts.js';
import type { Ruled } from '../../moderation/disputes/dispute-outcomes.js';
import {
	decideLeave,
	decideMove,
	disputeHistory,
	disputeInputs,
	reopenDispute,
	sendDecideLeave,
	sendDecideMove,
	showDispute,
	undoRuling,
} from '../custom-ids/dispute-ids.js';
import { outdatedComponentView } from '../interactions/refusal-view.js';
import { field, form } from '../kit/form.js';
import { licenseLine } from '../kit/license-text.js';
import { contentView, type MessageView } from '../kit/message.js';
import {
	type Accent,
	bold,
	button,
	buttons,
	head,
	heading,
	notice,
	page,
	row,
	small,
	text,
} from '../kit/page.js';
import { cut, dotted, foreignLine, type NameOf, oneLine, timestamp } from '../kit/text.js';
import { paymentLine } from '../moderation/moderation-lines.js';
import { historyLine, memberText } from '../moderation/moderation-text.js';

/** Facts from Discord about the people in a dispute, by their ids. Times are milliseconds since the epoch. */
export interface DisputePeople {
	/** The display name in the server; undefined if unknown. Untrusted text. */
	displayNameOf(userId: string): string | undefined;
	readonly nameOf: NameOf;
	/** When the claimant joined; undefined if they aren't in the server. */
	readonly joinedAt: number | undefined;
	readonly createdAt: number | undefined;
	readonly thumbnailUrl: string | undefined;
}

const maxNameLength = 14;
const maxReasonLength = 300;
const maxHistoryLines = 15;

/** The text of a phone's push notification. */
export function disputeContent(t: Translator, { item, reference }: DisputeFacts): MessageView {
	const name = foreignLine(item?.name ?? '', 200) || '–';
	return contentView(t('dispute.card.pushed', { item: name, reference }));
}

/** A dispute as staff see it, in all of its states. */
export function disputeCardView(t: Translator, facts: DisputeFacts, people: DisputePeople): MessageView {
	const { item, ending, licenseType, purchasedAt, note, reference } = facts;
	const bought =
		purchasedAt === undefined
			? t('dispute.card.ask')
			: t('dispute.card.bought', { date: timestamp(purchasedAt, 'D') });
	const said = foreignLine(note, maxReasonLength);
	const lines = [
		licenseLine(t, licenseType, ending),
		facts.state === 'open' && bought,
		paymentLine(t, facts.payment),
		...(facts.state === 'open'
			? [...hasLines(t, facts, people), claimantLine(t, facts, people)]
			: formerLines(t, facts, people)),
		said !== '' && t('dispute.card.said', { note: said }),
		facts.isLocked && t('dispute.card.locked'),
		facts.isRevoked && t('dispute.card.revoked'),
		facts.state === 'open' ? askedLine(t, facts, people) : endLine(t, facts, people),
		small(reference),
	];
	const alt = foreignLine(item?.name ?? '', 100) || '–';
	return page(
		accentOf(facts),
		head([heading(t('dispute.card.title')), bold(foreignLine(item?.name ?? '', 200) || '–')], {
			url: people.thumbnailUrl,
			alt,
		}),
		text(...lines),
		buttons(...buttonsOf(t, facts, people)),
	);
}

function hasLines(t: Translator, { holders }: DisputeFacts, { nameOf }: DisputePeople): string[] {
	if (holders.length === 0) return [t('dispute.card.nobody')];
	return holders
		.slice(0, 5)
		.map(({ userId, since, purchases: count }) =>
			t('dispute.card.has', { member: memberText(t, userId, nameOf), date: timestamp(since, 'D'), count }),
		);
}

/** After its end: the people at that time, even if the holder has changed since. */
function formerLines(
	t: Translator,
	{ decided, asked, claimantId }: DisputeFacts,
	{ nameOf }: DisputePeople,
): string[] {
	const holderId = decided?.holderId ?? asked?.holderId;
	return [
		...(holderId === undefined ? [] : [t('dispute.card.had', { member: memberText(t, holderId, nameOf) })]),
		t('dispute.card.askedFor', { member: memberText(t, claimantId, nameOf) }),
	];
}

function claimantLine(t: Translator, { claimantId, earlier }: DisputeFacts, people: DisputePeople): string {
	const member = memberText(t, claimantId, people.nameOf);
	if (claimantId === 'deleted') return t('dispute.card.askedBy', { member });
	const { joinedAt, createdAt } = people;
	return dotted(
		t('dispute.card.askedBy', { member }),
		joinedAt === undefined
			? t('dispute.card.notHere')
			: t('dispute.card.joined', { when: timestamp(joinedAt, 'R') }),
		createdAt !== undefined && t('dispute.card.account', { when: timestamp(createdAt, 'R') }),
		earlier > 0 && t('dispute.card.earlier', { count: earlier }),
	);
}

function askedLine(t: Translator, { asked }: DisputeFacts, { nameOf }: DisputePeople): string {
	if (asked === undefined) return '';
	const member = memberText(t, asked.holderId, nameOf);
	switch (asked.answer) {
		case 'none':
			return t('dispute.card.asked', { member, when: timestamp(asked.at, 'R') });
		case 'theirs':
			return t('dispute.card.theirs', { member });
		case 'closed':
			return t('dispute.card.closed', { member });
	}
}

/** How it ended, by whom and why. */
function endLine(
	t: Translator,
	{ state, decided, claimantId }: DisputeFacts,
	{ nameOf }: DisputePeople,
): string {
	const member = memberText(t, claimantId, nameOf);
	if (decided === undefined) return '';
	const by = memberText(t, decided.by, nameOf);
	const when = timestamp(decided.at, 'R');
	const why = foreignLine(decided.why, maxReasonLength);
	const because = why !== '' && t('dispute.card.because', { why });
	const withReason = (line: string) => dotted(line, because, decided.isOwnCase && t('moderation.ownCase'));
	switch (state) {
		case 'moved':
			return withReason(t('dispute.card.moved', { member, by, when }));
		case 'freed':
			return withReason(t('dispute.card.freed', { by, when }));
		case 'left': {
			if (decided.isUndone) return t('dispute.card.undone', { by, when });
			const { holderId } = decided;
			return withReason(
				holderId === undefined
					? t('dispute.card.leftFree', { by, when })
					: t('dispute.card.left', { member: memberText(t, holderId, nameOf), by, when }),
			);
		}
		case 'withdrawn':
			return t('dispute.card.withdrawn', { member });
		case 'moved-by-owner':
			return t('dispute.card.byOwner');
		default:
			return '';
	}
}

function accentOf({ state, decided }: DisputeFacts): Accent {
	switch (state) {
		case 'moved':
		case 'freed':
		case 'moved-by-owner':
			return 'done';
		case 'left':
			return decided?.isUndone ? 'done' : 'over';
		case 'withdrawn':
			return 'over';
		default:
			return 'dispute';
	}
}

function buttonsOf(t: Translator, facts: DisputeFacts, people: DisputePeople): APIButtonComponent[] {
	const { reference, state, claimantId, decided } = facts;
	const history =
		facts.item === undefined ? [] : [button(t('dispute.card.history'), disputeHistory.encode(reference))];
	if (state === 'open') {
		const [holder] = facts.holders;
		return [
			button(labelFor(t, 'moveTo', people.displayNameOf(claimantId)), decideMove.encode(reference)),
			button(
				labelFor(t, 'leaveWith', holder && people.displayNameOf(holder.userId)),
				decideLeave.encode(reference),
			),
			...history,
		];
	}
	if (state === 'moved' && decided?.revision !== undefined) {
		return [button(t('button.undo'), undoRuling.encode(reference)), ...history];
	}
	if (state === 'left' && claimantId !== 'deleted') {
		return [button(t('dispute.card.reopen'), reopenDispute.encode(reference)), ...history];
	}
	return history;
}

function labelFor(t: Translator, act: 'moveTo' | 'leaveWith', name: string | undefined): string {
	const shown = cut(oneLine(name ?? ''), maxNameLength);
	return shown === '' ? t(`dispute.card.${act}.unnamed`) : t(`dispute.card.${act}`, { name: shown });
}

export function disputeReminderView(t: Translator, reference: string): MessageView {
	return {
		...contentView(t('dispute.card.undecided', { reference })),
		components: [row(button(t('button.open'), showDispute.encode(reference)))],
	};
}

/** The modal for the reason of a decision. */
export function decisionModal(t: Translator, act: 'move' | 'leave', reference: string) {
	const input = { id: disputeInputs.reason, label: t('dispute.form.reason'), isRequired: true };
	return form(
		(act === 'move' ? sendDecideMove : sendDecideLeave).encode(reference),
		t(`dispute.form.${act}`),
		field({ ...input, isLong: true, longest: maxReasonLength }),
	);
}

export function refusedRulingView(t: Translator, kind: Exclude<Ruled['kind'], 'done'>): MessageView {
	switch (kind) {
		case 'unknown':
			return outdatedComponentView(t);
		case 'closed':
		case 'own-case':
		case 'absent':
		case 'discord-silent':
		case 'several':
		case 'nobody':
		case 'locked':
		case 'too-late':
			return notice(t(`dispute.ruled.${kind}`));
		case 'moved-lately':
			return notice(t('move.refused.moved-lately'));
		default:
			return notice(t('dispute.ruled.changed'));
	}
}

/** The history of a dispute's purchase, latest first. */
export function disputeHistoryView(
	t: Translator,
	{ file, reference }: { readonly file: ClaimDetails; readonly reference: string },
	nameOf: NameOf,
): MessageView {
	const lines = file.history.toReversed().slice(0, maxHistoryLines);
	return page(
		'info',
		text(
			bold(foreignLine(file.item.name, 200) || '–'),
			...lines.map((event) => historyLine(t, event, nameOf)),
			small(reference),
		),
	);
}
