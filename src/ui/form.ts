import { createHash } from 'node:crypto';
import {
	type APIButtonComponent,
	type APIFileUploadComponent,
	type APILabelComponent,
	type APIModalInteractionResponseCallbackData,
	type APITextInputComponent,
	ComponentType,
	TextInputStyle,
} from 'discord.js';
import { z } from 'zod';
import { scrubCodes } from '../claims/scrub-codes.js';
import type { Translator } from '../i18n/translator.js';
import type { MessageView } from './message.js';
import { accentOf, bold, filePage, text } from './page.js';

/** An argument of a prefilled modal's custom_id, from `valuesDigest`. */
export const valuesArgument = z.string().regex(/^[\w-]{8}$/);

/**
 * Digest of a modal's prefilled values, for its custom_id. It is needed for two reasons: Discord's phone apps show the
 * values of the first modal that was opened under a custom_id (discord-api-docs#7554), and a modal that was open during
 * another member's change must not write the old values back.
 */
export function valuesDigest(values: readonly (string | undefined)[]): string {
	const text = JSON.stringify(values.map((value) => value ?? ''));
	return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** A text input of a modal. `value`: its prefilled text. */
export interface Field {
	readonly id: string;
	/** At most 45 characters. */
	readonly label: string;
	readonly hint?: string;
	readonly placeholder?: string;
	readonly value?: string | undefined;
	readonly isRequired?: boolean;
	/** For a text of several lines. */
	readonly isLong?: boolean;
	readonly longest: number;
}

/** A modal: its title, at most 45 characters, and its fields and texts. Undefined and false are left out. */
export function form(
	custom_id: string,
	title: string,
	...parts: readonly (APIModalInteractionResponseCallbackData['components'][number] | undefined | false)[]
): APIModalInteractionResponseCallbackData {
	return { custom_id, title, components: parts.flatMap((part) => (part ? [part] : [])) };
}

export function field(input: Field): APILabelComponent {
	const { id, label, hint, placeholder, value, isRequired = false, isLong = false, longest } = input;
	const component: APITextInputComponent = {
		type: ComponentType.TextInput,
		custom_id: id,
		style: isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
		required: isRequired,
		max_length: longest,
		...(placeholder !== undefined && { placeholder }),
		// Discord rejects a prefilled text that is empty or longer than the input.
		...(value !== undefined && value !== '' && { value: value.slice(0, longest) }),
	};
	return labelled(label, component, hint);
}

/** An input of a modal. `label`: at most 45 characters. */
export function labelled(
	label: string,
	component: APILabelComponent['component'],
	hint?: string,
): APILabelComponent {
	return { type: ComponentType.Label, label, ...(hint !== undefined && { description: hint }), component };
}

/** Files of a modal, none of them required. `max_values`: at most 10. */
export function upload(custom_id: string, max_values: number): APIFileUploadComponent {
	// Phones need a minimum (discord-api-docs#8272).
	return { type: ComponentType.FileUpload, custom_id, required: false, min_values: 0, max_values };
}

const fileName = 'typed.txt';

/**
 * Returns what was typed into a form that can't be saved, as `title` says: as a file, since it may be longer than a
 * message, and without purchase codes.
 */
export function unsavedFormView(
	t: Translator,
	title: string,
	typed: readonly Field[],
	...next: readonly APIButtonComponent[]
): MessageView {
	const lines = typed.map(({ label, value = '' }) => `${label}\n${scrubCodes(value)}\n`);
	const texts = [text(bold(title)), text(bold(t('form.typed')))];
	return filePage(accentOf(title), fileName, Buffer.from(lines.join('\n')), texts, ...next);
}
