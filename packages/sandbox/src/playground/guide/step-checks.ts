import type { InteractionKind } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { StepCheck } from './guided-story.js';
import type { Actor } from './troupe.js';
import { type Witness, wordsOf } from './witness.js';

const maxQuoteLength = 300;

/** A condition on a message's English text: it contains a text, matches a pattern, or passes a test. */
export type Said = string | RegExp | ((words: string) => boolean);

/** Text without any of these words, in any case: a secret, or a holder's name. */
export const without =
	(...secrets: readonly string[]) =>
	(words: string): boolean =>
		secrets.every((secret) => !words.toLowerCase().includes(secret.toLowerCase()));

/** Holds if the bot's latest reply to the actor matches. */
export function answer(actor: Actor, what: string, ...said: readonly Said[]): StepCheck {
	return {
		what,
		look(witness) {
			const words = witness.latestAnswer(actor.person).map(wordsOf).join(' · ');
			return {
				holds: words !== '' && fits(words, said),
				seen: words && `${actor.name} reads: ${quoted(words)}`,
			};
		},
	};
}

/** Holds if a new or changed message that only this member sees matches. */
export function shown(actor: Actor, what: string, ...said: readonly Said[]): StepCheck {
	return oneOf(what, said, (witness) => witness.shownTo(actor).map(wordsOf));
}

/** Holds if a direct message from the bot to the actor matches. */
export function direct({ person }: Actor, what: string, ...said: readonly Said[]): StepCheck {
	return oneOf(what, said, (witness) => witness.directsTo(person).map(wordsOf));
}

/** Holds if a message by the bot in a channel matches. */
export function post(channelId: string, what: string, ...said: readonly Said[]): StepCheck {
	return oneOf(what, said, (witness) => witness.postsIn(channelId).map(wordsOf));
}

/** A member has a role, maybe a moment after the reply. */
export function has({ person }: Actor, what: string, roleId: string): StepCheck {
	return world(what, () => person.roleIds.includes(roleId));
}

/** A member lacks a role, maybe a moment after the reply. */
export function lacks({ person }: Actor, what: string, roleId: string): StepCheck {
	return world(what, () => !person.roleIds.includes(roleId));
}

/** Something about the world, which may take a moment. */
export function world(what: string, isSo: (witness: Witness) => boolean): StepCheck {
	return { what, look: (witness) => ({ holds: isSo(witness), mayStillCome: true }) };
}

/** Holds if the bot has replied to an act of the person, of this kind if one is given. */
export function hasAnswer({ person }: { readonly person: Pick<Person, 'id'> }, kind?: InteractionKind) {
	return (witness: Witness): boolean =>
		witness.answered(person).some((handle) => kind === undefined || handle.kind === kind);
}

/** True if the text meets all conditions. */
export function fits(words: string, said: readonly Said[]): boolean {
	return said.every((part) => {
		if (typeof part === 'string') return words.includes(part);
		return part instanceof RegExp ? part.test(words) : part(words);
	});
}

function oneOf(
	what: string,
	said: readonly Said[],
	written: (witness: Witness) => readonly string[],
): StepCheck {
	return {
		what,
		look(witness) {
			const all = written(witness);
			const last = all.at(-1);
			return {
				holds: all.some((words) => fits(words, said)),
				seen: last === undefined ? undefined : `Last written: ${quoted(last)}`,
				mayStillCome: true,
			};
		},
	};
}

function quoted(words: string): string {
	return `“${words.length > maxQuoteLength ? `${words.slice(0, maxQuoteLength)}…` : words}”`;
}
