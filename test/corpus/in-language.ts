import { describe, expect, it } from 'vitest';
import type { Language } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { everyMessage, everyModal } from '../views/every-payload.js';
import { faultsOf, faultsOfModal, faultsOfPlain, tooLong } from './rules.js';
import { sightIn } from './sample.js';
import type { FormState, State } from './state.js';
import { surfaces } from './surfaces.js';

export const allStates = surfaces.flatMap(({ states }) => states);
const states = allStates.filter((state): state is State => 'show' in state);
const forms = allStates.filter((state): state is FormState => 'form' in state);

const usualLines = 16;

/**
 * Everything that the bot says in a language: each state with ordinary names (`surfaces.ts`) and, if `withHostile`, each
 * view with the worst that a shop or a member can call anything (`../views/every-payload.ts`). See `rules.ts` for what
 * must hold.
 */
export function describeIn(language: Language, withHostile: boolean): void {
	describe(`in ${language}`, () => {
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

		const hostile = withHostile ? Object.entries(everyMessage) : [];
		const hostileForms = withHostile ? Object.entries(everyModal) : [];

		it.each(hostile)('every %s is right, whatever is written in it', (_, messagesOf) => {
			expect([...new Set(messagesOf(t).flatMap(faultsOf))]).toEqual([]);
		});

		it.each(hostileForms)('the form of %s is right, whatever is written in it', (_, modalsOf) => {
			expect([...new Set(modalsOf(t).flatMap(faultsOfModal))]).toEqual([]);
		});
	});
}
