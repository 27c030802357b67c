import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import { ClientRefusal } from './client-refusal.js';
import type { Guild } from './guild.js';
import { type ComponentBody, type ModalBody, messageBodySchema, walkComponents } from './message-body.js';
import { kindOfSelect } from './pickable.js';
import { mergeResolved, type PickingPlace, type Resolved, resolveIds } from './resolved.js';
import type { UploadedFile } from './route.js';
import { textLength } from './text-length.js';

interface Place extends Omit<PickingPlace, 'guild'> {
	/** Undefined in a direct conversation, which has no members, roles or channels to pick. */
	readonly guild: Guild | undefined;
	/** Uploads a file of a form. @returns the attachment as an interaction shows it */
	readonly upload?: (file: UploadedFile) => { readonly id: string };
}

/** `data` of the interaction caused by a click. Throws ClientRefusal if there is no such button to click. */
export function buttonData(message: APIMessage, customId: string): Record<string, unknown> {
	const button = findComponent(message, customId);
	if (button.type !== ComponentType.Button) throw new ClientRefusal(`${customId} is no button`);
	return { component_type: button.type, custom_id: customId, id: button.id };
}

/** `data` of the interaction caused by a selection. `values` are option values, or ids. Throws ClientRefusal. */
export function selectData(
	message: APIMessage,
	customId: string,
	values: readonly string[],
	place: Place,
): Record<string, unknown> {
	const select = findComponent(message, customId);
	const { resolved } = selection(select, values, place);
	return {
		component_type: select.type,
		custom_id: customId,
		id: select.id,
		values,
		...(resolved && { resolved }),
	};
}

/** Text typed into a modal's fields, picks in its selects, or files, by custom_id. */
export type ModalValues = Readonly<Record<string, string | readonly string[] | readonly UploadedFile[]>>;

/**
 * `data` of the interaction caused by submitting a modal. Throws ClientRefusal on an unknown field or an invalid
 * value.
 */
export function modalData(modal: ModalBody, values: ModalValues, place: Place): Record<string, unknown> {
	const fields = walkComponents(modal.components, []).map(({ component }) => component);
	for (const name of Object.keys(values)) {
		if (!fields.some((field) => field.custom_id === name))
			throw new ClientRefusal(`The modal has no field ${name}`);
	}
	const resolved: Resolved[] = [];
	let lastId = 0;
	const submit = (component: ComponentBody): Record<string, unknown> => {
		lastId += 1;
		const base = { type: component.type, id: component.id ?? lastId };
		if (component.component !== undefined) return { ...base, component: submit(component.component) };
		if (component.components !== undefined) return { ...base, components: component.components.map(submit) };
		if (component.custom_id == null) return base;
		const value = values[component.custom_id];
		if (component.type === ComponentType.TextInput) {
			return { ...base, custom_id: component.custom_id, value: textValue(component, value) };
		}
		const given = typeof value === 'string' ? [value] : value;
		const picked =
			component.type === ComponentType.FileUpload
				? uploads(component, given ?? [], place)
				: selection(component, given?.map(String) ?? preselected(component), place);
		if (picked.resolved !== undefined) resolved.push(picked.resolved);
		return { ...base, custom_id: component.custom_id, values: picked.values };
	};
	const components = modal.components.map(submit);
	const merged = mergeResolved(resolved);
	return { custom_id: modal.custom_id, components, ...(merged && { resolved: merged }) };
}

/** The same values, keyed by custom_id. Throws ClientRefusal unless exactly one field has each label. */
export function labelledValues(modal: ModalBody, values: ModalValues): ModalValues {
	const fields = walkComponents(modal.components, []).flatMap(({ component }) => {
		const customId = component.component?.custom_id;
		return component.label == null || customId == null ? [] : [{ label: component.label, customId }];
	});
	return Object.fromEntries(
		Object.entries(values).map(([label, value]) => {
			const [field, ...more] = fields.filter((it) => it.label === label);
			if (field === undefined || more.length > 0) {
				const listed = fields.map((it) => it.label).join(', ');
				throw new ClientRefusal(`The modal has no one field “${label}”. There are: ${listed}`);
			}
			return [field.customId, value];
		}),
	);
}

/** A component of a message that can be used. Throws ClientRefusal. */
function findComponent(message: APIMessage, customId: string): ComponentBody {
	const components = messageBodySchema.shape.components.parse(message.components ?? []);
	const found = walkComponents(components ?? [], []).find(
		({ component }) => component.custom_id === customId,
	);
	if (found === undefined) throw new ClientRefusal(`The message has no component ${customId}`);
	if (found.component.disabled) throw new ClientRefusal(`${customId} is switched off`);
	return found.component;
}

interface Picked {
	readonly values: readonly string[];
	readonly resolved: Resolved | undefined;
}

function checkCount(field: ComponentBody, count: number, force = false): void {
	const least = field.required === false ? 0 : (field.min_values ?? 1);
	const most = field.max_values ?? 1;
	if (!force && (count < least || count > most))
		throw new ClientRefusal(`${field.custom_id} takes ${least} to ${most} values`);
}

/** A string is the id of a file that was never uploaded, as in a forged interaction. */
function uploads(field: ComponentBody, given: readonly (string | UploadedFile)[], place: Place): Picked {
	checkCount(field, given.length, place.force);
	const attachments: Record<string, unknown> = {};
	const values = given.map((file) => {
		if (typeof file === 'string') {
			if (place.force) return file;
			throw new ClientRefusal(`${field.custom_id} takes files`);
		}
		if (place.upload === undefined) throw new ClientRefusal('Files can’t be uploaded here');
		const attachment = place.upload(file);
		attachments[attachment.id] = attachment;
		return attachment.id;
	});
	return { values, resolved: Object.keys(attachments).length === 0 ? undefined : { attachments } };
}

function selection(select: ComponentBody, values: readonly string[], place: Place): Picked {
	checkCount(select, values.length, place.force);
	const kind = kindOfSelect[select.type];
	if (kind !== undefined) {
		const { guild } = place;
		if (guild === undefined) throw new ClientRefusal(`There is no ${kind} to pick outside of a server`);
		return { values, resolved: resolveIds({ ...place, guild }, kind, values) };
	}
	if (select.type !== ComponentType.StringSelect) throw new ClientRefusal(`${select.custom_id} is no select`);
	const unknown = values.find((value) => !select.options?.some((option) => option.value === value));
	if (unknown !== undefined) throw new ClientRefusal(`${select.custom_id} has no option ${unknown}`);
	return { values, resolved: undefined };
}

function preselected(select: ComponentBody): readonly string[] {
	if (select.default_values != null) return select.default_values.map(({ id }) => id);
	return (select.options ?? []).filter((option) => option.default).map(({ value }) => value);
}

function textValue(input: ComponentBody, given: ModalValues[string] | undefined): string {
	const text = typeof given === 'string' ? given : (input.value ?? '');
	if (text === '' && input.required !== false) throw new ClientRefusal(`${input.custom_id} is required`);
	const length = textLength(text);
	if (length > 0 && length < (input.min_length ?? 0))
		throw new ClientRefusal(`${input.custom_id} is too short`);
	if (length > (input.max_length ?? 4000)) throw new ClientRefusal(`${input.custom_id} is too long`);
	return text;
}
