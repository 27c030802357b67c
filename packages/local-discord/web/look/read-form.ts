import { markdownLines, selected, text } from './read-message.js';

/** Reads the open form as a person does: its title, then each field with its value, as the terminal draws it. */
export function readForm(root: Element): string {
	const fields = [...root.querySelectorAll('.form-body > :not(.form-warning)')];
	return [text(root.querySelector('.form-header h2')), ...fields.flatMap(fieldLines)].join('\n');
}

function fieldLines(field: Element): string[] {
	const words = field.querySelector('.markdown');
	if (field.matches('.form-words') && words !== null) return markdownLines(words);
	return [
		text(field.querySelector('.form-label')),
		text(field.querySelector('.form-description')),
		`› ${held(field)}`,
	];
}

/** A field's value, or its placeholder. */
function held(field: Element): string {
	const select = field.querySelector('page-select');
	if (select !== null) return selected(select);
	const input = field.querySelector('input, textarea');
	if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return text(field);
	return input.value || input.placeholder;
}
