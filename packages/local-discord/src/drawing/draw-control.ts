import {
	type APIButtonComponent,
	type APIComponentInMessageActionRow,
	ButtonStyle,
	ComponentType,
} from 'discord-api-types/v10';
import type { DrawContext } from './draw-context.js';
import { cutLine, type Line, type Style, span } from './spans.js';
import { wrap } from './wrap.js';

/** Gives the next button or select its number. */
export type Numbering = () => number;

type Select = Exclude<APIComponentInMessageActionRow, APIButtonComponent>;

const buttonStyles: Readonly<Record<number, Style>> = {
	[ButtonStyle.Primary]: 'blue',
	[ButtonStyle.Secondary]: 'white',
	[ButtonStyle.Success]: 'green',
	[ButtonStyle.Danger]: 'red',
};

/** How a phone's frame marks the main and the dangerous button, where there are no colours. */
const phoneMarks: Readonly<Record<number, string>> = {
	[ButtonStyle.Primary]: '+',
	[ButtonStyle.Success]: '+',
	[ButtonStyle.Danger]: '!',
};

/** One button or select. Its number is what the person names it by. */
export function drawControl(
	component: APIComponentInMessageActionRow,
	width: number,
	context: DrawContext,
	next: Numbering,
): Line {
	const isSelect = component.type !== ComponentType.Button;
	if (context.isPhone) return isSelect ? phoneSelect(component, width, context) : [phoneButton(component)];
	if (isSelect) {
		return numbered(next(), `[ ${selectLabel(component, context)} ▾ ]`, [
			component.disabled ? 'dim' : 'cyan',
		]);
	}
	const label = buttonLabel(component);
	if (component.style === ButtonStyle.Link) {
		return [span(`[ ${label} ↗ ]`, 'cyan'), span(` ${component.url}`, 'dim')];
	}
	if (component.style === ButtonStyle.Premium) return [span('[ Premium ]', 'magenta')];
	if (component.disabled) return numbered(next(), `( ${label} )`, ['dim']);
	return numbered(next(), `[ ${label} ]`, [buttonStyles[component.style] ?? 'white', 'bold']);
}

/** A string select's options, one per line. A phone shows them only when it is tapped. */
export function optionLines(
	component: APIComponentInMessageActionRow,
	width: number,
	{ isPhone }: DrawContext,
): Line[] {
	if (component.type !== ComponentType.StringSelect || isPhone) return [];
	return component.options.flatMap((option) => {
		const mark = option.default ? '●' : '○';
		const description = option.description ? span(` – ${option.description}`, 'dim') : span('');
		return wrap([span(`   ${mark} ${option.label}`), description], width);
	});
}

function phoneSelect(select: Select, width: number, context: DrawContext): Line {
	const chosen =
		select.type === ComponentType.StringSelect
			? select.options.filter((option) => option.default).map(({ label }) => label)
			: [];
	const label = chosen.length > 0 ? chosen.join(', ') : selectLabel(select, context);
	return cutLine([span(`▾ ${label}`, select.disabled ? 'dim' : 'cyan')], width);
}

function phoneButton(button: APIButtonComponent): Line[number] {
	const label = buttonLabel(button);
	if (button.style === ButtonStyle.Link) return span(`[${label}↗]`, 'cyan');
	if (button.disabled) return span(`(${label})`, 'dim');
	return span(`[${phoneMarks[button.style] ?? ''}${label}]`, buttonStyles[button.style] ?? 'white', 'bold');
}

/** Whom or what a select of users, roles or channels shows as chosen, or what it asks for. */
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

function numbered(number: number, text: string, styles: readonly Style[]): Line {
	return [span(`${number} `, 'dim'), span(text, ...styles)];
}
