import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { illFormed, isWellFormed } from './address-rules.js';
import type { FieldError } from './api-error.js';
import { type ComponentBody, walkComponents } from './message-body.js';
import { isSelect } from './pickable.js';
import { textLength } from './text-length.js';

// Rules for components that Discord's published schema leaves out.

type Path = readonly (string | number)[];

const v2Types = new Set<number>([
	ComponentType.Section,
	ComponentType.TextDisplay,
	ComponentType.Thumbnail,
	ComponentType.MediaGallery,
	ComponentType.File,
	ComponentType.Separator,
	ComponentType.Container,
]);

/** 40 components in total and 4000 characters of text: https://discord.com/developers/docs/components/reference */
const maxComponents = 40;
const maxTextLength = 4000;
const maxRows = 5;
const slotsInARow = 5;

/** Discord's errors for a message's components, beyond its schema. */
export function messageComponentErrors(
	roots: readonly ComponentBody[],
	isV2: boolean,
	path: Path,
): FieldError[] {
	const all = walkComponents(roots, path);
	return [
		...duplicateIds(all),
		...all.flatMap(({ component, path: at }) => [
			...(component.type === ComponentType.Button ? buttonErrors(component, at) : []),
			...(isSelect(component.type) ? selectErrors(component, at) : []),
			...(component.type === ComponentType.ActionRow ? rowErrors(component, at) : []),
			...(component.type === ComponentType.TextDisplay ? textErrors(component, at) : []),
			...(!isV2 && v2Types.has(component.type) ? [needsV2(at)] : []),
			...mediaUrls(component, at),
		]),
		...(isV2 ? v2Totals(all, path) : legacyTotals(roots, path)),
	];
}

function buttonErrors(button: ComponentBody, path: Path): FieldError[] {
	const errors: FieldError[] = [];
	const required = (name: string) =>
		errors.push(fieldError([...path, name], 'BASE_TYPE_REQUIRED', 'This field is required'));
	const forbidden = (name: string, message: string) =>
		errors.push(fieldError([...path, name], 'COMPONENT_FIELD_FORBIDDEN', message));
	if (button.style === ButtonStyle.Link) {
		if (!button.url) required('url');
		else if (!/^(https?|discord):\/\//i.test(button.url)) errors.push(badScheme([...path, 'url']));
		if (button.custom_id != null) forbidden('custom_id', 'A custom id and url cannot both be specified');
	} else if (button.style === ButtonStyle.Premium) {
		if (!button.sku_id) required('sku_id');
	} else {
		if (!button.custom_id) required('custom_id');
		if (button.url != null) forbidden('url', 'A custom id and url cannot both be specified');
	}
	if (button.style !== ButtonStyle.Premium && !button.label && button.emoji == null) {
		errors.push(
			fieldError(
				[...path],
				'BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI',
				'A button must have a label or an emoji',
			),
		);
	}
	const emoji = button.emoji?.id == null ? button.emoji?.name : undefined;
	if (emoji && !emojiStart.test(emoji)) {
		errors.push(fieldError([...path, 'emoji', 'name'], 'BUTTON_COMPONENT_INVALID_EMOJI', 'Invalid emoji'));
	}
	return errors;
}

/** An emoji, a flag or a keycap, with any modifiers. */
const emojiStart = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)/u;

/** Discord trims white space, and refuses a text that is then empty. */
export function textErrors(text: ComponentBody, path: Path): FieldError[] {
	if (text.content === undefined || text.content === '' || text.content.trim() !== '') return [];
	return [fieldError([...path, 'content'], 'BASE_TYPE_REQUIRED', 'This field is required')];
}

/** Discord's errors for a select of a message or of a modal. */
export function selectErrors(select: ComponentBody, path: Path): FieldError[] {
	const errors: FieldError[] = [];
	const options = select.options ?? [];
	const values = options.map((option) => option.value);
	for (const [at, value] of values.entries()) {
		if (values.indexOf(value) === at) continue;
		const message = 'The specified option value is already used';
		errors.push(
			fieldError([...path, 'options', at, 'value'], 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', message),
		);
	}
	const most = select.max_values ?? 1;
	const least = select.min_values ?? 1;
	const available = select.type === ComponentType.StringSelect ? options.length : 25;
	if (most < least || most > available) {
		const message = 'The maximum must fit the minimum and the number of options';
		errors.push(fieldError([...path, 'max_values'], 'SELECT_COMPONENT_MAX_VALUES_INVALID', message));
	}
	const defaults = select.default_values?.length ?? least;
	if (defaults < least || defaults > most) {
		const message = `Must be between ${least} and ${most} in length.`;
		errors.push(fieldError([...path, 'default_values'], 'BASE_TYPE_BAD_LENGTH', message));
	}
	if (options.filter((option) => option.default).length > most) {
		const message = 'More options are selected than may be';
		errors.push(fieldError([...path, 'options'], 'SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES', message));
	}
	return errors;
}

/** A row has room for five buttons or one select. */
function rowErrors(row: ComponentBody, path: Path): FieldError[] {
	const slots = (row.components ?? []).reduce(
		(sum, child) => sum + (child.type === ComponentType.Button ? 1 : slotsInARow),
		0,
	);
	if (slots <= slotsInARow) return [];
	const message = 'The specified component exceeds the maximum width';
	return [fieldError([...path, 'components'], 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', message)];
}

/** The addresses of a component's media, each with its path. */
export function mediaOf(component: ComponentBody, path: Path): { url: string | undefined; at: Path }[] {
	return [
		{ url: component.media?.url, at: [...path, 'media', 'url'] },
		{ url: component.file?.url, at: [...path, 'file', 'url'] },
		...(component.items ?? []).map((item, index) => ({
			url: item.media.url,
			at: [...path, 'items', index, 'media', 'url'],
		})),
	];
}

/** The addresses of media and link buttons that an embed would refuse. */
export function componentAddressErrors(roots: readonly ComponentBody[], path: Path): FieldError[] {
	return walkComponents(roots, path).flatMap(({ component, path: at }) =>
		[...mediaOf(component, at), { url: component.url ?? undefined, at: [...at, 'url'] }].flatMap((address) =>
			address.url === undefined || isWellFormed(address.url) ? [] : [illFormed(address.at)],
		),
	);
}

function mediaUrls(component: ComponentBody, path: Path): FieldError[] {
	const galleryTooLarge = (component.items?.length ?? 0) > 10;
	return [
		...mediaOf(component, path).flatMap(({ url, at }) =>
			url !== undefined && !/^(https?|attachment):\/\//i.test(url) ? [badScheme(at)] : [],
		),
		...(galleryTooLarge
			? [fieldError([...path, 'items'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 10 in length.')]
			: []),
	];
}

/** Custom ids and the components' numeric ids must each be unique in a message or modal. */
export function duplicateIds(all: readonly { component: ComponentBody; path: Path }[]): FieldError[] {
	const seen = new Set<string>();
	const numbers = new Set<number>();
	return all.flatMap(({ component, path }) => {
		if (component.id != null && component.id !== 0) {
			if (numbers.has(component.id)) {
				const message = 'Component id cannot be duplicated';
				return [fieldError([...path, 'id'], 'COMPONENT_ID_DUPLICATED', message)];
			}
			numbers.add(component.id);
		}
		const id = component.custom_id;
		if (id == null) return [];
		if (!seen.has(id)) {
			seen.add(id);
			return [];
		}
		const message = 'Component custom id cannot be duplicated';
		return [fieldError([...path, 'custom_id'], 'COMPONENT_CUSTOM_ID_DUPLICATED', message)];
	});
}

function v2Totals(all: readonly { component: ComponentBody }[], path: Path): FieldError[] {
	const text = all.reduce((sum, { component }) => sum + textLength(component.content ?? ''), 0);
	return [
		...(all.length > maxComponents
			? [
					fieldError(
						path,
						'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
						'The total number of components is over 40',
					),
				]
			: []),
		...(text > maxTextLength
			? [
					fieldError(
						path,
						'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
						'Displayable text is over 4000 characters',
					),
				]
			: []),
	];
}

function legacyTotals(roots: readonly ComponentBody[], path: Path): FieldError[] {
	if (roots.length <= maxRows) return [];
	return [fieldError(path, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.')];
}

function needsV2(path: Path): FieldError {
	const message = 'This component needs the IS_COMPONENTS_V2 flag on its message';
	return fieldError([...path, 'type'], 'UNION_TYPE_CHOICES', message);
}

function badScheme(path: Path): FieldError {
	const message = "Scheme must be one of ('http', 'https').";
	return fieldError(path, 'URL_TYPE_INVALID_SCHEME', message);
}

export function fieldError(path: Path, code: string, message: string): FieldError {
	return { path, code, message };
}
