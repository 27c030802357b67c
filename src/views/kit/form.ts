import { createHash } from 'node:crypto';
import { type APILabelComponent, ComponentType, TextInputStyle } from 'discord.js';
import { z } from 'zod';

/** An argument of a prefilled form's custom_id, as `valuesDigest` gives it. */
export const valuesArgument = z.string().regex(/^[\w-]{8}$/);

/**
 * Digest of the values that a form is prefilled with. It belongs into the form's custom_id for two reasons: Discord's
 * phone apps show the values of the first form that was opened under a custom_id (discord-api-docs#7554), and a form
 * that was open while somebody else changed the values must not write the old ones back.
 */
export function valuesDigest(values: readonly (string | undefined)[]): string {
	const text = JSON.stringify(values.map((value) => value ?? ''));
	return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

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
