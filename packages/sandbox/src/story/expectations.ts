import type { Person } from '@claimcheck/local-discord/person';

// What the bot has to say and do, each as one sentence and one condition: the demo's chapters check it in the terminal,
// the guided tasks in the browser. Conditions read the English texts.

/** A sentence that must hold, and whether it does by what was seen. */
export interface Expectation<Seen> {
	readonly what: string;
	holds(seen: Seen): boolean;
}

/** Of the words of an answer, see `wordsOf`. */
export type ToldExpectation = Expectation<string>;
/** Of a member as the server knows them at this moment. */
export type RoleExpectation = Expectation<Pick<Person, 'roleIds'>>;

const told = (what: string, ...patterns: readonly RegExp[]): ToldExpectation => ({
	what,
	holds: (words) => patterns.every((pattern) => pattern.test(words)),
});

export const toldVerified = (what: string): ToldExpectation => told(what, /purchase verified/i);

/** The code is the member's own already. */
export const toldAlreadyVerified = (what: string): ToldExpectation =>
	told(what, /welcome back|already verified/i);

export const toldInUse = (what: string): ToldExpectation => told(what, /in use/i);

/** Who holds a code is nobody's business but the holder's and the staff's. */
export const namesNobody = (
	what: string,
	holder: { readonly id: string; readonly name: string },
): ToldExpectation => ({
	what,
	holds: (words) => !words.includes(holder.id) && !words.toLowerCase().includes(holder.name.toLowerCase()),
});

const unknownCode = /invalid|(does not|doesn’t) know this code/i;

export const toldUnknown = (what: string): ToldExpectation => told(what, unknownCode);

/** What one can do about a code that the shop doesn't know. */
export const toldToCopyAgain = (what: string): ToldExpectation =>
	told(what, /copy (it once more|all of it again)/i);

/** What was pasted is no code: what one looks like, and where it is. */
export const shownWhatACodeIs = (what: string): ToldExpectation =>
	told(what, /not a purchase code/i, /xxxx/, /receipt/i);

/** The shop can't be asked: nobody's good code may be called bad for that. */
export const notCalledBad = (what: string): ToldExpectation => ({
	what,
	holds: (words) => /right now|not your code/i.test(words) && !unknownCode.test(words),
});

/** The bot has no right to give the role, and says who has to act. */
export const toldStaffMustFix = (what: string): ToldExpectation =>
	told(what, /staff must fix|once the staff/i);

/** Verified, and the role is under way. */
export const toldOnTheWay = (what: string): ToldExpectation =>
	told(what, /purchase verified/i, /on the way/i);

/** What the staff of a server have to do so that the bot can give a role. */
export const staffToldToMoveRole = (what: string): ToldExpectation =>
	told(what, /can’t give/i, /drag my role/i);

/** Words that are there, and a secret that isn't. */
export const saysWithout = (what: string, said: readonly string[], secret: string): ToldExpectation => ({
	what,
	holds: (words) => said.every((part) => words.includes(part)) && !words.includes(secret),
});

/** A text that a page must show, whatever else it shows. */
export const says = (what: string, ...said: readonly (string | RegExp)[]): ToldExpectation => ({
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
