import {
	type APIButtonComponent,
	type APIModalInteractionResponseCallbackData,
	ComponentType,
	TextInputStyle,
} from 'discord.js';
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
import { button, row } from '../kit/components.js';
import { licenseLine } from '../kit/license-text.js';
import { contentView, type MessageView } from '../kit/message.js';
import { type Accent, bold, buttons, head, heading, notice, page, small, text } from '../kit/page.js';
import { cut, foreignLine, oneLine, timestamp } from '../kit/text.js';
import { historyLine, memberText } from '../moderation/moderation-text.js';

/** What Discord tells of the people of a dispute, by their ids. Times are milliseconds since the epoch. */
export interface DisputePeople {
	/** As they are called in the server; undefined where that isn't known. */
	nameOf(userId: string): string | undefined;
	/** Of the claimant; undefined where they are not in the server. */
	readonly joinedAt: number | undefined;
	/** When the claimant's account was made. */
	readonly createdAt: number | undefined;
	readonly thumbnailUrl: string | undefined;
}

const longestName = 14;
const longestReason = 300;

/** What a phone pushes of a dispute. */
export function disputeContent(t: Translator, { item, reference }: DisputeFacts): MessageView {
	const name = foreignLine(item?.name ?? '', 200) || '–';
	return contentView(t('dispute.card.pushed', { item: name, reference }));
}

/** A dispute as home's staff see it, in all of its states. */
export function disputeCardView(t: Translator, facts: DisputeFacts, people: DisputePeople): MessageView {
	const { item, ending, licenseType, purchasedAt, note, reference } = facts;
	const bought =
		purchasedAt === undefined
			? t('dispute.card.ask')
			: t('dispute.card.bought', { date: timestamp(purchasedAt, 'D') });
	const said = foreignLine(note, longestReason);
	const lines = [
		licenseLine(t, licenseType, ending),
		facts.state === 'open' && bought,
		...(facts.state === 'open'
			? [...hasLines(t, facts), claimantLine(t, facts, people)]
			: formerLines(t, facts)),
		said !== '' && t('dispute.card.said', { note: said }),
		facts.isLocked && t('dispute.card.locked'),
		facts.isRevoked && t('dispute.card.revoked'),
		facts.state === 'open' ? askedLine(t, facts) : endLine(t, facts),
		small(reference),
	];
	const alt = foreignLine(item?.name ?? '', 100) || '–';
	return page(
		accentOf(facts),
		head(
			[heading(t('dispute.card.title')), bold(foreignLine(item?.name ?? '', 200) || '–')],
			people.thumbnailUrl,
			alt,
		),
		text(...lines),
		buttons(...buttonsOf(t, facts, people)),
	);
}

function hasLines(t: Translator, { holders }: DisputeFacts): string[] {
	if (holders.length === 0) return [t('dispute.card.nobody')];
	return holders
		.slice(0, 5)
		.map(({ userId, since, purchases: count }) =>
			t('dispute.card.has', { member: memberText(t, userId), date: timestamp(since, 'D'), count }),
		);
}

/** Once it has ended: the people as they were then, whoever holds the purchase now. */
function formerLines(t: Translator, { decided, asked, claimantId }: DisputeFacts): string[] {
	const holderId = decided?.holderId ?? asked?.holderId;
	return [
		...(holderId === undefined ? [] : [t('dispute.card.had', { member: memberText(t, holderId) })]),
		t('dispute.card.askedFor', { member: memberText(t, claimantId) }),
	];
}

function claimantLine(t: Translator, { claimantId, earlier }: DisputeFacts, people: DisputePeople): string {
	const member = memberText(t, claimantId);
	if (claimantId === 'deleted') return t('dispute.card.askedBy', { member });
	const { joinedAt, createdAt } = people;
	return [
		t('dispute.card.askedBy', { member }),
		joinedAt === undefined
			? t('dispute.card.notHere')
			: t('dispute.card.joined', { when: timestamp(joinedAt, 'R') }),
		createdAt === undefined ? '' : t('dispute.card.account', { when: timestamp(createdAt, 'R') }),
		earlier === 0 ? '' : t('dispute.card.earlier', { count: earlier }),
	]
		.filter((part) => part !== '')
		.join(' · ');
}

function askedLine(t: Translator, { asked }: DisputeFacts): string {
	if (asked === undefined) return '';
	const member = memberText(t, asked.holderId);
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
function endLine(t: Translator, { state, decided, claimantId }: DisputeFacts): string {
	const member = memberText(t, claimantId);
	if (decided === undefined) return '';
	const by = memberText(t, decided.by);
	const when = timestamp(decided.at, 'R');
	const why = foreignLine(decided.why, longestReason);
	const reason = [
		...(why === '' ? [] : [t('dispute.card.because', { why })]),
		...(decided.isOwnCase ? [t('moderation.ownCase')] : []),
	];
	const told = (line: string): string => [line, ...reason].join(' · ');
	switch (state) {
		case 'moved':
			return told(t('dispute.card.moved', { member, by, when }));
		case 'freed':
			return told(t('dispute.card.freed', { by, when }));
		case 'left': {
			if (decided.isUndone) return t('dispute.card.undone', { by, when });
			const { holderId } = decided;
			return told(
				holderId === undefined
					? t('dispute.card.leftFree', { by, when })
					: t('dispute.card.left', { member: memberText(t, holderId), by, when }),
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
			button(labelFor(t, 'moveTo', people.nameOf(claimantId)), decideMove.encode(reference)),
			button(labelFor(t, 'leaveWith', holder && people.nameOf(holder.userId)), decideLeave.encode(reference)),
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
	const shown = cut(oneLine(name ?? ''), longestName);
	return shown === '' ? t(`dispute.card.${act}.unnamed`) : t(`dispute.card.${act}`, { name: shown });
}

/** Reminds the staff. */
export function disputeReminderView(t: Translator, reference: string): MessageView {
	return {
		...contentView(t('dispute.card.undecided', { reference })),
		components: [row(button(t('button.open'), showDispute.encode(reference)))],
	};
}

/** The form for the reason of a decision. */
export function decisionModal(
	t: Translator,
	act: 'move' | 'leave',
	reference: string,
): APIModalInteractionResponseCallbackData {
	return {
		custom_id: (act === 'move' ? sendDecideMove : sendDecideLeave).encode(reference),
		title: t(`dispute.form.${act}`),
		components: [
			{
				type: ComponentType.Label,
				label: t('dispute.form.reason'),
				component: {
					type: ComponentType.TextInput,
					custom_id: disputeInputs.reason,
					style: TextInputStyle.Paragraph,
					max_length: longestReason,
				},
			},
		],
	};
}

/** Why a decision was not carried out. */
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

/** What happened to the purchase of a dispute, the latest first. */
export function disputeHistoryView(t: Translator, file: ClaimDetails, reference: string): MessageView {
	const lines = file.history.toReversed().slice(0, 15);
	return page(
		'info',
		text(
			bold(foreignLine(file.item.name, 200) || '–'),
			...lines.map((event) => historyLine(t, event)),
			small(reference),
		),
	);
}
