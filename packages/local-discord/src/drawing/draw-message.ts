import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { drawComponents, withBar } from './draw-components.js';
import { contextOf, type DrawContext } from './draw-context.js';
import { looseFiles } from './files.js';
import { markdown } from './markdown.js';
import { type Line, render, span } from './spans.js';
import { timestampText } from './timestamps.js';
import { wrap } from './wrap.js';

const indent = '  ';

/**
 * A message as text for a terminal: its author, content, files, the words of embeds, and components, at most `width`
 * columns wide. Buttons and selects are numbered.
 */
export function drawMessage(message: APIMessage, given: Partial<DrawContext> = {}): string {
	const context = contextOf(given);
	const width = context.width - indent.length;
	const body = isLoading(message)
		? [[span(`${message.author.username} is thinking …`, 'dim', 'italic')]]
		: bodyLines(message, width, context);
	return render([header(message, context), ...body.map((line) => [span(indent), ...line])], context.colour);
}

function header(message: APIMessage, context: DrawContext): Line {
	const time = timestampText(Date.parse(message.timestamp), 't', context);
	const isEphemeral = hasFlag(message, MessageFlags.Ephemeral);
	return [
		span(message.author.global_name ?? message.author.username, 'bold', 'green'),
		...(message.author.bot ? [span(' APP', 'blue', 'bold')] : []),
		span(`  ${time}`, 'dim'),
		...(message.edited_timestamp === null || isLoading(message) ? [] : [span(' (edited)', 'dim')]),
		...(isEphemeral ? [span('  Only you can see this', 'dim', 'italic')] : []),
	];
}

function bodyLines(message: APIMessage, width: number, context: DrawContext): Line[] {
	let number = 0;
	const next = () => {
		number += 1;
		return number;
	};
	return [
		...(message.content === '' ? [] : markdown(message.content, width, context)),
		...message.embeds.flatMap(({ title, description }) =>
			withBar(markdown([title, description].filter(Boolean).join('\n'), width - 2, context), 'dim'),
		),
		...looseFiles(message).flatMap((file) =>
			wrap(
				[span(`[file ${file.filename}, ${sizeText(file.size)}] `, 'magenta'), span(file.url, 'dim')],
				width,
			),
		),
		...drawComponents(message.components ?? [], width, context, next),
	];
}

function sizeText(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

function isLoading(message: APIMessage): boolean {
	return hasFlag(message, MessageFlags.Loading);
}

function hasFlag(message: APIMessage, flag: MessageFlags): boolean {
	return ((message.flags ?? 0) & flag) !== 0;
}
