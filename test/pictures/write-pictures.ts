import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	chromiumPath,
	howToGetChromium,
	launchChromium,
} from '../../packages/local-discord/test/browser/find-chromium.js';
import { illustratedDocuments, withPictures } from './illustrated-documents.js';
import { entriesOf, manifestFile, readManifest } from './manifest.js';
import { pictureFile, pictureFolder, themes } from './picture-markup.js';
import { photographPlayground } from './playground-picture.js';
import { playgroundScenes, scenes } from './scenes.js';
import { type Pictures, Studio } from './studio.js';

// `npm run tool -- pictures`: renders the pictures of the documents from the page of the playground, and notes
// what each of them shows. `-- NAME …` renders those alone. `npm run walkthrough` then writes the walkthrough.

const names = [...playgroundScenes, ...scenes].map(({ name }) => name);

async function photograph(wanted: ReadonlySet<string>, path: string): Promise<Map<string, Pictures>> {
	const browser = await launchChromium(path);
	const pictures = new Map<string, Pictures>();
	try {
		for (const scene of playgroundScenes.filter(({ name }) => wanted.has(name))) {
			pictures.set(scene.name, await photographPlayground(browser, scene));
		}
		const studio = await Studio.open(browser);
		try {
			for (const scene of scenes.filter(({ name }) => wanted.has(name))) {
				pictures.set(scene.name, await studio.photograph(scene));
			}
		} finally {
			await studio.close();
		}
	} finally {
		await browser.close();
	}
	return pictures;
}

function write(pictures: ReadonlyMap<string, Pictures>): void {
	mkdirSync(pictureFolder, { recursive: true });
	for (const [name, files] of pictures) {
		for (const theme of themes) writeFileSync(join(pictureFolder, pictureFile(name, theme)), files[theme]);
	}
	const before = pictures.size < names.length ? readManifest() : {};
	const all = { ...before, ...entriesOf(pictures) };
	const noted = Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
	writeFileSync(manifestFile, `${JSON.stringify(noted, undefined, '\t')}\n`);
	for (const file of illustratedDocuments) {
		writeFileSync(file, withPictures(readFileSync(file, 'utf8'), file));
	}
	// Renamed or dropped pictures are deleted.
	const kept = new Set(names.flatMap((name) => themes.map((theme) => pictureFile(name, theme))));
	for (const file of readdirSync(pictureFolder)) {
		if (!kept.has(file) && join(pictureFolder, file) !== manifestFile) rmSync(join(pictureFolder, file));
	}
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
const path = chromiumPath();
if (unknown.length > 0) {
	process.stderr.write(`No such picture: ${unknown.join(', ')}. There are ${names.join(', ')}\n`);
	process.exitCode = 2;
} else if (path === undefined) {
	process.stderr.write(`Pictures need Chromium: ${howToGetChromium}\n`);
	process.exitCode = 69;
} else {
	const pictures = await photograph(new Set(asked.length > 0 ? asked : names), path);
	write(pictures);
	const bytes = [...pictures.values()].reduce((sum, { light, dark }) => sum + light.length + dark.length, 0);
	process.stdout.write(
		`${pictures.size * 2} pictures in ${pictureFolder}, ${Math.round(bytes / 1024)} KiB\n`,
	);
}
