import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { translatorFor } from '../../src/i18n/translator.js';
import type { Theme } from './documents.js';
import { type Scene, scenes } from './scenes.js';

/** The record of the pictures, written when they are made. */
export const manifestFile = 'docs/pictures/pictures.json';

const entry = z.object({
	/** Of the messages that are drawn. */
	message: z.string(),
	/** Of the files, so that none is changed by hand. */
	files: z.object({ light: z.string(), dark: z.string() }),
});
const manifest = z.record(z.string(), entry);

/** The digest of what each picture shows, as the bot says it now, by the picture's name. */
export function presentDigests(): ReadonlyMap<string, string> {
	return new Map(scenes.map((scene) => [scene.name, digestOf(scene)]));
}

export function readManifest(): z.infer<typeof manifest> {
	return manifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
}

/** The record of a picture that was just made. */
export function entryOf(scene: Scene, { light, dark }: Readonly<Record<Theme, Uint8Array>>) {
	return { message: digestOf(scene), files: { light: sha256(light), dark: sha256(dark) } };
}

/**
 * Of the JSON of its messages, in English. How the page draws a message is not in it: that changes more often than the
 * content.
 */
function digestOf({ states }: Scene): string {
	const t = translatorFor('en-US', (path) => `</${path}:100000000000000009>`);
	return sha256(JSON.stringify(states.map((state) => ('form' in state ? state.form(t) : state.show(t)))));
}

export function sha256(content: string | Uint8Array): string {
	return createHash('sha256').update(content).digest('hex');
}
