import { phoneLines } from '@claimcheck/local-discord/drawing/draw-phone';
import { textWidth } from '@claimcheck/local-discord/drawing/spans';
import { altsOf, buttonsOf, plainTextOf, selectsOf, textOf } from '@claimcheck/local-discord/reading';
import { type APIModalInteractionResponseCallbackData, ComponentType } from 'discord.js';
import type { MessageView } from '../../src/ui/message.js';
import { type Fault, type Part, partsIn } from './rules.js';

// More rules for a message or form with ordinary names.

export function faultsOfPlain(
	view: MessageView,
	context: Parameters<typeof phoneLines>[1] = {},
): readonly Fault[] {
	return [
		...rawIds(view),
		...wideLabels(view),
		...placeholders(view),
		...boldInsideOut(view),
		...narrowed(view, context),
	];
}

/** Placeholders in a form without foreign texts. Prefilled values may be anything. */
export function faultsOfPlainModal(modal: APIModalInteractionResponseCallbackData): readonly Fault[] {
	return unfilled(
		JSON.stringify(modal, (key, value: unknown) => (/^(value|custom_id)$/.test(key) ? '' : value)),
	);
}

/** A page with more lines on a phone than allowed. `context`: the reader's view of it. */
export function tooLong(
	view: MessageView,
	most: number,
	context: Parameters<typeof phoneLines>[1] = {},
): readonly Fault[] {
	const lines = phoneLines(view, context);
	return lines > most
		? [{ property: `${lines} lines of a phone, not ${most}`, seen: plainTextOf(view, context) }]
		: [];
}

/** Numbers for machines only: ids of 17 to 20 digits outside of mentions, times and addresses. */
function rawIds(view: MessageView): readonly Fault[] {
	const shown = textOf(view)
		.replaceAll(/<[@#:/t][^>]*>|<a?:\w+:\d+>/g, '')
		.replaceAll(/https?:\/\/\S+/g, '');
	const chosen = selectsOf(view).flatMap(({ labels, placeholder }) => [...labels, placeholder ?? '']);
	const all = [shown, ...buttonsOf(view).map(({ label }) => label), ...chosen].join('\n');
	const found = /(?<![\d.,])\d{17,20}(?![\d.,])/.exec(all);
	return found === null ? [] : [{ property: 'an id is shown', seen: found[0] }];
}

/** The widest label that is shown completely on a phone, alone in its row. */
const widestLabel = 38;

function wideLabels(view: MessageView): readonly Fault[] {
	return buttonsOf(view)
		.filter(({ label }) => textWidth(label) > widestLabel)
		.map(({ label }) => ({ property: `a label over ${widestLabel} columns`, seen: label }));
}

function placeholders(view: MessageView): readonly Fault[] {
	const labels = buttonsOf(view).map(({ label }) => label);
	return unfilled([textOf(view), ...labels, ...altsOf(view)].join('\n'));
}

/** The columns left beside an image, which has 152 of 390 pixels. */
const besidePicture = 20;

/** Text beside an image that is taller than the image: a title and a name have two lines each. */
function narrowed(view: MessageView, context: Parameters<typeof phoneLines>[1]): readonly Fault[] {
	const sections = partsIn((view.components ?? []) as unknown as readonly Part[]).filter(
		({ type, accessory }) => type === ComponentType.Section && accessory?.type === ComponentType.Thumbnail,
	);
	return sections
		.flatMap(({ components = [] }) => components)
		.filter((block) => phoneLines({ components: [block] }, { ...context, width: besidePicture }) > 2)
		.map(({ content = '' }) => ({ property: 'more than two lines beside a picture', seen: content }));
}

/** Bold text in a line that is already bold ends the bold: its closing marks then follow a space. */
function boldInsideOut(view: MessageView): readonly Fault[] {
	const closing = textOf(view)
		.split('\n')
		.filter((line) => line.split('**').some((part, at) => at % 2 === 1 && /\s$/.test(part)));
	return closing.map((seen) => ({ property: 'bold turned inside out', seen }));
}

/** Traces of a programming mistake in a text. */
function unfilled(seen: string): readonly Fault[] {
	return /\bundefined\b|\bNaN\b|\[object |\{\w+\}|\{\w+, (?:plural|select)/.test(seen)
		? [{ property: 'an unfilled text', seen }]
		: [];
}
