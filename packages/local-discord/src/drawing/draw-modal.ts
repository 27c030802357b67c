import { ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { ComponentBody, ModalBody } from '../message-body.js';
import { isSelect } from '../pickable.js';
import { contextOf, type DrawContext } from './draw-context.js';
import { markdown } from './markdown.js';
import { type Line, pad, render, span } from './spans.js';
import { wrap } from './wrap.js';

const labelSchema = z.object({ label: z.string(), description: z.string().nullish() });
const fieldSchema = z.object({
	type: z.number(),
	custom_id: z.string(),
	placeholder: z.string().nullish(),
	value: z.string().nullish(),
	required: z.boolean().nullish(),
});

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
	const field = fieldSchema.safeParse(input);
	if (!field.success) return [];
	const label = labelSchema.safeParse(component);
	const { type, custom_id, placeholder, value, required } = field.data;
	const hint = placeholder || (isSelect(type) ? 'Make a selection' : '');
	const isRequired = required !== false;
	return [
		...wrap(
			[
				span(label.success ? label.data.label : custom_id, 'bold'),
				...(isRequired ? [span(' *', 'red')] : []),
				span(`  ${custom_id}`, 'dim'),
			],
			width,
		),
		...(label.success && label.data.description ? wrap([span(label.data.description, 'dim')], width) : []),
		...wrap([span(value ? `› ${value}` : `› ${hint}`, value ? 'white' : 'dim')], width),
	];
}
