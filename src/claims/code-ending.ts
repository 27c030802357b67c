/** The last characters of a code, by which people tell purchases apart: four, of a short code fewer. No secret. */
export function codeEnding(code: string): string {
	return code.slice(-Math.min(4, Math.floor(code.length / 3)) || code.length);
}
