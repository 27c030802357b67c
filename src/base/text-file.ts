import { readFileSync } from 'node:fs';

/**
 * Reads a text that a person has saved: UTF-8, or UTF-16 as some Windows programs write it, without the byte-order mark.
 * Throws the file system's errors.
 */
export function readTextFile(path: string): string {
	const bytes = readFileSync(path);
	return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
