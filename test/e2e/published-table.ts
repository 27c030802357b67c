import { readFileSync, writeFileSync } from 'node:fs';

const document = 'docs/reliability.md';

/** The table between the markers of this name in docs/reliability.md. Throws where there are none. */
export function publishedTable(name: string): string {
	return parts(name).table;
}

/** Replaces the table of this name. */
export function publishTable(name: string, table: string): void {
	const { before, after } = parts(name);
	writeFileSync(document, `${before}${table}${after}`);
}

function parts(name: string): { before: string; table: string; after: string } {
	const [start, end] = [`<!-- ${name}:start -->\n\n`, `\n\n<!-- ${name}:end -->`];
	const text = readFileSync(document, 'utf8');
	const from = text.indexOf(start);
	const to = text.indexOf(end);
	if (from === -1 || to === -1) throw new Error(`${document} has no place for the table ${name}`);
	const begins = from + start.length;
	return { before: text.slice(0, begins), table: text.slice(begins, to), after: text.slice(to) };
}
