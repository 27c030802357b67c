/** The length of a text as Discord and zod count it: in Unicode code points (discord-api-docs#1315). */
export function textLength(text: string): number {
	return [...text].length;
}
