import {
	type APIButtonComponent,
	type APIComponentInMessageActionRow,
	ButtonStyle,
	ComponentType,
} from 'discord-api-types/v10';
import type { DrawContext } from './draw-context.js';
import { cutLine, type Line, type Style, span } from './spans.js';

type Select = Exclude<APIComponentInMessageActionRow, APIButtonComponent>;

const buttonStyles: Readonly<Record<number, Style>> = {
	[ButtonStyle.Primary]: 'blue',
	[ButtonStyle.Secondary]: 'white',
	[ButtonStyle.Success]: 'green',
	[ButtonStyle.Danger]: 'red',
};

/** Marks for the primary and the danger button in texts without colors. */
const marks: Readonly<Record<number, string>> = {
	[ButtonStyle.Primary]: '+',
	[ButtonStyle.Success]: '+',
	[ButtonStyle.Danger]: '!',
};

/** One button or select. */
export function drawControl(component: APIComponentInMessageActionRow, context: DrawContext): Line {
	return component.type === ComponentType.Button ? [drawButton(component)] : drawSelect(component, context);
}

function drawSelect(select: Select, context: DrawContext): Line {
	const chosen =
		select.type === ComponentType.StringSelect
			? select.options.filter((option) => option.default).map(({ label }) => label)
			: [];
	const label = chosen.length > 0 ? chosen.join(', ') : selectLabel(select, context);
	return cutLine([span(`▾ ${label}`, select.disabled ? 'dim' : 'cyan')], context.width);
}

function drawButton(button: APIButtonComponent): Line[number] {
	const label = buttonLabel(button);
	if (button.style === ButtonStyle.Link) return span(`[${label}↗]`, 'cyan');
	if (button.disabled) return span(`(${label})`, 'dim');
	return span(`[${marks[button.style] ?? ''}${label}]`, buttonStyles[button.style] ?? 'white', 'bold');
}

/** The users, roles or channels chosen in a select, or its placeholder. */
function selectLabel(select: Select, context: DrawContext): string {
	const chosen = select.type === ComponentType.StringSelect ? [] : (select.default_values ?? []);
	const names = chosen.map(
		({ id, type }) => `${type === 'channel' ? '#' : '@'}${context.nameOf(type, id) ?? 'unknown'}`,
	);
	return names.length > 0 ? names.join(', ') : (select.placeholder ?? 'Make a selection');
}

function buttonLabel(button: APIButtonComponent): string {
	const emoji = 'emoji' in button ? button.emoji?.name : undefined;
	const label = 'label' in button ? button.label : undefined;
	return [emoji, label].filter((part) => part).join(' ');
}
