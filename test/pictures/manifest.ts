import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Theme } from './picture-markup.js';
import { digestOf } from './scene-text.js';
import { playgroundScenes, scenes } from './scenes.js';

/** The record of the pictures, written when they are made. */
export const manifestFile = 'docs/pictures/pictures.json';

const entry = z.object({
	/** Of the messages that are drawn. */
	message: z.string(),
	/** Of the files, so that none is changed by hand. */
	files: z.object({ light: z.string(), dark: z.string() }),
});
const manifest = z.record(z.string(), entry);
export type Manifest = z.infer<typeof manifest>;

/** The digest of what each picture shows, as the bot says it now, by the picture's name. */
export function presentDigests(): Map<string, string> {
	return new Map([
		...playgroundScenes.map(({ name, states }) => [name, digestOf(states)] as const),
		...scenes.map(({ name, state }) => [name, digestOf([state])] as const),
	]);
}

export function readManifest(): Manifest {
	return manifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
}

/** The record of pictures that were just made. */
export function entriesOf(pictures: ReadonlyMap<string, Readonly<Record<Theme, Uint8Array>>>): Manifest {
	const digests = presentDigests();
	return Object.fromEntries(
		[...pictures].map(([name, { light, dark }]) => {
			const message = digests.get(name);
			if (message === undefined) throw new Error(`There is no scene ${name}`);
			return [name, { message, files: { light: fileDigest(light), dark: fileDigest(dark) } }];
		}),
	);
}

export function fileDigest(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}
