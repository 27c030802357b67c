import type { Person } from '@claimcheck/local-discord/person';

// The bot's expected words and deeds, each as one sentence and one condition: the demo's chapters check it in the
// terminal, the guided tasks in the browser. Conditions read the English texts.

/** A sentence that must hold, and whether it does by what was seen. */
export interface Expectation<Seen> {
	readonly what: string;
	holds(seen: Seen): boolean;
}

/** Of the words of an answer, see `wordsOf`. */
export type TextExpectation = Expectation<string>;
/** Of a member as the server knows them at this moment. */
export type RoleExpectation = Expectation<Pick<Person, 'roleIds'>>;

const matching = (what: string, ...patterns: readonly RegExp[]): TextExpectation => ({
	what,
	holds: (words) => patterns.every((pattern) => pattern.test(words)),
});

export const saysVerified = (what: string): TextExpectation => matching(what, /purchase verified/i);

/** The code is the member's own already. */
export const saysAlreadyVerified = (what: string): TextExpectation =>
	matching(what, /welcome back|already verified/i);

export const saysInUse = (what: string): TextExpectation => matching(what, /in use/i);

/** Only the holder and the staff may learn who holds a code. */
export const namesNoMember = (
	what: string,
	holder: { readonly id: string; readonly name: string },
): TextExpectation => ({
	what,
	holds: (words) => !words.includes(holder.id) && !words.toLowerCase().includes(holder.name.toLowerCase()),
});

const unknownCode = /invalid|doesn’t recognize this code/i;

export const saysUnknown = (what: string): TextExpectation => matching(what, unknownCode);

/** The advice about a code that the shop doesn't know. */
export const saysToCopyAgain = (what: string): TextExpectation =>
	matching(what, /copy (it once more|the whole code)/i);

/** The advice after a paste that is no code: how one looks, and where it is. */
export const shownWhatACodeIs = (what: string): TextExpectation =>
	matching(what, /not a purchase code/i, /xxxx/, /receipt/i);

/** The shop doesn't respond: a good code must not be called bad for that. */
export const notCalledBad = (what: string): TextExpectation => ({
	what,
	holds: (words) => /right now|isn’t about your code/i.test(words) && !unknownCode.test(words),
});

/** The bot has no right to give the role, and says who has to act. */
export const saysStaffMustFix = (what: string): TextExpectation => matching(what, /staff fix/i);

/** Verified, and the role is still to come. */
export const saysOnTheWay = (what: string): TextExpectation =>
	matching(what, /purchase verified/i, /on the way/i);

/** The advice to the staff of a server, so that the bot can give a role. */
export const saysToMoveRole = (what: string): TextExpectation =>
	matching(what, /can’t give/i, /drag my role/i);

/** Words that are there, and a secret that isn't. */
export const saysWithout = (what: string, said: readonly string[], secret: string): TextExpectation => ({
	what,
	holds: (words) => said.every((part) => words.includes(part)) && !words.includes(secret),
});

/** A text that a page must show, whatever else it shows. */
export const says = (what: string, ...said: readonly (string | RegExp)[]): TextExpectation => ({
	what,
	holds: (words) =>
		said.every((part) => (typeof part === 'string' ? words.includes(part) : part.test(words))),
});

export const hasRole = (what: string, roleId: string): RoleExpectation => ({
	what,
	holds: ({ roleIds }) => roleIds.includes(roleId),
});

export const lacksRole = (what: string, roleId: string): RoleExpectation => ({
	what,
	holds: ({ roleIds }) => !roleIds.includes(roleId),
});
