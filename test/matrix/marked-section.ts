import { readFile, writeFile } from 'node:fs/promises';

/** Puts lines between the marks of this name, which have to be there. Throws where they are not. */
function replaceMarked(text: string, name: string, lines: readonly string[]): string {
	const [before, after] = around(text, name);
	return `${before}\n${lines.join('\n')}\n\n${after}`;
}

/** Writes lines between the marks of a file. */
export async function writeMarked(file: string, name: string, lines: readonly string[]): Promise<void> {
	await writeFile(file, replaceMarked(await readFile(file, 'utf8'), name, lines));
}

/** A Markdown table's rows below its heading, each as its cells. */
export function rowsOf(markdown: string): string[][] {
	return markdown
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2)
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
}

function around(text: string, name: string): [before: string, after: string] {
	const [start, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
	const from = text.indexOf(start);
	const to = text.indexOf(end, from);
	if (from === -1 || to === -1) throw new Error(`There are no marks ${name}`);
	return [text.slice(0, from + start.length), text.slice(to)];
}
