import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { illustratedDocuments, pictureFile, pictureFolder, themes, withPictures } from './documents.js';
import { manifestFile, presentDigests, readManifest, sha256 } from './manifest.js';

const mend = 'run `npm run tool -- pictures`';
const noted = readManifest();

describe('the pictures of the documents', () => {
	it(`show every message with its current content; if not, ${mend}`, () => {
		const outdated = [...presentDigests()].filter(([name, digest]) => noted[name]?.message !== digest);
		expect(outdated.map(([name]) => `${name}: ${mend}`)).toEqual([]);
	});

	it('are unchanged since they were taken, in light and dark, and there are no others', () => {
		const there = readdirSync(pictureFolder)
			.filter((file) => join(pictureFolder, file) !== manifestFile)
			.map((file) => [file, sha256(readFileSync(join(pictureFolder, file)))]);
		const names = [...presentDigests().keys()];
		const taken = names.flatMap((name) =>
			themes.map((theme) => [pictureFile(name, theme), noted[name]?.files[theme]]),
		);
		expect(there.toSorted()).toEqual(taken.toSorted());
	});

	it.each(illustratedDocuments)(
		`are in %s with their current names and descriptions; if not, ${mend}`,
		(file) => {
			const text = readFileSync(file, 'utf8');
			expect(text).toContain('<!-- picture:');
			expect(withPictures(text, file) === text).toBe(true);
		},
	);
});
