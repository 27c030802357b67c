import { type APIButtonComponent, ComponentType } from 'discord.js';
import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Translator } from '../../i18n/translator.js';
import type { MessageView } from '../kit/message.js';
import { bold, buttons, notice, text } from '../kit/page.js';
import { foreignLine, paragraphs } from '../kit/text.js';

/** A field of a modal that was submitted too late. */
export interface StaleField {
	readonly label: string;
	/** The current value; '' if there is none. */
	readonly now: string;
	readonly typed: string;
}

const maxNowLength = 200;
/** Longer input goes into a file: a message has 4,000 characters in all. */
const maxTypedLength = 1_800;
const fileName = 'typed.txt';

/**
 * The values of a modal have changed since it was opened, so nothing was saved. Returns the full input, without
 * purchase codes.
 */
export function staleFormView(
	t: Translator,
	fields: readonly StaleField[],
	...next: readonly APIButtonComponent[]
): MessageView {
	const now = fields.map(({ label, now: value }) => {
		const shown = foreignLine(scrubCodes(value), maxNowLength) || t('setup.links.none');
		return t('setup.links.line', { what: bold(label), address: shown });
	});
	const typed = fields.flatMap(({ label, typed: value }) =>
		value === '' ? [] : [{ label, value: scrubCodes(value) }],
	);
	const title = t('form.stale');
	if (typed.length === 0) return notice(title, now, buttons(...next));
	const isInline =
		// A code block shows only plain text; a file holds anything.
		typed.every(({ value }) => !value.includes('`') && paragraphs(value) === value) &&
		typed.reduce((length, { label, value }) => length + label.length + value.length, 0) <= maxTypedLength;
	const heading = bold(t('form.typed'));
	if (isInline) {
		const blocks = typed.map(({ label, value }) => `${label}\n\`\`\`\n${value}\n\`\`\``);
		return notice(title, now, text(heading, ...blocks), buttons(...next));
	}
	const attachment = Buffer.from(typed.map(({ label, value }) => `${label}\n${value}\n`).join('\n'));
	const view = notice(
		title,
		now,
		text(heading),
		{ type: ComponentType.File, file: { url: `attachment://${fileName}` } },
		buttons(...next),
	);
	return { ...view, files: [{ name: fileName, attachment }] };
}
