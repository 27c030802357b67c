import { phoneLines } from '@claimcheck/local-discord/drawing/draw-phone';
import { textWidth } from '@claimcheck/local-discord/drawing/spans';
import {
	altsOf,
	buttonsOf,
	mediaOf,
	plainTextOf,
	selectsOf,
	textOf,
} from '@claimcheck/local-discord/reading';
import type { APIMessage, APIModalInteractionResponseCallbackData } from 'discord.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { messageRefusals, modalRefusals } from '../views/refusals.js';

// What holds for whatever the bot says, beyond what Discord would refuse. Each rule gives the faults that it finds, in
// words; none where there are none.

/** The widest label that still shows whole on a phone beside nothing else. */
const widestLabel = 38;

/** Whatever texts of strangers are in it. */
export function faultsOf(view: MessageView): string[] {
	return [...messageRefusals(view), ...unsafeMentions(view), ...undescribedMedia(view), ...emptyAnswer(view)];
}

/** Of what is said with ordinary names in it. */
export function faultsOfPlain(view: MessageView): string[] {
	return [...faultsOf(view), ...rawIds(view), ...wideLabels(view), ...brokenTexts(view)];
}

/** A form, whatever texts of strangers are in it. */
export function faultsOfModal(modal: APIModalInteractionResponseCallbackData): string[] {
	// What is filled in already may say anything.
	const words = JSON.stringify(modal, (key, value: unknown) =>
		/^(value|custom_id)$/.test(key) ? '' : value,
	);
	return [...modalRefusals(modal), ...(holdsPlaceholder(words) ? [`an unfilled text: ${words}`] : [])];
}

/** More lines of a phone than it may take. `locale`: times take another room in each language. */
export function tooLong(
	view: MessageView,
	most: number,
	context: Parameters<typeof phoneLines>[1] = {},
): string[] {
	const lines = phoneLines(view, context);
	return lines > most ? [`${lines} lines of a phone, not ${most}: ${plainTextOf(view, context)}`] : [];
}

function unsafeMentions({ allowedMentions }: MessageView): string[] {
	return JSON.stringify(allowedMentions) === '{"parse":[]}' ? [] : ['it may ping somebody'];
}

function undescribedMedia(view: MessageView): string[] {
	const silent = mediaOf(view).filter(({ alt }) => alt === undefined);
	const tooLongAlts = altsOf(view).filter((alt) => alt.length > 1024);
	// Embeds have no place for a description.
	const isSilent = (view.embeds ?? []).length === 0 && silent.length > 0;
	return [
		...(isSilent ? [`nothing is said of ${silent.map(({ url }) => url).join(', ')}`] : []),
		...(tooLongAlts.length > 0 ? ['a description over 1024 characters'] : []),
	];
}

/** Numbers that only a machine reads: ids of 17 to 20 digits outside of mentions, times and addresses. */
function rawIds(view: MessageView): string[] {
	const shown = textOf(view)
		.replaceAll(/<[@#:/t][^>]*>|<a?:\w+:\d+>/g, '')
		.replaceAll(/https?:\/\/\S+/g, '');
	const chosen = selectsOf(view).flatMap(({ labels, placeholder }) => [...labels, placeholder ?? '']);
	const all = [shown, ...buttonsOf(view).map(({ label }) => label), ...chosen].join('\n');
	const found = /(?<![\d.,])\d{17,20}(?![\d.,])/.exec(all);
	return found === null ? [] : [`an id is shown: ${found[0]}`];
}

function emptyAnswer(view: MessageView): string[] {
	const isEmpty = textOf(view).trim() === '' && mediaOf(view).length === 0 && (view.files ?? []).length === 0;
	return isEmpty ? ['it says nothing'] : [];
}

function wideLabels(view: MessageView): string[] {
	return buttonsOf(view)
		.filter(({ label }) => textWidth(label) > widestLabel)
		.map(({ label }) => `a label over ${widestLabel} columns: ${label}`);
}

/** What a programming mistake looks like in a text. */
function brokenTexts(view: MessageView): string[] {
	const labels = buttonsOf(view).map(({ label }) => label);
	const texts = [textOf(view), ...labels, ...altsOf(view)].join('\n');
	return holdsPlaceholder(texts) ? [`an unfilled text: ${texts}`] : [];
}

function holdsPlaceholder(text: string): boolean {
	return /\bundefined\b|\bNaN\b|\[object |\{\w+\}|\{\w+, (?:plural|select)/.test(text);
}

/** What is wrong with a message as people see it: Discord has taken it already. */
export function faultsOfShown({ content, embeds, components, attachments }: APIMessage): string[] {
	const view: MessageView = {
		content,
		embeds,
		components: components ?? [],
		files: attachments.map(({ filename }) => ({ name: filename, attachment: Buffer.of() })),
		allowedMentions: { parse: [] },
	};
	return [...undescribedMedia(view), ...rawIds(view), ...emptyAnswer(view), ...brokenTexts(view)];
}
