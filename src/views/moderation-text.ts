import { botReasonIn } from '../claims/bot-reason.js';
import type { ClaimEvent } from '../claims/record.js';
import { scrubCodes } from '../claims/scrub-codes.js';
import type { Translator } from '../i18n/translator.js';
import type { ModerationEvent } from '../moderation/moderation-outcomes.js';
import { foreignLine, nothing } from './text.js';

/** A member in a text: a mention, which pings nobody, or what stands for one who is forgotten. */
export function memberText(t: Translator, id: string | undefined): string {
	if (id === undefined) return nothing;
	if (id === 'claimcheck') return t('moderation.bot');
	return /^\d+$/.test(id) ? `<@${id}>` : t('moderation.forgottenMember');
}

/** A change by a moderator, with its reason. Never a code. */
export function moderationEventText(t: Translator, event: ModerationEvent): string {
	const values = {
		item: foreignLine(event.itemName, 200),
		member: memberText(t, event.memberId),
		to: memberText(t, event.toUserId),
	};
	const why = foreignLine(scrubCodes(event.why), 300);
	const parts = [
		t(`moderation.done.${event.action}`, values),
		...(event.isOwnCase ? [t('moderation.ownCase')] : []),
		...(why === '' ? [] : [why]),
	];
	return parts.join(' · ');
}

/** A line of a claim's history: when, what, who, why. */
export function historyLine(t: Translator, event: ClaimEvent): string {
	const what = t(`moderation.event.${event.what}`, {
		by: memberText(t, event.by),
		member: memberText(t, event.member),
		to: memberText(t, event.to),
	});
	const why = reasonText(t, event.why ?? '');
	return `<t:${Math.floor(event.at / 1000)}:d> ${what}${why === '' ? '' : ` · ${why}`}`;
}

function reasonText(t: Translator, why: string): string {
	const reason = botReasonIn(why);
	return reason === undefined ? foreignLine(scrubCodes(why), 100) : t(`moderation.why.${reason}`);
}
