import type { Json } from './edge.js';

// `{"$raw": ["[", 100000, "]", 100000]}` is text with repeat counts. It expresses what JSON can't (half a token, a
// number out of range, duplicate members), and text that would be too long for a corpus file. Each character is one
// byte, so that invalid UTF-8 can be written too.

const rawMember = '$raw';
/** The maximum length of the expanded text. */
const maxRawLength = 4_000_000;

/** The node that is written as this text. */
export function raw(...parts: readonly (string | number)[]): Json {
	return { [rawMember]: parts };
}

/** The parts of a raw node; undefined for any other. */
export function rawParts(node: Json): readonly Json[] | undefined {
	if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined;
	const parts = (node as { readonly [member: string]: Json })[rawMember];
	return Array.isArray(parts) ? parts : undefined;
}

/** The node's bytes as JSON, with raw text in its place. */
export function bytesOf(node: Json): Buffer {
	const pieces: Buffer[] = [];
	write(node, pieces);
	return Buffer.concat(pieces);
}

function write(node: Json, pieces: Buffer[]): void {
	if (typeof node !== 'object' || node === null) {
		pieces.push(Buffer.from(JSON.stringify(node)));
		return;
	}
	const parts = rawParts(node);
	if (parts !== undefined) {
		pieces.push(Buffer.from(repeated(parts), 'latin1'));
		return;
	}
	const isList = Array.isArray(node);
	pieces.push(Buffer.from(isList ? '[' : '{'));
	for (const [index, [name, value]] of Object.entries(node).entries()) {
		if (index > 0) pieces.push(Buffer.from(','));
		if (!isList) pieces.push(Buffer.from(`${JSON.stringify(name)}:`));
		write(value, pieces);
	}
	pieces.push(Buffer.from(isList ? ']' : '}'));
}

function repeated(parts: readonly Json[]): string {
	let text = '';
	for (let index = 0; index < parts.length; index += 2) {
		const [part, times] = [parts[index], parts[index + 1]];
		if (typeof part !== 'string') continue;
		const wanted = typeof times === 'number' && times >= 0 ? Math.floor(times) : 1;
		text += part.repeat(Math.min(wanted, Math.floor((maxRawLength - text.length) / (part.length || 1))));
	}
	return text;
}
