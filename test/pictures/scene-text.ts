import { createHash } from 'node:crypto';
import { labelsOf, plainTextOf, selectsOf } from '@claimcheck/local-discord/reading';
import { translatorFor } from '../../src/i18n/translator.js';
import { sightIn } from '../states/sample.js';
import type { FormState, State } from '../states/state.js';

/** The English of every picture. A command's id doesn't show: the page draws its name. */
export const pictureTranslator = translatorFor('en-US', (path) => `</${path}:100000000000000009>`);

const maxTextLength = 160;

/**
 * Detects that a picture is out of date: a digest of the message's JSON. Files count by their descriptions, since a
 * chart's bytes differ from machine to machine. How the page draws a message is not in it: that changes more often than
 * the content, and `npm run tool -- pictures` renders everything anew.
 */
export function digestOf(states: readonly (State | FormState)[]): string {
	const bodies = states.map((state) =>
		'form' in state ? state.form(pictureTranslator) : state.show(pictureTranslator),
	);
	const json = JSON.stringify(bodies, (key, value: unknown) => (key === 'attachment' ? undefined : value));
	return createHash('sha256').update(json).digest('hex');
}

/** A screen reader's description of a picture: its text, cut short, and its controls. */
export function altOf(state: State | FormState): string {
	if ('form' in state) {
		const { title, components } = state.form(pictureTranslator);
		const labels = [...JSON.stringify(components).matchAll(/"label":"([^"]+)"/g)].map(([, label]) => label);
		return sentences([`Form “${title}”`, `Fields: ${labels.join(', ')}`]);
	}
	const view = state.show(pictureTranslator);
	const lines = plainTextOf(view, sightIn('en'))
		.split('\n')
		.filter((line) => line.trim() !== '');
	const selects = selectsOf(view).map(({ placeholder }) => placeholder ?? 'a choice');
	const buttons = [...new Set(labelsOf(view))];
	return sentences([
		cut(sentences(lines)),
		...(selects.length > 0 ? [`Select: ${selects.join(', ')}`] : []),
		...(buttons.length > 0 ? [`Buttons: ${buttons.join(', ')}`] : []),
	]);
}

function sentences(parts: readonly string[]): string {
	return parts.map((part) => (/[.?!…:]$/.test(part) ? part : `${part}.`)).join(' ');
}

/** At the end of a word. */
function cut(text: string): string {
	if (text.length <= maxTextLength) return text;
	return `${text.slice(0, maxTextLength).replace(/\s+\S*$/, '')} …`;
}
