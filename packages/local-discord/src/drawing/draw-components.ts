import {
	type APIButtonComponent,
	type APIComponentInContainer,
	type APIComponentInMessageActionRow,
	type APIMessageTopLevelComponent,
	type APISectionComponent,
	ButtonStyle,
	ComponentType,
} from 'discord-api-types/v10';
import type { DrawContext } from './draw-context.js';
import { colourName, imageLines, withBar } from './draw-embed.js';
import { markdown } from './markdown.js';
import { type Line, lineWidth, type Style, span, wrap } from './spans.js';

/** Gives the next button or select its number. */
export type Numbering = () => number;

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
				component.components.map((child) => drawControl(child, next)),
				width,
			).concat(component.components.flatMap((child) => optionLines(child, width)));
		case ComponentType.TextDisplay:
			return markdown(component.content, width, context);
		case ComponentType.Section:
			return drawSection(component, width, context, next);
		case ComponentType.MediaGallery:
			return component.items.flatMap((item) =>
				imageLines(item.description ?? 'media', item.media.url, width),
			);
		case ComponentType.File:
			return imageLines('file', component.file.url, width);
		case ComponentType.Separator:
			return [component.divider === false ? [] : [span('─'.repeat(width), 'dim')]];
		case ComponentType.Container: {
			const inner = drawComponents(component.components, width - 2, context, next);
			return withBar(inner, colourName(component.accent_color));
		}
		default:
			return [[span(`(a component of type ${String(Reflect.get(component, 'type'))})`, 'dim')]];
	}
}

function drawSection(
	section: APISectionComponent,
	width: number,
	context: DrawContext,
	next: Numbering,
): Line[] {
	const texts = section.components.flatMap((text) => markdown(text.content, width, context));
	const { accessory } = section;
	if (accessory.type === ComponentType.Button) return [...texts, drawControl(accessory, next)];
	return [...texts, ...imageLines(accessory.description ?? 'thumbnail', accessory.media.url, width)];
}

const buttonStyles: Readonly<Record<number, Style>> = {
	[ButtonStyle.Primary]: 'blue',
	[ButtonStyle.Secondary]: 'white',
	[ButtonStyle.Success]: 'green',
	[ButtonStyle.Danger]: 'red',
};

/** One button or select. Its number is what the person names it by. */
function drawControl(component: APIComponentInMessageActionRow, next: Numbering): Line {
	if (component.type !== ComponentType.Button) {
		const label = component.placeholder ?? 'Make a selection';
		return numbered(next(), `[ ${label} ▾ ]`, component.disabled ? ['dim'] : ['cyan']);
	}
	const label = buttonLabel(component);
	if (component.style === ButtonStyle.Link) {
		return [span(`[ ${label} ↗ ]`, 'cyan'), span(` ${component.url}`, 'dim')];
	}
	if (component.style === ButtonStyle.Premium) return [span('[ Premium ]', 'magenta')];
	if (component.disabled) return numbered(next(), `( ${label} )`, ['dim']);
	return numbered(next(), `[ ${label} ]`, [buttonStyles[component.style] ?? 'white', 'bold']);
}

function buttonLabel(button: APIButtonComponent): string {
	const emoji = 'emoji' in button ? button.emoji?.name : undefined;
	const label = 'label' in button ? button.label : undefined;
	return [emoji, label].filter((part) => part).join(' ');
}

function numbered(number: number, text: string, styles: readonly Style[]): Line {
	return [span(`${number} `, 'dim'), span(text, ...styles)];
}

function optionLines(component: APIComponentInMessageActionRow, width: number): Line[] {
	if (component.type !== ComponentType.StringSelect) return [];
	return component.options.flatMap((option) => {
		const mark = option.default ? '●' : '○';
		const description = option.description ? span(` – ${option.description}`, 'dim') : span('');
		return wrap([span(`   ${mark} ${option.label}`), description], width);
	});
}

/** Puts pieces side by side as long as they fit. */
function flow(pieces: readonly Line[], width: number): Line[] {
	const lines: Line[] = [];
	for (const piece of pieces) {
		const last = lines.at(-1);
		const fits = last !== undefined && lineWidth(last) + 2 + lineWidth(piece) <= width;
		if (fits) lines[lines.length - 1] = [...last, span('  '), ...piece];
		else lines.push(piece);
	}
	return lines;
}
