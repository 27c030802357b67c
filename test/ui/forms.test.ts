import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { filledWith, usual } from '../states/foreign.js';
import { hostile, long } from '../states/hostile-texts.js';
import { isForm } from '../states/state.js';
import { rooms } from '../states/surfaces.js';

const t = translatorFor('en-US');

/** All prefilled values of a form, as Discord reads them: `value`, `default` and `default_values`. */
function valuesIn(form: APIModalInteractionResponseCallbackData): readonly string[] {
	const found: string[] = [];
	JSON.stringify(form, (key, value) => {
		const isValue = typeof value === 'string' && value !== '' && key === 'value';
		if (isValue || key === 'default' || key === 'default_values') found.push(JSON.stringify(value));
		// The options of a select have values, which aren't values of the form.
		return key === 'options' ? undefined : value;
	});
	return found;
}

describe('a prefilled form', () => {
	const forms = [usual, filledWith(hostile), filledWith(long)].flatMap((foreign) =>
		Object.values(rooms).flatMap((states) =>
			states(foreign)
				.map(({ show }) => show(t))
				.filter(isForm),
		),
	);
	const prefilled = forms.filter((form) => valuesIn(form).length > 0);

	it('has another custom_id for other values, since a phone shows the values of the first form with the same one', () => {
		const valuesById = new Map<string, Set<string>>();
		for (const form of forms) {
			const values = valuesById.get(form.custom_id) ?? new Set();
			valuesById.set(form.custom_id, values.add(valuesIn(form).join()));
		}
		const ambiguous = [...valuesById].filter(([, values]) => values.size > 1).map(([id]) => id);
		expect(ambiguous).toEqual([]);
	});

	it('is one of these, each of which occurs with several values', () => {
		const idsByName = new Map<string, Set<string>>();
		for (const { custom_id: id } of prefilled) {
			const name = id.split(':')[1] ?? '';
			idsByName.set(name, (idsByName.get(name) ?? new Set()).add(id));
		}
		expect([...idsByName.keys()].toSorted()).toEqual([
			'items-search',
			'panel-words',
			'policy-seats',
			'setup-links-form',
			'setup-rule-ask',
		]);
		for (const [name, ids] of idsByName) expect([name, ids.size > 1]).toEqual([name, true]);
	});
});
