import {
	type APIComponentInContainer,
	type APIComponentInMessageActionRow,
	type APIMessage,
	type APIMessageTopLevelComponent,
	type APISelectMenuOption,
	ButtonStyle,
	ComponentType,
} from 'discord-api-types/v10';

/** Something in a message that a person can use. */
export interface Control {
	/** Its number as it is drawn, from 1. */
	readonly number: number;
	readonly kind: 'button' | 'select';
	/** Which kind of select takes users, roles or channels. */
	readonly componentType: ComponentType;
	readonly customId: string;
	readonly label: string;
	readonly isDisabled: boolean;
	/** The options of a string select; empty for other selects, which take ids. */
	readonly options: readonly APISelectMenuOption[];
}

/** The buttons and selects of a message, in the order in which they are drawn. Link buttons start nothing. */
export function listControls(message: Pick<APIMessage, 'components'>): readonly Control[] {
	const found = (message.components ?? []).flatMap(withinComponent);
	return found.map((control, at) => ({ ...control, number: at + 1 }));
}

type Unnumbered = Omit<Control, 'number'>;

function withinComponent(component: APIMessageTopLevelComponent | APIComponentInContainer): Unnumbered[] {
	switch (component.type) {
		case ComponentType.ActionRow:
			return component.components.flatMap(asControl);
		case ComponentType.Container:
			return component.components.flatMap(withinComponent);
		case ComponentType.Section:
			return component.accessory.type === ComponentType.Button ? asControl(component.accessory) : [];
		default:
			return [];
	}
}

function asControl(component: APIComponentInMessageActionRow): Unnumbered[] {
	if (component.type === ComponentType.Button) {
		if (component.style === ButtonStyle.Link || component.style === ButtonStyle.Premium) return [];
		const label = component.label ?? component.emoji?.name ?? component.custom_id;
		return [
			{
				kind: 'button',
				componentType: component.type,
				customId: component.custom_id,
				label,
				isDisabled: component.disabled ?? false,
				options: [],
			},
		];
	}
	return [
		{
			kind: 'select',
			componentType: component.type,
			customId: component.custom_id,
			label: component.placeholder ?? 'Make a selection',
			isDisabled: component.disabled ?? false,
			options: component.type === ComponentType.StringSelect ? component.options : [],
		},
	];
}
