import type { Payment } from '../claims/claim.js';
import { botReasonIn, type ClaimEvent } from '../claims/record.js';
import { scrubCodes } from '../claims/scrub-codes.js';
import type { Translator } from '../i18n/translator.js';
import type { CheckedEvent, ModerationEvent } from '../messages/audit.js';
import { withEnding } from './names.js';
import {
	capitalized,
	dotted,
	foreignLine,
	memberWithName,
	money,
	type NameOf,
	nothing,
	timestamp,
} from './text.js';

export const maxReasonLength = 300;

const unnamed: NameOf = () => undefined;

/** A member in a text: a mention with the name, or a placeholder for a deleted one. */
export function memberText(t: Translator, id: string | undefined, nameOf = unnamed): string {
	if (id === undefined) return nothing;
	if (id === 'claimcheck') return t('moderation.bot');
	return /^\d+$/.test(id) ? memberWithName(id, nameOf(id)) : t('moderation.forgottenMember');
}

/** A purchase in a sentence: its item in bold and the end of its code, if it has one. */
export function purchaseText({ itemName, codeEnd }: Pick<ModerationEvent, 'itemName' | 'codeEnd'>): string {
	return withEnding(`**${foreignLine(itemName, 200) || nothing}**`, codeEnd);
}

/** A reason or note as its author typed it, in quotation marks; '' if there is none. Never a code. */
export function saidText(t: Translator, why: string): string {
	const text = foreignLine(scrubCodes(why), maxReasonLength);
	return text === '' ? '' : t('list.quoted', { text: text });
}

/** A staff action: who, what, whom, why. Never a code. */
export function moderationEventText(t: Translator, event: ModerationEvent, nameOf = unnamed): string {
	const done = t(`desk.did.${event.deed}`, {
		by: memberText(t, event.by, nameOf),
		it: purchaseText(event),
		member: memberText(t, event.memberId, nameOf),
		to: memberText(t, event.toUserId, nameOf),
	});
	return dotted(done, event.isOwnCase && t('moderation.ownCase'), saidText(t, event.why));
}

/** A check requested by staff, and the shop's answer. */
export function checkedEventText(t: Translator, event: CheckedEvent, nameOf = unnamed): string {
	const { by, outcome } = event;
	const values = { by: memberText(t, by, nameOf), it: purchaseText(event) };
	if (outcome.kind === 'valid') return t('desk.did.checkedValid', values);
	if (outcome.wasRevoked) return t('desk.did.checkedStillNo', values);
	return t('desk.did.checkedInvalid', { ...values, count: outcome.misses });
}

export function peopleIn(history: readonly ClaimEvent[]): readonly (string | undefined)[] {
	return history.toReversed().flatMap(({ by, member, to }) => [by, member, to]);
}

/** A line of a purchase's history, for Discord. */
export function historyLine(t: Translator, event: ClaimEvent, nameOf = unnamed): string {
	const escaped = (why: string) => foreignLine(scrubCodes(why), 100);
	return `- ${eventLine(t, event, timestamp(event.at, 's'), (id) => memberText(t, id, nameOf), escaped)}`;
}

/** An event of a purchase's history: when, what, by whom, why. `said`: what staff typed, without codes. */
export function eventLine(
	t: Translator,
	event: ClaimEvent,
	when: string,
	person: (id: string | undefined) => string,
	said: (why: string) => string,
): string {
	const { what, by, member, to, why = '' } = event;
	// Staff revoke and lift; the shop's answers do the same under other words.
	const isStaffs = by !== 'claimcheck' && (what === 'revoked' || what === 'reinstated');
	const name = isStaffs ? (`${what}-by-staff` as const) : what;
	const done = t(`moderation.event.${name}`, { member: person(member), to: person(to) });
	const reason = botReasonIn(why);
	const words = reason === undefined ? said(why) : '';
	return dotted(
		when,
		done,
		t('moderation.event.by', { by: person(by) }),
		reason && t(`moderation.why.${reason}`),
		words !== '' && t('list.quoted', { text: words }),
	);
}

/** `Paid $29.00 · downloaded`; undefined if the shop has said neither. */
export function paymentLine(t: Translator, payment: Payment | undefined): string | undefined {
	const { price, currency, downloaded } = payment ?? {};
	const use = downloaded === undefined ? '' : t(downloaded ? 'desk.downloaded' : 'desk.notDownloaded');
	if (price !== undefined) return dotted(t('desk.paid', { price: money(price, currency, t.language) }), use);
	return use === '' ? undefined : capitalized(t, use);
}
