import { ComponentType } from 'discord.js';
import { botReasonIn, type ClaimEvent } from '../../claims/record.js';
import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Translator } from '../../i18n/translator.js';
import type { ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import type { MessageView } from '../kit/message.js';
import { page, text } from '../kit/page.js';
import { dotted, foreignLine, type NameOf, nothing, oneLine } from '../kit/text.js';
import { eventName, memberText } from './moderation-text.js';

const fileName = 'history.txt';
/** Without it, some programs take the file for one of an older encoding. */
const byteOrderMark = '\ufeff';

/** A purchase's whole history as a text file, newest first: read outside of Discord, so without Markdown and mentions. */
export function historyFileView(t: Translator, { file }: ModeratedPurchase, nameOf: NameOf): MessageView {
	const title = (name: string) => t('desk.historyOf', { item: name || nothing });
	const lines = file.history.toReversed().map((event) => plainLine(t, event, nameOf));
	const content = [title(oneLine(file.item.name)), '', ...lines, ''].join('\n');
	const view = page('done', text(`## ${title(foreignLine(file.item.name, 100))}`), {
		type: ComponentType.File,
		file: { url: `attachment://${fileName}` },
	});
	return { ...view, files: [{ name: fileName, attachment: Buffer.from(byteOrderMark + content) }] };
}

/** When, what, who, why. Never a code. */
function plainLine(t: Translator, event: ClaimEvent, nameOf: NameOf): string {
	const person = (id: string | undefined): string =>
		id !== undefined && /^\d+$/.test(id)
			? `${oneLine(nameOf(id) ?? '') || nothing} (${id})`
			: memberText(t, id);
	const what = t(`moderation.event.${eventName(event)}`, {
		by: person(event.by),
		member: person(event.member),
		to: person(event.to),
	});
	return dotted(utc(event.at), what, reasonOf(t, event));
}

function reasonOf(t: Translator, { why = '' }: ClaimEvent): string {
	const reason = botReasonIn(why);
	if (reason !== undefined) return t(`moderation.why.${reason}`);
	// Invisible characters could hide a code from the search for codes.
	const words = oneLine(scrubCodes(why.replaceAll(/\p{Cf}/gu, '')));
	return words === '' ? '' : t('desk.quoted', { why: words });
}

/** `2026-06-11 09:30 UTC`: the same in every language, and without doubt about day and month. */
function utc(at: number): string {
	const date = new Date(at);
	if (Number.isNaN(date.getTime())) return nothing;
	return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
