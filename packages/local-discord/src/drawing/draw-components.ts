import {
	type APIComponentInContainer,
	type APIMediaGalleryComponent,
	type APIMessageTopLevelComponent,
	type APISectionComponent,
	ComponentType,
} from 'discord-api-types/v10';
import { nearestColour } from './colours.js';
import type { DrawContext } from './draw-context.js';
import { drawControl, type Numbering, optionLines } from './draw-control.js';
import { fileNameOf } from './files.js';
import { markdown } from './markdown.js';
import { cutLine, type Line, lineWidth, pad, type Style, span } from './spans.js';
import { wrap } from './wrap.js';

const fewestTextColumns = 12;

/** Components of a message: rows of buttons and selects, and what messages of components are made of. */
export function drawComponents(
	components: readonly (APIMessageTopLevelComponent | APIComponentInContainer)[],
	width: number,
	context: DrawContext,
	next: Numbering,
): Line[] {
	return components.flatMap((component) => drawComponent(component, width, context, next));
}

function drawComponent(
	component: APIMessageTopLevelComponent | APIComponentInContainer,
	width: number,
	context: DrawContext,
	next: Numbering,
): Line[] {
	switch (component.type) {
		case ComponentType.ActionRow:
			return flow(
				component.components.map((child) => drawControl(child, width, context, next)),
				width,
				context.isPhone ? 1 : 2,
			).concat(component.components.flatMap((child) => optionLines(child, width, context)));
		case ComponentType.TextDisplay:
			return markdown(component.content, width, context);
		case ComponentType.Section:
			return drawSection(component, width, context, next);
		case ComponentType.MediaGallery:
			return drawGallery(component, width, context);
		case ComponentType.File:
			return imageLines(
				context.isPhone ? `file ${fileNameOf(component.file.url)}` : 'file',
				component.file.url,
				width,
				context,
			);
		case ComponentType.Separator:
			return [component.divider === false ? [] : [span('─'.repeat(width), 'dim')]];
		case ComponentType.Container: {
			// On a phone the bar stands beside the columns that a text has.
			const inner = context.isPhone ? width : width - 2;
			const lines = drawComponents(component.components, inner, context, next);
			return context.isPhone ? lines : withBar(lines, nearestColour(component.accent_color).style);
		}
		default:
			return [[span(`(a component of type ${String(Reflect.get(component, 'type'))})`, 'dim')]];
	}
}

/** The text with its button or picture at the right; a terminal prints a picture's address in a line of its own. */
function drawSection(
	section: APISectionComponent,
	width: number,
	context: DrawContext,
	next: Numbering,
): Line[] {
	const { accessory, components } = section;
	const written = (room: number) => components.flatMap((text) => markdown(text.content, room, context));
	const isPicture = accessory.type !== ComponentType.Button;
	if (isPicture && !context.isPhone) {
		const what = accessory.description ?? 'thumbnail';
		return [...written(width), ...imageLines(what, accessory.media.url, width, context)];
	}
	const beside: Line = isPicture ? [span('(pic)', 'magenta')] : drawControl(accessory, width, context, next);
	const [first = [], ...rest] = written(Math.max(fewestTextColumns, width - lineWidth(beside) - 1));
	return [[...pad(first, width - lineWidth(beside)), ...beside], ...rest];
}

/** A phone's frame has one line for all of a gallery's pictures: what a screen reader says of them. */
function drawGallery({ items }: APIMediaGalleryComponent, width: number, context: DrawContext): Line[] {
	if (!context.isPhone) {
		return items.flatMap((item) => imageLines(item.description ?? 'media', item.media.url, width, context));
	}
	const alts = items.map(({ description }) => description ?? 'no description').join(' · ');
	const count = items.length === 1 ? '' : `${items.length}: `;
	return [
		[
			span('[', 'magenta'),
			...cutLine([span(`▦ ${count}${alts}`, 'magenta')], width - 2),
			span(']', 'magenta'),
		],
	];
}

/** Puts pieces side by side as long as they fit. */
function flow(pieces: readonly Line[], width: number, gap: number): Line[] {
	const lines: Line[] = [];
	for (const piece of pieces) {
		const last = lines.at(-1);
		const fits = last !== undefined && lineWidth(last) + gap + lineWidth(piece) <= width;
		if (fits) lines[lines.length - 1] = [...last, span(' '.repeat(gap)), ...piece];
		else lines.push(piece);
	}
	return lines;
}

/** Lines with a coloured bar at their left. */
export function withBar(lines: readonly Line[], colour: Style): Line[] {
	return lines.map((line) => [span('▌ ', colour), ...line]);
}

/** A picture: what it is, and where. */
function imageLines(
	what: string,
	url: string | undefined,
	width: number,
	{ isPhone }: Pick<DrawContext, 'isPhone'>,
): Line[] {
	if (url === undefined) return [];
	if (isPhone) return [[span(`[${what}]`, 'magenta')]];
	return wrap([span(`[${what}] `, 'magenta'), span(url, 'dim')], width);
}
