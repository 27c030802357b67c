import {
	type APIActionRowComponent,
	type APIButtonComponentWithCustomId,
	type APIComponentInMessageActionRow,
	type APISelectMenuOption,
	type APIStringSelectComponent,
	ButtonStyle,
	ComponentType,
} from 'discord.js';

/** A row of at most five buttons, or of one select. */
export function row<Component extends APIComponentInMessageActionRow>(
	...components: Component[]
): APIActionRowComponent<Component> {
	return { type: ComponentType.ActionRow, components };
}

/** A button with a custom_id. `label`: at most 80 characters. */
export function button(
	label: string,
	custom_id: string,
	style: APIButtonComponentWithCustomId['style'] = ButtonStyle.Secondary,
): APIButtonComponentWithCustomId {
	return { type: ComponentType.Button, style, label, custom_id };
}

/** A select of up to 25 options. `placeholder` is shown while none is chosen. */
export function select(
	custom_id: string,
	options: APISelectMenuOption[],
	placeholder?: string,
): APIStringSelectComponent {
	return {
		type: ComponentType.StringSelect,
		custom_id,
		...(placeholder !== undefined && { placeholder }),
		options,
	};
}
