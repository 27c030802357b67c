import type { APIButtonComponent } from 'discord.js';
import { z } from 'zod';
import type { Translator } from '../../i18n/translator.js';
import type { DisputeFacts } from '../../services/moderation/dispute-cards.js';
import { defineCustomId, reference } from '../custom-id.js';
import { holderArgument, openPurchase, shortHash, undoChange } from '../entries.js';
import { contentView, type MessageView } from '../message.js';
import { licenseLine } from '../names.js';
import { type Accent, bold, button, buttons, head, heading, page, small, text } from '../page.js';
import { maxReasonLength, memberText, paymentLine } from '../staff-texts.js';
import { cut, dotted, foreignLine, type NameOf, oneLine, timestamp } from '../text.js';

/** For staff: shows a dispute. Argument: its reference. */
export const showDispute = defineCustomId('case-open', z.tuple([reference]));
/** For staff, on the card of a dispute: open the modal for the reason. */
export const decideMove = defineCustomId('case-move', z.tuple([reference]));
export const decideLeave = defineCustomId('case-leave', z.tuple([reference]));

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
		said !== '' && t('list.quoted', { text: said }),
		facts.isLocked && t('desk.locked'),
		facts.isRevoked && t('purchases.revokedTitle'),
		askedLine(t, facts, people),
		endLine(t, facts, people),
		small(reference),
	];
	const alt = foreignLine(item?.name ?? '', 100) || '–';
	return page(
		accents[facts.state],
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
		t('dispute.card.askedBy', { member: memberText(t, claimantId, nameOf) }),
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

/** The holder's answer, which staff read after a decision too. */
function askedLine(t: Translator, { asked, state }: DisputeFacts, { nameOf }: DisputePeople): string {
	if (asked === undefined) return '';
	const { answer, at } = asked;
	const member = memberText(t, asked.holderId, nameOf);
	if (answer === 'theirs' || answer === 'let-go') return t(`dispute.card.${answer}`, { member });
	if (state !== 'open') return '';
	return answer === 'closed'
		? t('dispute.card.closed', { member })
		: t('dispute.card.asked', { member, when: timestamp(at, 'R') });
}

/** How it ended, by whom and why; while it is open again, who undid that. */
function endLine(
	t: Translator,
	{ state, decided, undone, claimantId }: DisputeFacts,
	{ nameOf }: DisputePeople,
): string {
	const last = decided ?? undone;
	if (last === undefined) return '';
	const { holderId, why = '' } = decided ?? {};
	const isByStaff = state === 'moved' || state === 'freed' || state === 'left';
	const end = state === 'left' && holderId === undefined ? 'left-free' : state;
	const line = t(`dispute.card.end.${end}`, {
		member: memberText(t, state === 'left' ? holderId : claimantId, nameOf),
		by: memberText(t, last.by, nameOf),
		when: timestamp(last.at, 'R'),
	});
	const said = isByStaff && foreignLine(why, maxReasonLength);
	const isOwnCase = isByStaff && (last.by === claimantId || (state === 'left' && last.by === holderId));
	return dotted(line, said && t('list.quoted', { text: said }), isOwnCase && t('moderation.ownCase'));
}

const accents = {
	open: 'dispute',
	moved: 'done',
	freed: 'done',
	'moved-by-owner': 'done',
	left: 'over',
	withdrawn: 'over',
} as const satisfies Record<DisputeFacts['state'], Accent>;

function buttonsOf(t: Translator, facts: DisputeFacts, people: DisputePeople): APIButtonComponent[] {
	const { reference, hash, item, state, claimantId, undo, holders } = facts;
	const [holder] = holders;
	const open = openPurchase.encode(shortHash(hash), holderArgument(holder?.userId));
	const purchase = item === undefined ? [] : [button(t('desk.button.openPurchase'), open)];
	if (state === 'open')
		return [
			button(labelFor(t, 'moveTo', people.displayNameOf(claimantId)), decideMove.encode(reference)),
			button(
				labelFor(t, 'leaveWith', holder && people.displayNameOf(holder.userId)),
				decideLeave.encode(reference),
			),
			...purchase,
		];
	return undo === undefined
		? purchase
		: [button(t('button.undo'), undoChange.encode(shortHash(hash), undo)), ...purchase];
}

function labelFor(t: Translator, act: 'moveTo' | 'leaveWith', name: string | undefined): string {
	const shown = cut(oneLine(name ?? ''), maxNameLength);
	return shown === '' ? t(`dispute.card.${act}.unnamed`) : t(`dispute.card.${act}`, { name: shown });
}
