import type { InteractionKind } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { Expectation, RoleExpectation, TextExpectation } from '../../story/expectations.js';
import { wordsOf } from '../../story/words-of.js';
import type { StepCheck } from './guided-story.js';
import type { Actor } from './troupe.js';
import type { Witness } from './witness.js';

const maxQuoteLength = 300;

/** Holds if the bot's latest answer to the actor says it. */
export function answer(actor: Actor, { what, holds }: TextExpectation): StepCheck {
	return {
		what,
		look(witness) {
			const words = witness.latestAnswer(actor.person).map(wordsOf).join(' · ');
			return { holds: words !== '' && holds(words), seen: words && `${actor.name} reads: ${quoted(words)}` };
		},
	};
}

/** A message that only this member sees has come to say it: a new one, or one that has changed. */
export function shown(actor: Actor, expectation: TextExpectation): StepCheck {
	return oneOf(expectation, (witness) => witness.shownTo(actor).map(wordsOf));
}

/** Holds if a direct message of the bot to the actor says it. */
export function direct(actor: Actor, expectation: TextExpectation): StepCheck {
	return oneOf(expectation, (witness) => witness.directsTo(actor.person).map(wordsOf));
}

/** Something that the bot has written in a channel says it. */
export function post(channelId: string, expectation: TextExpectation): StepCheck {
	return oneOf(expectation, (witness) => witness.postsIn(channelId).map(wordsOf));
}

/** A role comes or goes, maybe a moment after the answer. */
export function soon({ person }: Actor, { what, holds }: RoleExpectation): StepCheck {
	return { what, look: () => ({ holds: holds(person), mayStillCome: true }) };
}

/** A member has a role or doesn't, at this moment. */
export function now({ person }: Actor, { what, holds }: RoleExpectation): StepCheck {
	return { what, look: () => ({ holds: holds(person) }) };
}

/** Something about the world, which may take a moment. */
export function world(what: string, isSo: (witness: Witness) => boolean): StepCheck {
	return { what, look: (witness) => ({ holds: isSo(witness), mayStillCome: true }) };
}

/** Holds if the bot has answered an act of the person: an act of this kind, if one is given. */
export function hasAnswer({ person }: { readonly person: Pick<Person, 'id'> }, kind?: InteractionKind) {
	return (witness: Witness): boolean =>
		witness.answered(person).some((handle) => kind === undefined || handle.kind === kind);
}

/** The person at the page has said that they have looked. */
export const isConfirmed = (witness: Witness): boolean => witness.isConfirmed;

function oneOf(
	{ what, holds }: Expectation<string>,
	said: (witness: Witness) => readonly string[],
): StepCheck {
	return {
		what,
		look(witness) {
			const all = said(witness);
			const last = all.at(-1);
			return {
				holds: all.some(holds),
				seen: last === undefined ? undefined : `Last written: ${quoted(last)}`,
				mayStillCome: true,
			};
		},
	};
}

function quoted(words: string): string {
	return `“${words.length > maxQuoteLength ? `${words.slice(0, maxQuoteLength)}…` : words}”`;
}
