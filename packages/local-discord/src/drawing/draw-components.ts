import {
	type APIComponentInContainer,
	type APIMediaGalleryComponent,
	type APIMessageTopLevelComponent,
	type APISectionComponent,
	ComponentType,
} from 'discord-api-types/v10';
import type { DrawContext } from './draw-context.js';
import { drawControl } from './draw-control.js';
import { fileNameOf } from './files.js';
import { markdown } from './markdown.js';
import { cutLine, type Line, lineWidth, pad, span } from './spans.js';

const fewestTextColumns = 12;

/** Draws the components of a message: rows of buttons and selects, and the parts of component messages. */
export function drawComponents(
	components: readonly (APIMessageTopLevelComponent | APIComponentInContainer)[],
	context: DrawContext,
): Line[] {
	return components.flatMap((component) => drawComponent(component, context));
}

function drawComponent(
	component: APIMessageTopLevelComponent | APIComponentInContainer,
	context: DrawContext,
): Line[] {
	const { width } = context;
	switch (component.type) {
		case ComponentType.ActionRow:
			return flow(
				component.components.map((child) => drawControl(child, context)),
				width,
			);
		case ComponentType.TextDisplay:
			return markdown(component.content, width, context);
		case ComponentType.Section:
			return drawSection(component, context);
		case ComponentType.MediaGallery:
			return drawGallery(component, width);
		case ComponentType.File:
			return [[span(`[file ${fileNameOf(component.file.url)}]`, 'magenta')]];
		case ComponentType.Container:
			return drawComponents(component.components, context);
		default:
			return [[span(`(a component of type ${String(Reflect.get(component, 'type'))})`, 'dim')]];
	}
}

/** The text with its button or image on the right. */
function drawSection({ accessory, components }: APISectionComponent, context: DrawContext): Line[] {
	const { width } = context;
	const beside: Line =
		accessory.type === ComponentType.Button ? drawControl(accessory, context) : [span('(pic)', 'magenta')];
	const room = Math.max(fewestTextColumns, width - lineWidth(beside) - 1);
	const [first = [], ...rest] = components.flatMap((text) => markdown(text.content, room, context));
	return [[...pad(first, width - lineWidth(beside)), ...beside], ...rest];
}

/** One line with the descriptions of all images. */
function drawGallery({ items }: APIMediaGalleryComponent, width: number): Line[] {
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
function flow(pieces: readonly Line[], width: number): Line[] {
	const lines: Line[] = [];
	for (const piece of pieces) {
		const last = lines.at(-1);
		const fits = last !== undefined && lineWidth(last) + 1 + lineWidth(piece) <= width;
		if (fits) lines[lines.length - 1] = [...last, span(' '), ...piece];
		else lines.push(piece);
	}
	return lines;
}
