import { altOf } from './scene-text.js';
import type { PlaygroundScene, Scene } from './scenes.js';

/** Where the pictures are kept. */
export const pictureFolder = 'docs/pictures';

export type Theme = 'light' | 'dark';
export const themes: readonly Theme[] = ['light', 'dark'];

/** As wide as the phone that is drawn, so that a picture is as large as the message in Discord. */
const phoneWidth = 390;
/** As wide as a document. */
const maxWidth = 900;

/** A picture's file in `pictureFolder`. */
export function pictureFile(name: string, theme: Theme): string {
	return `${name}-${theme}.webp`;
}

/** The picture of a scene in a document; `folder` is the pictures' folder as seen from there. */
export function scenePicture(scene: Scene, folder: string): string {
	return markup(scene.name, altOf(scene.state), phoneWidth, folder);
}

/** The playground itself in a document. */
export function playgroundPicture({ name, alt, viewport }: PlaygroundScene, folder: string): string {
	return markup(name, alt, Math.min(viewport.width, maxWidth), folder);
}

function markup(name: string, alt: string, width: number, folder: string): string {
	const file = (theme: Theme) => `${folder}/${pictureFile(name, theme)}`;
	return [
		'<picture>',
		`  <source media="(prefers-color-scheme: dark)" srcset="${file('dark')}">`,
		`  <img src="${file('light')}" width="${width}" alt="${escaped(alt)}">`,
		'</picture>',
	].join('\n');
}

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('"', '&quot;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}
