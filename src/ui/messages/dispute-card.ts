import { type APIButtonComponent, SnowflakeUtil } from 'discord.js';
import { z } from 'zod';
import type { Translator } from '../../i18n/translator.js';
import type { MemberFacts } from '../../servers/guild-facts.js';
import type { DisputeFacts } from '../../services/moderation/dispute-cards.js';
import { defineCustomId, reference } from '../custom-id.js';
import { openPurchase, undoChange } from '../entries.js';
import { contentView, type MessageView } from '../message.js';
import { licenseLine } from '../names.js';
import { type Accent, bold, button, buttons, head, heading, page, small, text } from '../page.js';
import { memberText, paymentLine, saidText } from '../staff-texts.js';
import { cut, dotted, foreignLine, type NameOf, oneLine, timestamp } from '../text.js';

export const showDispute = defineCustomId('case-open', z.tuple([reference]));
/** Opens the form for a decision, from the card of a dispute. */
export const decideDispute = {
	move: defineCustomId('case-move', z.tuple([reference])),
	leave: defineCustomId('case-leave', z.tuple([reference])),
} as const;

/** Facts from Discord about the people on a card, by their ids. */
export interface CardPeople {
	/** Of the member or the first holder; undefined if they aren't in the server. */
	factsOf(userId: string): MemberFacts | undefined;
	readonly nameOf: NameOf;
}

export interface DisputePeople extends CardPeople {
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
	const { item, ending, licenseType, purchasedAt, reference } = facts;
	const isOpen = facts.state === 'open';
	const name = foreignLine(item?.name ?? '', 80) || '–';
	const alt = cut(oneLine(item?.name ?? ''), 80) || '–';
	return page(
		accents[facts.state],
		head([heading(t('dispute.card.title')), bold(name)], { url: people.thumbnailUrl, alt }),
		text(
			licenseLine(t, licenseType, ending),
			isOpen &&
				dotted(
					purchasedAt !== undefined && t('desk.bought', { date: timestamp(purchasedAt, 'd') }),
					paymentLine(t, facts.payment),
				),
			facts.isLocked && t('desk.locked'),
			facts.isRevoked && t('purchases.revokedTitle'),
		),
		...peopleTexts(t, facts, people),
		text(endLine(t, facts, people), isOpen && small(t('dispute.card.ask')), small(reference)),
		buttons(...buttonsOf(t, facts, people)),
	);
}

/** A block for each side. After its end: the people at that time, even if the holder has changed since. */
function peopleTexts(t: Translator, facts: DisputeFacts, people: DisputePeople) {
	const { state, claimantId, asked } = facts;
	const nameOf = (id: string) => memberText(t, id, people.nameOf);
	const claim = t('dispute.card.askedBy', { member: nameOf(claimantId) });
	const said = saidText(t, facts.note);
	const answer = answerLine(t, facts, people);
	if (state === 'open')
		return [
			text(...holderLines(t, facts, people), answer),
			text(claim, claimantId !== 'deleted' && memberLine(t, claimantId, people, facts.earlier), said),
		];
	const holderId = facts.decided?.holderId ?? asked?.holderId;
	const had = holderId !== undefined && t('dispute.card.had', { member: nameOf(holderId) });
	return [text(had, answer, claim, said)];
}

function holderLines(t: Translator, { holders, asked }: DisputeFacts, people: DisputePeople): string[] {
	if (holders.length === 0) return [t('dispute.card.nobody')];
	return holders.slice(0, 5).flatMap(({ userId, since, purchases: count }, index) => [
		t('dispute.card.has', { member: memberText(t, userId, people.nameOf) }),
		small(
			dotted(
				t('dispute.card.since', { date: timestamp(since, 'd') }),
				// Only the first is looked up in the server.
				index === 0 && joinedText(t, people.factsOf(userId)),
				t('desk.count', { count }),
				asked?.holderId === userId &&
					asked.answer === 'none' &&
					t('dispute.card.asked', { when: timestamp(asked.at, 'R') }),
			),
		),
	]);
}

/** Since when a member is in the server and has the account, and how often they asked before. */
export function memberLine(t: Translator, userId: string, people: CardPeople, earlier: number): string {
	const createdAt = SnowflakeUtil.timestampFrom(userId);
	return small(
		dotted(
			joinedText(t, people.factsOf(userId)),
			t('dispute.card.account', { when: timestamp(createdAt, 'R') }),
			earlier > 0 && t('appeal.card.earlier', { count: earlier }),
		),
	);
}

function joinedText(t: Translator, facts: MemberFacts | undefined): string | false {
	if (facts === undefined) return t('dispute.card.notHere');
	return facts.joinedAt !== undefined && t('dispute.card.joined', { when: timestamp(facts.joinedAt, 'R') });
}

/** The holder's answer, which staff read after a decision too. */
function answerLine(t: Translator, { asked, state }: DisputeFacts, { nameOf }: DisputePeople): string {
	const { answer, holderId } = asked ?? { answer: 'none' };
	if (answer === 'none' || (answer === 'closed' && state !== 'open')) return '';
	return t(`dispute.card.${answer}`, { member: memberText(t, holderId, nameOf) });
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
	const isOwnCase = isByStaff && (last.by === claimantId || (state === 'left' && last.by === holderId));
	return dotted(line, isByStaff && saidText(t, why), isOwnCase && t('moderation.ownCase'));
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
	const open = openPurchase.encode(hash, holder?.userId);
	const purchase = item === undefined ? [] : [button(t('button.open'), open)];
	if (state === 'open')
		return [
			button(
				labelFor(t, 'moveTo', people.factsOf(claimantId)?.displayName),
				decideDispute.move.encode(reference),
			),
			button(
				labelFor(t, 'leaveWith', holder && people.factsOf(holder.userId)?.displayName),
				decideDispute.leave.encode(reference),
			),
			...purchase,
		];
	return undo === undefined
		? purchase
		: [button(t('button.undo'), undoChange.encode(hash, undo)), ...purchase];
}

function labelFor(t: Translator, act: 'moveTo' | 'leaveWith', name: string | undefined): string {
	const shown = cut(oneLine(name ?? ''), maxNameLength);
	return shown === '' ? t(`dispute.card.${act}.unnamed`) : t(`dispute.card.${act}`, { name: shown });
}
