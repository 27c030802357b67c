import { pictureFolder, playgroundPicture, scenePicture } from './picture-markup.js';
import { playgroundScene, scenes } from './scenes.js';

const markers = /(<!-- picture:([\w-]+) -->\n)\n<picture>[\s\S]*?<\/picture>\n/g;

/**
 * The README with its pictures as they are called and described now: each stands below a marker such as
 * `<!-- picture:panel -->`. Throws where a marker names none.
 */
export function withPictures(readme: string): string {
	return readme.replaceAll(markers, (_, marker: string, name: string) => `${marker}\n${pictureOf(name)}\n`);
}

/** The names of the pictures in a README. */
export function picturesIn(readme: string): string[] {
	return [...readme.matchAll(markers)].map(([, , name = '']) => name);
}

function pictureOf(name: string): string {
	if (name === playgroundScene.name) return playgroundPicture(pictureFolder);
	const scene = scenes.find((it) => it.name === name);
	if (scene === undefined) throw new Error(`There is no picture ${name}`);
	return scenePicture(scene, pictureFolder);
}
