/** More than ten times the line of a claim with thousands of events. */
const longestLine = 4 * 1024 * 1024;

/**
 * The lines of a stream, without their ends. Not node:readline: it loses lines that come before somebody listens, and
 * ends the process on an error of the stream. A line of more than 4 MiB characters is not read to its end:
 * `tooLong` makes the error for it, from its number.
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
			if (line.length > longestLine) throw tooLong(ended);
			yield withoutReturn(line);
		}
		if (rest.length > longestLine) throw tooLong(ended + 1);
	}
	rest += decoder.decode();
	if (rest !== '') yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
	return line.endsWith('\r') ? line.slice(0, -1) : line;
}
