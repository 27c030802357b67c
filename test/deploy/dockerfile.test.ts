import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every file that the Dockerfile copies from the repository gets past .dockerignore', () => {
	const copies = readFileSync('Dockerfile', 'utf8').match(/^COPY (?!--from).*$/gm) ?? [];
	const copied = copies.flatMap((line) => line.split(' ').slice(1, -1));
	expect(copied).toContain('bundle.js');
	const allowed = readFileSync('.dockerignore', 'utf8').match(/(?<=^!).*$/gm);
	expect(allowed).toEqual(expect.arrayContaining(copied));
});
