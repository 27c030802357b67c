import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { translatorFor } from '../../src/i18n/translator.js';
import type { Theme } from './documents.js';
import { type Scene, scenes } from './scenes.js';

/** The record of the pictures, written when they are taken. */
export const manifestFile = 'docs/pictures/pictures.json';

const entry = z.object({
	/** The digest of the messages shown. */
	message: z.string(),
	/** The digest of the files, so that none is changed by hand. */
	files: z.object({ light: z.string(), dark: z.string() }),
});
const manifest = z.record(z.string(), entry);

/** The digest of the current content of each picture, by the picture's name. */
export function presentDigests(): ReadonlyMap<string, string> {
	return new Map(scenes.map((scene) => [scene.name, digestOf(scene)]));
}

export function readManifest(): z.infer<typeof manifest> {
	return manifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
}

/** The record of a picture that was just taken. */
export function entryOf(scene: Scene, { light, dark }: Readonly<Record<Theme, Uint8Array>>) {
	return { message: digestOf(scene), files: { light: sha256(light), dark: sha256(dark) } };
}

/**
 * A digest of the messages' JSON, in English. It doesn't cover how the page draws a message, which changes more often
 * than the content.
 */
function digestOf({ states }: Scene): string {
	const t = translatorFor('en-US', (path) => `</${path}:100000000000000009>`);
	return sha256(JSON.stringify(states.map(({ show }) => show(t))));
}

export function sha256(content: string | Uint8Array): string {
	return createHash('sha256').update(content).digest('hex');
}
