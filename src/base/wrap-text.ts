/**
 * Where the lines that follow a broken one begin: after the time of a log line, below the second column of a table, or
 * below the line's own start.
 */
const hanging = /^(?:\d\d:\d\d:\d\d |\s*\S+(?: \S+)* {2,})|^\s*/;

/**
 * Breaks lines between words for a terminal, which breaks them anywhere, even inside a name to copy. A longer word stays
 * whole. `columns`: undefined for a file or a pipe, which gets the text as it is.
 */
export function wrapText(text: string, columns: number | undefined): string {
	if (!columns) return text;
	return text
		.split('\n')
		.map((line) => (line.length > columns ? wrapLine(line, columns) : line))
		.join('\n');
}

function wrapLine(line: string, columns: number): string {
	const start = hanging.exec(line)?.[0] ?? '';
	const indent = start.length <= columns / 2 ? start.length : 0;
	const [first = '', ...words] = line.slice(indent).match(/ *\S+| +$/g) ?? [];
	const lines = [line.slice(0, indent) + first];
	for (const word of words) {
		const longer = `${lines.at(-1)}${word}`;
		if (longer.trimEnd().length <= columns) lines[lines.length - 1] = longer;
		else lines.push(' '.repeat(indent) + word.trimStart());
	}
	return lines.join('\n');
}
