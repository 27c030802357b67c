import { ComponentType } from 'discord-api-types/v10';
import type { ComponentBody, ModalBody } from '../message-body.js';
import { isSelect } from '../pickable.js';
import { contextOf, type DrawContext } from './draw-context.js';
import { markdown } from './markdown.js';
import { type Line, pad, render, span } from './spans.js';
import { wrap } from './wrap.js';

/** A modal as text for a terminal: a frame with its title, fields and texts. */
export function drawModal(modal: ModalBody, given: Partial<DrawContext> = {}): string {
	const context = contextOf(given);
	const inner = context.width - 4;
	const body = modal.components.flatMap((component) => drawField(component, inner, context));
	const title = `─ ${modal.title} `;
	const rule = '─'.repeat(Math.max(0, context.width - 2 - title.length));
	const framed = body.map((line) => [span('│ ', 'cyan'), ...pad(line, inner), span(' │', 'cyan')]);
	return render(
		[[span(`┌${title}${rule}┐`, 'cyan')], ...framed, [span(`└${'─'.repeat(context.width - 2)}┘`, 'cyan')]],
		context.colour,
	);
}

function drawField(component: ComponentBody, width: number, context: DrawContext): Line[] {
	if (component.type === ComponentType.TextDisplay) return markdown(component.content ?? '', width, context);
	if (component.components !== undefined) {
		return component.components.flatMap((child) => drawField(child, width, context));
	}
	const input = component.component ?? component;
	const { type, custom_id, placeholder, value, required } = input;
	if (custom_id == null) return [];
	const { label, description } = component;
	const hint = placeholder || (isSelect(type) ? 'Make a selection' : '');
	const isRequired = required !== false;
	return [
		...wrap(
			[
				span(label ?? custom_id, 'bold'),
				...(isRequired ? [span(' *', 'red')] : []),
				span(`  ${custom_id}`, 'dim'),
			],
			width,
		),
		...(description ? wrap([span(description, 'dim')], width) : []),
		...wrap([span(value ? `› ${value}` : `› ${hint}`, value ? 'white' : 'dim')], width),
	];
}
