import { dirname, relative } from 'node:path';
import { scenes } from './scenes.js';

export const pictureFolder = 'docs/pictures';
/** The documents with pictures, each below a marker such as `<!-- picture:setup -->`. */
export const illustratedDocuments = [
	'README.md',
	'docs/server.md',
	'docs/moderators.md',
	'packages/sandbox/README.md',
] as const;

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const maxWidth = 900;
const markers = /(<!-- picture:([\w-]+) -->\n)\n<picture>[\s\S]*?<\/picture>\n/g;

export function pictureFile(name: string, theme: Theme): string {
	return `${name}-${theme}.webp`;
}

/** The text of a document with the current names and descriptions of its pictures. Throws if a marker names none. */
export function withPictures(text: string, file: string): string {
	const folder = relative(dirname(file), pictureFolder);
	return text.replaceAll(
		markers,
		(_, marker: string, name: string) => `${marker}\n${markup(name, folder)}\n`,
	);
}

function markup(name: string, folder: string): string {
	const scene = scenes.find((it) => it.name === name);
	if (scene === undefined) throw new Error(`There is no picture ${name}`);
	const file = (theme: Theme) => `${folder}/${pictureFile(name, theme)}`;
	const width = Math.min(scene.viewport.width, maxWidth);
	return [
		'<picture>',
		`  <source media="(prefers-color-scheme: dark)" srcset="${file('dark')}">`,
		`  <img src="${file('light')}" width="${width}" alt="${scene.alt}">`,
		'</picture>',
	].join('\n');
}
