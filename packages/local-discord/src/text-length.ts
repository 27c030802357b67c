/** The length of a text as Discord counts it, and zod: in Unicode code points (discord-api-docs#1315). */
export function textLength(text: string): number {
	return [...text].length;
}
