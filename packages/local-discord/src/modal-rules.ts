import { ComponentType } from 'discord-api-types/v10';
import type { FieldError } from './api-error.js';
import { duplicateIds, fieldError, selectErrors, textErrors } from './component-rules.js';
import { type ComponentBody, walkComponents } from './message-body.js';
import { isSelect } from './pickable.js';
import { textLength } from './text-length.js';

// Rules for modals that Discord's published schema leaves out.

type Path = readonly (string | number)[];

const maxComponents = 5;

/** Discord's errors for a modal's components, beyond its schema. */
export function modalComponentErrors(roots: readonly ComponentBody[], path: Path): FieldError[] {
	const all = walkComponents(roots, path);
	const message = `Must be between 1 and ${maxComponents} in length.`;
	return [
		...(roots.length > maxComponents ? [fieldError(path, 'BASE_TYPE_BAD_LENGTH', message)] : []),
		...duplicateIds(all),
		...all.flatMap(({ component, path: at }) => [
			...(isSelect(component.type) ? fieldSelectErrors(component, at) : []),
			...(component.type === ComponentType.FileUpload ? leastErrors(component, at) : []),
			...(component.type === ComponentType.TextInput ? inputErrors(component, at) : []),
			...(component.type === ComponentType.TextDisplay ? textErrors(component, at) : []),
		]),
	];
}

/** https://discord.com/developers/docs/components/reference#string-select: `required` defaults to true. */
function fieldSelectErrors(select: ComponentBody, path: Path): FieldError[] {
	return [
		...selectErrors(select, path),
		...(select.disabled
			? [fieldError([...path, 'disabled'], 'COMPONENT_FIELD_FORBIDDEN', 'A modal has no disabled components')]
			: []),
		...leastErrors(select, path),
	];
}

/** The bounds of a select or an upload. */
function leastErrors(field: ComponentBody, path: Path): FieldError[] {
	if (field.min_values !== 0 || field.required === false) return [];
	return [fieldError([...path, 'min_values'], 'NUMBER_TYPE_MIN', 'A required field takes at least 1 value')];
}

/** A prefilled value must be one that a person could type. */
function inputErrors(input: ComponentBody, path: Path): FieldError[] {
	const [min, max] = [input.min_length ?? 0, input.max_length ?? 4000];
	if (min > max) {
		const message = 'The minimum must not be above the maximum';
		return [fieldError([...path, 'max_length'], 'TEXT_INPUT_LENGTHS_INVALID', message)];
	}
	const length = textLength(input.value ?? '');
	if (length === 0 || (length >= min && length <= max)) return [];
	const message = `Must be between ${min} and ${max} in length.`;
	return [fieldError([...path, 'value'], 'BASE_TYPE_BAD_LENGTH', message)];
}
