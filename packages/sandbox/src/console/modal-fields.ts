import type { ComponentBody, ModalBody } from '@claimcheck/local-discord/message-body';
import { ComponentType } from 'discord-api-types/v10';
import type { Choosable } from './choose.js';

/** Something to fill in. */
export interface ModalField extends Choosable {
	readonly customId: string;
	readonly label: string;
}

/** The fields of a modal, in order, each with the label that stands over it. */
export function modalFields(modal: ModalBody): ModalField[] {
	return modal.components.flatMap((component) => fieldsOf(component, undefined));
}

/** Whether a text is typed into it, rather than something chosen. */
export function isTextField(field: ModalField): boolean {
	return field.type === ComponentType.TextInput;
}

function fieldsOf(component: ComponentBody, label: string | undefined): ModalField[] {
	const ownLabel = component.label ?? label;
	if (component.component !== undefined) return fieldsOf(component.component, ownLabel);
	if (component.components !== undefined) {
		return component.components.flatMap((child) => fieldsOf(child, ownLabel));
	}
	if (component.custom_id == null) return [];
	return [
		{
			type: component.type,
			customId: component.custom_id,
			label: ownLabel ?? component.custom_id,
			options: component.options ?? [],
		},
	];
}
