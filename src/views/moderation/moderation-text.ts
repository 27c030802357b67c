import { botReasonIn } from '../../claims/bot-reason.js';
import type { ClaimEvent } from '../../claims/record.js';
import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Translator } from '../../i18n/translator.js';
import type {
	CheckedEvent,
	ModeratedPurchase,
	ModerationEvent,
} from '../../moderation/moderation-outcomes.js';
import { withEnding } from '../kit/names.js';
import { foreignLine, nothing, timestamp } from '../kit/text.js';

/** A member in a text: a mention, which pings nobody, or what stands for one who is forgotten. */
export function memberText(t: Translator, id: string | undefined): string {
	if (id === undefined) return nothing;
	if (id === 'claimcheck') return t('moderation.bot');
	return /^\d+$/.test(id) ? `<@${id}>` : t('moderation.forgottenMember');
}

/** A purchase in a sentence: its item in bold and the end of its code, where it has one. */
export function purchaseText({ itemName, codeEnd }: Pick<ModerationEvent, 'itemName' | 'codeEnd'>): string {
	return withEnding(`**${foreignLine(itemName, 200) || nothing}**`, codeEnd);
}

/** The same for a title, which is bold as a whole. */
export function plainPurchaseText({
	itemName,
	codeEnd,
}: Pick<ModerationEvent, 'itemName' | 'codeEnd'>): string {
	return withEnding(foreignLine(itemName, 150) || nothing, codeEnd);
}

/** The same for a purchase with its file. */
export function moderatedPurchaseText({ file, codeEnd }: ModeratedPurchase): string {
	return purchaseText({ itemName: file.item.name, codeEnd });
}

/** A reason as its author typed it, in quotation marks; '' where there is none. Never a code. */
function whyText(t: Translator, why: string, longest = 300): string {
	const text = foreignLine(scrubCodes(why), longest);
	return text === '' ? '' : t('desk.quoted', { why: text });
}

/** An act of staff: who, what, whom, why. Never a code. */
export function moderationEventText(t: Translator, event: ModerationEvent): string {
	const done = t(`desk.did.${event.deed}`, {
		by: memberText(t, event.by),
		it: purchaseText(event),
		member: memberText(t, event.memberId),
		to: memberText(t, event.toUserId),
	});
	const parts = [
		done,
		...(event.isOwnCase ? [t('moderation.ownCase')] : []),
		...(whyText(t, event.why) === '' ? [] : [whyText(t, event.why)]),
	];
	return parts.join(' · ');
}

/** A check that staff asked for, and what the shop said. */
export function checkedEventText(t: Translator, event: CheckedEvent): string {
	const { by, outcome } = event;
	const values = { by: memberText(t, by), it: purchaseText(event) };
	return outcome.kind === 'valid'
		? t('desk.did.checkedValid', values)
		: t('desk.did.checkedInvalid', { ...values, count: outcome.misses });
}

/** A line of a purchase's history: when, what, who, why. */
export function historyLine(t: Translator, event: ClaimEvent): string {
	const what = t(`moderation.event.${eventName(event)}`, {
		by: memberText(t, event.by),
		member: memberText(t, event.member),
		to: memberText(t, event.to),
	});
	const why = reasonText(t, event.why ?? '');
	return [timestamp(event.at, 'D'), what, why].filter((part) => part !== '').join(' · ');
}

/** Staff revoke and lift; the shop's answers do the same under other words. */
function eventName({ what, by }: ClaimEvent) {
	const isStaffs = by !== 'claimcheck' && (what === 'revoked' || what === 'reinstated');
	return isStaffs ? (`${what}-by-staff` as const) : what;
}

function reasonText(t: Translator, why: string): string {
	const reason = botReasonIn(why);
	return reason === undefined ? whyText(t, why, 100) : t(`moderation.why.${reason}`);
}
