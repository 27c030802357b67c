/**
 * The lines of a stream, without their ends. Not node:readline: it loses lines that come before somebody listens, and
 * ends the process on an error of the stream.
 */
export async function* linesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of chunks) {
		const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) yield withoutReturn(line);
	}
	rest += decoder.decode();
	if (rest !== '') yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
	return line.endsWith('\r') ? line.slice(0, -1) : line;
}
