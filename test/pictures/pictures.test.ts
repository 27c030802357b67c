import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { walkthroughFile } from '../corpus/walkthrough.js';
import { illustratedDocuments, picturesIn, withPictures } from './illustrated-documents.js';
import { fileDigest, manifestFile, presentDigests, readManifest } from './manifest.js';
import { pictureFile, pictureFolder, themes } from './picture-markup.js';

// The pictures of the documents. Everything here is mended by `npm run tool -- pictures`, and what follows
// from the scenes' names and texts by `npm run walkthrough`.

const mend = 'run `npm run tool -- pictures`';
const noted = readManifest();

describe('the pictures', () => {
	it(`show every message as the bot says it now: if not, ${mend}`, () => {
		const outdated = [...presentDigests()].filter(([name, digest]) => noted[name]?.message !== digest);
		expect(outdated.map(([name]) => `${name}: ${mend}`)).toEqual([]);
	});

	it('are those that are noted, in light and dark, and no others', () => {
		const files = Object.keys(noted).flatMap((name) => themes.map((theme) => pictureFile(name, theme)));
		const there = readdirSync(pictureFolder).filter((file) => join(pictureFolder, file) !== manifestFile);
		expect(there.toSorted()).toEqual(files.toSorted());
		expect(Object.keys(noted).toSorted()).toEqual([...presentDigests().keys()].toSorted());
	});

	it('are as they were rendered', () => {
		const changed = Object.entries(noted).flatMap(([name, { files }]) =>
			themes
				.map((theme) => [pictureFile(name, theme), files[theme]] as const)
				.filter(([file, digest]) => fileDigest(readFileSync(join(pictureFolder, file))) !== digest)
				.map(([file]) => file),
		);
		expect(changed).toEqual([]);
	});
});

it.each(illustratedDocuments)(`%s describes its pictures as they are: if not, ${mend}`, (file) => {
	const text = readFileSync(file, 'utf8');
	expect(picturesIn(text)).not.toEqual([]);
	expect(withPictures(text, file) === text).toBe(true);
});

describe.each([...illustratedDocuments, walkthroughFile])('%s', (file) => {
	const text = readFileSync(file, 'utf8');

	it('shows pictures that are there, in light and in dark', () => {
		const shown = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path);
		expect(shown.length).toBeGreaterThan(0);
		const folder = join(file, '..');
		expect(shown.filter((path) => !statSync(join(folder, path), { throwIfNoEntry: false }))).toEqual([]);
		const [light, dark] = themes.map((theme) => shown.filter((path) => path.endsWith(`-${theme}.webp`)));
		expect(light?.map((path) => path.replace('-light', ''))).toEqual(
			dark?.map((path) => path.replace('-dark', '')),
		);
	});
});
