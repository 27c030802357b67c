import { type APIMessage, ComponentType } from 'discord.js';

/** Everything of a message that a person can read or click on, as one text. Who asked is no part of it. */
export function readable({ content, embeds, components }: APIMessage): string {
	return JSON.stringify({ content, embeds, components });
}

/** What stands at the top of an answer: the title of its card, or its text where it has none. */
export function headline({ content, embeds }: APIMessage): string {
	return embeds[0]?.title ?? content;
}

interface Button {
	readonly label: string;
	readonly customId: string | undefined;
	readonly url: string | undefined;
	readonly isDisabled: boolean;
}

/** Every button of a message, in the order in which they are shown. */
export function buttons(message: APIMessage): Button[] {
	return (message.components ?? [])
		.flatMap((component) => (component.type === ComponentType.ActionRow ? component.components : []))
		.filter((component) => component.type === ComponentType.Button)
		.map((button) => ({
			label: 'label' in button ? (button.label ?? '') : '',
			customId: 'custom_id' in button ? button.custom_id : undefined,
			url: 'url' in button ? button.url : undefined,
			isDisabled: button.disabled ?? false,
		}));
}

/** The button with this label. Throws where there is none that can be clicked. */
export function button(message: APIMessage, label: string): string {
	const found = buttons(message).find((it) => it.label.includes(label) && !it.isDisabled);
	if (found?.customId === undefined) throw new Error(`No button "${label}" can be clicked`);
	return found.customId;
}

/** The select of a message that holds this option's value: its custom_id. Throws where there is none. */
export function selectWith(message: APIMessage, value: string): string {
	for (const row of message.components ?? []) {
		for (const select of row.type === ComponentType.ActionRow ? row.components : []) {
			if (select.type !== ComponentType.StringSelect) continue;
			if (select.options.some((option) => option.value === value)) return select.custom_id;
		}
	}
	throw new Error(`No select offers "${value}"`);
}
