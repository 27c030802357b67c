/** The last four characters of a code, fewer if it is short, to tell purchases apart. Not a secret. */
export function codeEnding(code: string): string {
	return code.slice(-Math.min(4, Math.floor(code.length / 3)) || code.length);
}
