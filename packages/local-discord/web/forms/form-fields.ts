import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import type { ComponentBody, ModalBody } from '../../src/message-body.js';
import { boundsOf, defaultsOf } from '../controls/select-body.js';

interface Asked {
	readonly customId: string;
	readonly label: string;
	readonly description: string | undefined;
	readonly isRequired: boolean;
}

export interface TextField extends Asked {
	readonly kind: 'text';
	readonly isParagraph: boolean;
	readonly placeholder: string | undefined;
	readonly shortest: number;
	readonly longest: number;
	/** True if the bot has set a limit, which is worth showing. */
	readonly isLimited: boolean;
	readonly filledIn: string;
}

export interface SelectField extends Asked {
	readonly kind: 'select';
	readonly select: ComponentBody;
}

/** Radio buttons, or boxes to tick; a single checkbox is a group of one, whose value is `true`. */
export interface TickField extends Asked {
	readonly kind: 'radio' | 'boxes' | 'box';
	readonly options: readonly {
		readonly value: string;
		readonly label: string;
		readonly description: string | undefined;
	}[];
	readonly least: number;
	readonly most: number;
	readonly ticked: readonly string[];
}

/** A field that a person fills in. */
export type AnsweredField = TextField | SelectField | TickField;

export type FormField =
	| AnsweredField
	| { readonly kind: 'words'; readonly content: string }
	/** A field that this page cannot draw or offer, such as an upload. */
	| (Asked & { readonly kind: 'unknown'; readonly type: number });

/** Typed text or picks, by custom_id. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/** Discord's own limit of a text input. */
const maxTextLength = 4000;

const selectTypes: ReadonlySet<number> = new Set<number>([
	ComponentType.StringSelect,
	ComponentType.UserSelect,
	ComponentType.RoleSelect,
	ComponentType.MentionableSelect,
	ComponentType.ChannelSelect,
]);

/** A form's parts from the top, whichever way the bot has nested them. */
export function formFields(modal: ModalBody): readonly FormField[] {
	return modal.components.flatMap((component) => partsOf(component));
}

/** The form's values when it opens. */
export function filledIn(fields: readonly FormField[]): FormValues {
	return Object.fromEntries(
		fields.flatMap((field) => (isAnswered(field) ? [[field.customId, initialOf(field)]] : [])),
	);
}

/** The reason why Discord's client would not send a value; undefined if it is valid. */
export function problemOf(
	field: FormField,
	value: string | readonly string[] | undefined,
): string | undefined {
	if (field.kind === 'words') return undefined;
	if (field.kind === 'unknown') return field.isRequired ? 'This cannot be filled in here' : undefined;
	if (field.kind === 'text') return textProblem(field, String(value ?? ''));
	const count = Array.isArray(value) ? value.length : 0;
	const { least, most } = field.kind === 'select' ? boundsOf(field.select) : field;
	if (count === 0 && !field.isRequired) return undefined;
	if (count === 0) return 'This field is required';
	if (count < least) return `Choose at least ${least}`;
	return count > most ? `Choose at most ${most}` : undefined;
}

export function isAnswered(field: FormField): field is AnsweredField {
	return field.kind !== 'words' && field.kind !== 'unknown';
}

function textProblem({ isRequired, shortest, longest }: TextField, text: string): string | undefined {
	if (text === '') return isRequired ? 'This field is required' : undefined;
	if (text.length < shortest) return `Must have at least ${shortest} characters (has ${text.length})`;
	return text.length > longest ? `Must have at most ${longest} characters (has ${text.length})` : undefined;
}

function initialOf(field: AnsweredField): string | readonly string[] {
	if (field.kind === 'text') return field.filledIn;
	return field.kind === 'select' ? defaultsOf(field.select) : field.ticked;
}

function partsOf(component: ComponentBody): FormField[] {
	if (component.type === ComponentType.TextDisplay) {
		return [{ kind: 'words', content: component.content ?? '' }];
	}
	if (component.components !== undefined) return component.components.flatMap((child) => partsOf(child));
	const input = component.component ?? component;
	const asked: Asked = {
		customId: input.custom_id ?? '',
		label: component.label ?? input.label ?? '',
		description: textIn(component, 'description'),
		isRequired: input['required'] !== false,
	};
	return [fieldOf(input, asked)];
}

function fieldOf(input: ComponentBody, asked: Asked): FormField {
	if (selectTypes.has(input.type)) {
		return { ...asked, kind: 'select', select: input };
	}
	switch (input.type) {
		case ComponentType.TextInput:
			return {
				...asked,
				kind: 'text',
				isParagraph: input.style === TextInputStyle.Paragraph,
				placeholder: textIn(input, 'placeholder'),
				shortest: numberIn(input, 'min_length') ?? 0,
				longest: numberIn(input, 'max_length') ?? maxTextLength,
				isLimited: input['max_length'] != null || input['min_length'] != null,
				filledIn: textIn(input, 'value') ?? '',
			};
		case ComponentType.RadioGroup:
			return { ...asked, ...ticksOf(input, 'radio'), least: 1, most: 1 };
		case ComponentType.CheckboxGroup: {
			const options = input.options ?? [];
			const least = input['required'] === false ? 0 : (input.min_values ?? 1);
			return { ...asked, ...ticksOf(input, 'boxes'), least, most: input.max_values ?? options.length };
		}
		case ComponentType.Checkbox:
			// Not ticking it is an answer too.
			return {
				...asked,
				kind: 'box',
				isRequired: false,
				options: [{ value: 'true', label: asked.label, description: undefined }],
				least: 0,
				most: 1,
				ticked: input['default'] === true ? ['true'] : [],
			};
		default:
			return { ...asked, kind: 'unknown', type: input.type };
	}
}

function ticksOf(input: ComponentBody, kind: 'radio' | 'boxes') {
	const options = input.options ?? [];
	return {
		kind,
		options: options.map(({ value, label, description }) => ({
			value,
			label,
			description: description ?? undefined,
		})),
		ticked: options.filter((option) => option.default).map(({ value }) => value),
	};
}

function textIn(component: ComponentBody, name: string): string | undefined {
	const value = component[name];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberIn(component: ComponentBody, name: string): number | undefined {
	const value = component[name];
	return typeof value === 'number' ? value : undefined;
}
