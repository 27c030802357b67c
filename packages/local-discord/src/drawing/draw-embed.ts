import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { nearestColour } from './colours.js';
import type { DrawContext } from './draw-context.js';
import { inlineMarkdown, markdown } from './markdown.js';
import type { ShownEmbed } from './shown-embeds.js';
import { type Line, pad, type Style, span } from './spans.js';
import { timestampText } from './timestamps.js';
import { wrap } from './wrap.js';

const bar = '▌ ';
const maxColumns = 3;
/** A phone has no room for fields beside each other. */
const columnsOf = ({ isPhone }: DrawContext) => (isPhone ? 1 : maxColumns);
const gap = 2;

/** An embed: its text with a bar in its colour at the side, pictures as captions with their addresses. */
export function drawEmbed({ embed, pictures }: ShownEmbed, width: number, context: DrawContext): Line[] {
	const inner = width - bar.length;
	const lines: Line[] = [];
	const section = (added: readonly Line[], isApart = true) => {
		if (added.length > 0 && lines.length > 0 && isApart) lines.push([]);
		lines.push(...added);
	};
	if (embed.author) section(wrap([span(embed.author.name, 'bold')], inner));
	if (embed.title) section(titleLines(embed, inner, context), false);
	if (embed.description) section(markdown(embed.description, inner, context), false);
	section(fieldLines(embed.fields ?? [], inner, context));
	section([
		...imageLines('thumbnail', embed.thumbnail?.url, inner, context),
		...pictures.flatMap((url) => imageLines('image', url, inner, context)),
	]);
	section(footerLines(embed, inner, context));
	return withBar(lines, nearestColour(embed.color).style);
}

/** Lines with a coloured bar at their left. */
export function withBar(lines: readonly Line[], colour: Style): Line[] {
	return lines.map((line) => [span(bar, colour), ...line]);
}

/** A picture: what it is, and where. */
export function imageLines(
	what: string,
	url: string | undefined,
	width: number,
	{ isPhone }: Pick<DrawContext, 'isPhone'>,
): Line[] {
	if (url === undefined) return [];
	if (isPhone) return [[span(`[${what}]`, 'magenta')]];
	return wrap([span(`[${what}] `, 'magenta'), span(url, 'dim')], width);
}

function titleLines(embed: APIEmbed, width: number, context: DrawContext): Line[] {
	const title = wrap(inlineMarkdown(embed.title ?? '', context, ['bold']), width);
	return embed.url === undefined || context.isPhone
		? title
		: [...title, ...wrap([span(embed.url, 'dim')], width)];
}

/** Inline fields side by side, as many as Discord puts in a row. */
function fieldLines(fields: readonly APIEmbedField[], width: number, context: DrawContext): Line[] {
	const rows: APIEmbedField[][] = [];
	for (const field of fields) {
		const row = rows.at(-1);
		const fits = field.inline && row?.[0]?.inline && row.length < columnsOf(context);
		if (fits) row.push(field);
		else rows.push([field]);
	}
	return rows.flatMap((row, at) => [...(at === 0 ? [] : [[]]), ...fieldRow(row, width, context)]);
}

function fieldRow(row: readonly APIEmbedField[], width: number, context: DrawContext): Line[] {
	const isInline = row[0]?.inline ?? false;
	const columns = columnsOf(context);
	const column = isInline ? Math.floor((width - gap * (columns - 1)) / columns) : width;
	const cells = row.map((field) => [
		...wrap(inlineMarkdown(field.name, context, ['bold']), column),
		...markdown(field.value, column, context),
	]);
	const height = Math.max(...cells.map((cell) => cell.length));
	return Array.from({ length: height }, (_, at) =>
		cells.flatMap((cell) => [...pad(cell[at] ?? [], column), span(' '.repeat(gap))]),
	);
}

function footerLines(embed: APIEmbed, width: number, context: DrawContext): Line[] {
	const time =
		embed.timestamp === undefined ? undefined : timestampText(Date.parse(embed.timestamp), 'f', context);
	const parts = [embed.footer?.text, time].filter((part) => part !== undefined);
	return parts.length === 0 ? [] : wrap([span(parts.join(' • '), 'dim')], width);
}
