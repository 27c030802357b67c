import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	chromiumPath,
	howToGetChromium,
	launchChromium,
} from '../../packages/local-discord/test/browser/find-chromium.js';
import { illustratedDocuments, pictureFile, pictureFolder, themes, withPictures } from './documents.js';
import { entryOf, manifestFile } from './manifest.js';
import { photograph } from './photographer.js';
import { scenes } from './scenes.js';

// `npm run tool -- pictures`: takes the documents' pictures of the playground, and records the content of each.

const path = chromiumPath();
if (path === undefined) {
	process.stderr.write(`Pictures need Chromium: ${howToGetChromium}\n`);
	process.exitCode = 69;
} else {
	const browser = await launchChromium(path);
	const pictures = await photograph(browser, scenes).finally(() => browser.close());
	// Renamed or dropped pictures are deleted.
	for (const file of readdirSync(pictureFolder)) rmSync(join(pictureFolder, file));
	for (const [{ name }, files] of pictures)
		for (const theme of themes) writeFileSync(join(pictureFolder, pictureFile(name, theme)), files[theme]);
	const noted = Object.fromEntries(
		[...pictures].map(([scene, files]) => [scene.name, entryOf(scene, files)]),
	);
	writeFileSync(manifestFile, `${JSON.stringify(noted, undefined, '\t')}\n`);
	for (const file of illustratedDocuments)
		writeFileSync(file, withPictures(readFileSync(file, 'utf8'), file));
	process.stdout.write(`${pictures.size * 2} pictures in ${pictureFolder}\n`);
}
