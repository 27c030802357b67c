import { dirname, relative } from 'node:path';
import { pictureFolder, playgroundPicture, scenePicture } from './picture-markup.js';
import { playgroundScenes, scenes } from './scenes.js';

/** The documents whose pictures stand below markers. The walkthrough is written as a whole. */
export const illustratedDocuments = [
	'README.md',
	'docs/server.md',
	'docs/moderators.md',
	'packages/sandbox/README.md',
] as const;

const markers = /(<!-- picture:([\w-]+) -->\n)\n<picture>[\s\S]*?<\/picture>\n/g;

/**
 * The text of a document with its pictures as they are named and described now: each stands below a marker such as
 * `<!-- picture:panel -->`. Throws if a marker names none.
 */
export function withPictures(text: string, file: string): string {
	const folder = relative(dirname(file), pictureFolder);
	return text.replaceAll(
		markers,
		(_, marker: string, name: string) => `${marker}\n${pictureOf(name, folder)}\n`,
	);
}

/** The names of the pictures in a document. */
export function picturesIn(text: string): string[] {
	return [...text.matchAll(markers)].map(([, , name = '']) => name);
}

function pictureOf(name: string, folder: string): string {
	const playground = playgroundScenes.find((it) => it.name === name);
	if (playground !== undefined) return playgroundPicture(playground, folder);
	const scene = scenes.find((it) => it.name === name);
	if (scene === undefined) throw new Error(`There is no picture ${name}`);
	return scenePicture(scene, folder);
}
