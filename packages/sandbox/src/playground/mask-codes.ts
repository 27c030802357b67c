/**
 * A digit of a code, including what a phone's keyboard or a tired eye makes of it: full-width, `o` for 0, `l` or `i`
 * for 1.
 */
const digit = '[0-9a-foil０-９ａ-ｆＡ-Ｆ]';
/** Characters between groups, or added between digits when copying from an email: dashes, spaces, invisible ones. */
const between = '[\\s\\p{Pd}\\p{Cf}\\u2212\\u2043_]{0,4}';
const code = new RegExp(`(?<![0-9a-z])(?:${digit}${between}){31}${digit}(?![0-9a-z])`, 'giu');

/** The text with only the end of each of the sandbox's purchase codes, however it was typed: `••••3a8c`. */
export function maskCodes(text: string): string {
	return text.replace(code, (found) => `••••${found.slice(-4)}`);
}
