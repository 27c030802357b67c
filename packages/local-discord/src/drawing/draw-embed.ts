import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { DrawContext } from './draw-context.js';
import { inlineMarkdown, markdown } from './markdown.js';
import { type Line, pad, type Style, span, wrap } from './spans.js';
import { timestampText } from './timestamps.js';

const bar = '▌ ';
const columns = 3;
const gap = 2;

/** An embed: its text with a bar in its colour at the side, pictures as captions with their addresses. */
export function drawEmbed(embed: APIEmbed, width: number, context: DrawContext): Line[] {
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
		...imageLines('thumbnail', embed.thumbnail?.url, inner),
		...imageLines('image', embed.image?.url, inner),
	]);
	section(footerLines(embed, inner, context));
	return withBar(lines, colourName(embed.color));
}

/** Lines with a coloured bar at their left. */
export function withBar(lines: readonly Line[], colour: Style): Line[] {
	return lines.map((line) => [span(bar, colour), ...line]);
}

/** The terminal's colour that is nearest to an RGB number. */
export function colourName(rgb: number | null | undefined): Style {
	if (rgb == null) return 'gray';
	const distance = (other: number) =>
		[16, 8, 0].reduce((sum, shift) => sum + (((rgb >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
	const [nearest] = [...terminalColours].sort((left, right) => distance(left[1]) - distance(right[1]));
	return nearest?.[0] ?? 'gray';
}

/** A picture: what it is, and where. */
export function imageLines(what: string, url: string | undefined, width: number): Line[] {
	if (url === undefined) return [];
	return wrap([span(`[${what}] `, 'magenta'), span(url, 'dim')], width);
}

const terminalColours: readonly (readonly [Style, number])[] = [
	['red', 0xe0_40_40],
	['green', 0x40_c0_60],
	['yellow', 0xf0_c0_30],
	['blue', 0x50_60_f0],
	['magenta', 0xc0_50_c0],
	['cyan', 0x30_b0_d0],
	['white', 0xf0_f0_f0],
	['gray', 0x80_80_80],
];

function titleLines(embed: APIEmbed, width: number, context: DrawContext): Line[] {
	const title = wrap(inlineMarkdown(embed.title ?? '', context, ['bold']), width);
	return embed.url === undefined ? title : [...title, ...wrap([span(embed.url, 'dim')], width)];
}

/** Inline fields side by side, as many as Discord puts in a row. */
function fieldLines(fields: readonly APIEmbedField[], width: number, context: DrawContext): Line[] {
	const rows: APIEmbedField[][] = [];
	for (const field of fields) {
		const row = rows.at(-1);
		const fits = field.inline && row?.[0]?.inline && row.length < columns;
		if (fits) row.push(field);
		else rows.push([field]);
	}
	return rows.flatMap((row, at) => [...(at === 0 ? [] : [[]]), ...fieldRow(row, width, context)]);
}

function fieldRow(row: readonly APIEmbedField[], width: number, context: DrawContext): Line[] {
	const isInline = row[0]?.inline ?? false;
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
