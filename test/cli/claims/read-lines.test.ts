import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf } from '../../../src/cli/program/text-files.js';

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
	for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const tooLong = (line: number): Error => new Error(`Line ${line}`);

async function linesFrom(text: string, size: number): Promise<string[]> {
	const lines: string[] = [];
	for await (const line of linesOf(inChunks(new TextEncoder().encode(text), size), tooLong)) lines.push(line);
	return lines;
}

it('gives the same lines whatever the chunks, also where they cut a character in two', async () => {
	const text = fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll(/[\r\n]/g, ' ')));
	await fc.assert(
		fc.asyncProperty(
			text,
			fc.constantFrom('\n', '\r\n'),
			fc.integer({ min: 1, max: 7 }),
			async (lines, end, size) => {
				const whole = lines.map((line) => line + end).join('');
				expect(await linesFrom(whole, size)).toEqual(lines);
			},
		),
	);
});
