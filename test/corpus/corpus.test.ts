import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { everyMessage, everyModal } from '../views/every-payload.js';
import { faultsOf, faultsOfModal, faultsOfPlain, tooLong } from './rules.js';
import { sightIn } from './sample.js';
import type { FormState, State } from './state.js';
import { surfaces } from './surfaces.js';

// Everything that the bot says, in every language: each state with ordinary names (`surfaces.ts`), and each view with
// the worst that a shop or a member can call anything (`../views/every-payload.ts`). See `rules.ts` for what must hold.

const all = surfaces.flatMap(({ states }) => states);
const states = all.filter((state): state is State => 'show' in state);
const forms = all.filter((state): state is FormState => 'form' in state);

const usualLines = 16;

/** A part of `auditLinesView`. */
const partsOfOthers = new Set(['auditView']);

describe.each(languages)('in %s', (language) => {
	const t = translatorFor(language);
	const sight = sightIn(language);

	it.each(states.map((state) => [state.name, state] as const))(
		'%s is right, and fits a phone',
		(_, state) => {
			const view = state.show(t);
			const counted = { ...sight, withMedia: state.beforePictures !== true };
			// Some languages need more words for the same: two lines at most.
			const most = (state.most ?? usualLines) + (language === 'en' ? 0 : 2);
			expect([...faultsOfPlain(view), ...tooLong(view, most, counted)]).toEqual([]);
		},
	);

	it('every form is right', () => {
		for (const { name, form } of forms) expect(faultsOfModal(form(t)), name).toEqual([]);
	});

	// Foreign words are the same in each language, and ours are held above: four scripts and directions are enough.
	const isForHostile = ['en', 'de', 'ja', 'ar'].includes(language);
	const hostile = isForHostile ? Object.entries(everyMessage) : [];
	const hostileForms = isForHostile ? Object.entries(everyModal) : [];

	it.each(hostile)('every %s is right, whatever is written in it', (_, messagesOf) => {
		expect([...new Set(messagesOf(t).flatMap(faultsOf))]).toEqual([]);
	});

	it.each(hostileForms)('the form of %s is right, whatever is written in it', (_, modalsOf) => {
		expect([...new Set(modalsOf(t).flatMap(faultsOfModal))]).toEqual([]);
	});
});

describe('the corpus', () => {
	it('names each state once', () => {
		const names = all.map(({ name }) => name);
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
	});

	it('meets text of every kind', () => {
		const t = translatorFor('en-US');
		const said = JSON.stringify(Object.values(everyMessage).flatMap((messagesOf) => messagesOf(t)));
		expect(said).toContain('@everyone');
		expect(said).toContain('مرحبا');
	});

	it('leaves out no view and no form', () => {
		const read = (folder: string) =>
			readdirSync(folder)
				.map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
				.join('\n');
		const made = [
			...read('src/views').matchAll(/^export function (\w+(?:View|Modal))\(\s*t: Translator/gm),
		].map(([, name = '']) => name);
		const said = read('test/corpus');
		expect(made.length).toBeGreaterThan(40);
		expect(
			made.filter((name) => !partsOfOthers.has(name) && !new RegExp(`\\b${name}\\b`).test(said)),
		).toEqual([]);
	});
});
