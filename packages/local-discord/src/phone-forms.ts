import { type ComponentBody, type ModalBody, walkComponents } from './message-body.js';

/** The members of a field that prefill it. */
const prefilled = ['value', 'default_values', 'default'] as const;

/**
 * Forms as Discord's phone apps show them: a field keeps its prefilled value from the first time that a form with its
 * `custom_id` was opened, whatever the bot sends later. https://github.com/discord/discord-api-docs/issues/7554
 */
export class PhoneForms {
	/** Fields as first opened, by the custom_id of the form and then of the field. */
	readonly #firstOpened = new Map<string, Map<string, ComponentBody>>();

	/** The form as the phone shows it. Labels, limits and options are always the new ones. */
	shown(modal: ModalBody): ModalBody {
		const known = this.#firstOpened.get(modal.custom_id) ?? new Map<string, ComponentBody>();
		this.#firstOpened.set(modal.custom_id, known);
		for (const { component } of walkComponents(modal.components, [])) {
			const customId = component.custom_id;
			if (customId != null && !known.has(customId)) known.set(customId, component);
		}
		return { ...modal, components: modal.components.map((component) => withFirstValues(component, known)) };
	}
}

function withFirstValues(component: ComponentBody, known: ReadonlyMap<string, ComponentBody>): ComponentBody {
	const first = component.custom_id == null ? undefined : known.get(component.custom_id);
	return {
		...component,
		...(first !== undefined && firstValues(component, first)),
		...(component.component !== undefined && { component: withFirstValues(component.component, known) }),
		...(component.components !== undefined && {
			components: component.components.map((child) => withFirstValues(child, known)),
		}),
	};
}

function firstValues(field: ComponentBody, first: ComponentBody): Partial<ComponentBody> {
	const ticked = new Set(first.options?.filter((option) => option.default).map(({ value }) => value));
	return {
		...Object.fromEntries(prefilled.map((member) => [member, first[member]])),
		...(field.options !== undefined && {
			options: field.options.map((option) => ({ ...option, default: ticked.has(option.value) })),
		}),
	};
}
