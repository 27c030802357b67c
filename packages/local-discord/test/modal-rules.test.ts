import { ComponentType, TextInputStyle } from 'discord.js';
import { expect, test } from 'vitest';
import { modalErrors } from '../src/payload-checks.js';

const labelled = (component: object, more: object = {}) => ({
	type: ComponentType.Label,
	label: 'Reason',
	component,
	...more,
});
const input = (more: object = {}) => ({
	type: ComponentType.TextInput,
	style: TextInputStyle.Short,
	custom_id: 'reason',
	...more,
});
const members = (more: object = {}) => ({ type: ComponentType.UserSelect, custom_id: 'member', ...more });

function errorsOf(...components: object[]) {
	// A refused form could not be written with Discord's types.
	const body = { custom_id: 'form', title: 'Form', components } as unknown as Parameters<
		typeof modalErrors
	>[0];
	return modalErrors(body);
}

test.each<[string, object[]]>([
	['with a text to fill in', [labelled(input())]],
	['with each kind of select', [5, 6, 7, 8].map((type) => labelled({ type, custom_id: `select ${type}` }))],
	['with a select that may stay empty', [labelled(members({ min_values: 0, required: false }))]],
	['with text between its fields', [{ type: ComponentType.TextDisplay, content: 'x' }, labelled(input())]],
	['with a value within its limits', [labelled(input({ min_length: 2, max_length: 3, value: 'abc' }))]],
	['with a field of another kind of component', [labelled(members({ value: 7 }))]],
])('a modal is accepted %s', (_, components) => {
	expect(errorsOf(...components)).toEqual([]);
});

test.each<[string, object[], string]>([
	['with six', Array.from({ length: 6 }, (_, at) => labelled(input({ custom_id: `${at}` }))), 'BAD_LENGTH'],
	[
		'with a select that is switched off',
		[labelled(members({ disabled: true }))],
		'COMPONENT_FIELD_FORBIDDEN',
	],
	['with a required select that takes nothing', [labelled(members({ min_values: 0 }))], 'NUMBER_TYPE_MIN'],
	['with a minimum above the maximum', [labelled(members({ min_values: 2, max_values: 1 }))], 'MAX_VALUES'],
	['with one custom_id twice', [labelled(input()), labelled(input())], 'COMPONENT_CUSTOM_ID_DUPLICATED'],
	['with a value over its limit', [labelled(input({ max_length: 2, value: 'abc' }))], 'BASE_TYPE_BAD_LENGTH'],
	[
		'with a value under its limit',
		[labelled(input({ min_length: 5, value: 'abc' }))],
		'BASE_TYPE_BAD_LENGTH',
	],
	[
		'with lengths the wrong way round',
		[labelled(input({ min_length: 5, max_length: 2 }))],
		'LENGTHS_INVALID',
	],
])('a modal is refused %s', (_, components, code) => {
	expect(JSON.stringify(errorsOf(...components))).toContain(code);
});
