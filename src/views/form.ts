import { type APILabelComponent, ComponentType, TextInputStyle } from 'discord.js';

/** A line to type in a form. `value`: what stands there already. */
export interface Field {
	readonly id: string;
	/** At most 45 characters. */
	readonly label: string;
	readonly hint?: string;
	readonly placeholder?: string;
	readonly value?: string | undefined;
	readonly isRequired?: boolean;
	readonly longest: number;
}

/** The field of a form, on one line. */
export function field({
	id,
	label,
	hint,
	placeholder,
	value,
	isRequired = false,
	longest,
}: Field): APILabelComponent {
	return {
		type: ComponentType.Label,
		label,
		...(hint !== undefined && { description: hint }),
		component: {
			type: ComponentType.TextInput,
			custom_id: id,
			style: TextInputStyle.Short,
			required: isRequired,
			max_length: longest,
			...(placeholder !== undefined && { placeholder }),
			// Discord refuses one that is longer than can be typed, or empty.
			...(value !== undefined && value !== '' && { value: value.slice(0, longest) }),
		},
	};
}
