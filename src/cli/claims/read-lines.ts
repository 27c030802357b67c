/** More than ten times the line of a claim with thousands of events. */
const maxLineLength = 4 * 1024 * 1024;

/**
 * The lines of a stream, without line endings. Not node:readline: it loses lines before a listener is attached, and a
 * stream error ends the process. A line of more than 4 MiB characters is not read to its end: `tooLong` creates the
 * error for it, from its number.
 */
export async function* linesOf(
	chunks: AsyncIterable<string | Uint8Array>,
	tooLong: (line: number) => Error,
): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	let ended = 0;
	for await (const chunk of chunks) {
		const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			ended += 1;
			if (line.length > maxLineLength) throw tooLong(ended);
			yield withoutReturn(line);
		}
		if (rest.length > maxLineLength) throw tooLong(ended + 1);
	}
	rest += decoder.decode();
	if (rest !== '') yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
	return line.endsWith('\r') ? line.slice(0, -1) : line;
}
