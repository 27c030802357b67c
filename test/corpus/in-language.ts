import { describe, expect, it } from 'vitest';
import type { Language } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { panelView } from '../../src/ui/messages/panel.js';
import { type Filling, filledWith } from '../states/foreign.js';
import { faultsOfPlain, faultsOfPlainModal, tooLong } from '../states/plain-rules.js';
import { asLine, faultsOfMessage, faultsOfModal } from '../states/rules.js';
import { sightIn } from '../states/sample.js';
import { isForm, type State } from '../states/state.js';
import { rooms, surfaces } from '../states/surfaces.js';

const pages = surfaces.flatMap(({ states }) => states);

/** The maximum number of lines on a phone, without pictures, by the beginning of a state's name. */
const maxLines = [
	['setup/active', 24],
	['verify/', 12],
	['purchases/', 12],
	['', 20],
] as const;
/** Checking all states takes a busy machine a while. */
const patienceMs = 600_000;

/**
 * Checks everything that the bot says in a language: each state of the walkthrough with ordinary names, and each state
 * with these fillings in place of foreign texts. `../states/rules.ts` has the rules.
 */
export function describeIn(language: Language, fillings: Readonly<Record<string, Filling>>): void {
	describe(`in ${language}`, () => {
		const t = translatorFor(language);
		const sight = sightIn(language);

		it(
			'every page follows the rules and fits a phone',
			() => {
				expect(
					pages.flatMap((state) =>
						[...faultsOfState(state), ...faultsOfPage(state)].map((fault) => `${state.name}: ${fault}`),
					),
				).toEqual([]);
			},
			patienceMs,
		);

		it.each(Object.entries(fillings))(
			'every state follows the rules with %s texts',
			(_, filling) => {
				const faults = Object.values(rooms).flatMap((states) =>
					states(filledWith(filling)).flatMap((state) =>
						faultsOfState(state).map((fault) => `${state.name}: ${fault}`),
					),
				);
				expect(faults).toEqual([]);
			},
			patienceMs,
		);

		function faultsOfPage(state: State): readonly string[] {
			const view = state.show(t);
			if (isForm(view)) return faultsOfPlainModal(view).map(asLine);
			const [, most = 0] = maxLines.find(([start]) => state.name.startsWith(start)) ?? [];
			// Some languages need more words for the same text.
			const lines = most + (language === 'en' ? 0 : 2);
			return [...faultsOfPlain(view, sight), ...tooLong(view, lines, { ...sight, withMedia: false })].map(
				asLine,
			);
		}

		/** Many states look the same whatever the texts are, so each look is checked once. */
		const examined = new Set<string>();

		function faultsOfState(state: State): readonly string[] {
			const payload = state.show(t);
			const isFormatted = state.view === panelView;
			const seen = `${isFormatted} ${JSON.stringify(payload)}`;
			if (examined.has(seen)) return [];
			examined.add(seen);
			const faults = isForm(payload) ? faultsOfModal(payload) : faultsOfMessage(payload, isFormatted);
			return faults.map(asLine);
		}
	});
}
