import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromiumPath, howToGetChromium, launchChromium } from '../browser/find-chromium.js';
import { MessageStagePage } from '../browser/message-stage.js';
import type { LookPicture } from './look-picture.js';
import { lookPictures } from './look-pictures.js';
import { LookWorld } from './look-world.js';

// `npm run look`: draws the messages of docs/look.md anew, and lists them there.

const docs = join(import.meta.dirname, '../../docs');
const marker = '<!-- npm run look writes the rest -->';
const width = 390;
/** Of what goes on and on, such as 25 fields, the beginning is enough. */
const maxHeight = 1_200;

/** In the browser: until the letters and the pictures are there, and videos show their first frame. */
const drawn = `Promise.all([
	document.fonts.ready,
	...[...document.images].map((image) => image.decode().catch(() => undefined)),
	...[...document.querySelectorAll('video')].map((video) => video.readyState >= 2 || new Promise((resolve) => {
		video.addEventListener('loadeddata', resolve, { once: true });
	})),
]).then(() => undefined)`;

const path = chromiumPath();
if (path === undefined) throw new Error(`Pictures of a page need Chromium: ${howToGetChromium}`);
const browser = await launchChromium(path);
const world = await LookWorld.start();
const stage = await MessageStagePage.open(browser, { width, media: world.media });
const pictures = lookPictures(await stage.recordVideo());
for (const picture of pictures) await photograph(picture);
await stage.close();
await world.close();
await browser.close();

const file = join(docs, 'look.md');
const [written = ''] = (await readFile(file, 'utf8')).split(marker);
await writeFile(file, `${written}${marker}\n\n${pictures.map(section).join('\n\n')}\n`);
if (stage.said.length > 0) throw new Error(`The page has said: ${stage.said.join('\n')}`);

async function photograph(picture: LookPicture): Promise<void> {
	const { page } = stage;
	const messages = await world.messagesOf(picture);
	for (const isLight of [false, true]) {
		// Pictures are loaded when they come near: all of them are in sight.
		await page.setViewportSize({ width, height: 6_000 });
		await stage.show(messages, { ...world.sight, isLight });
		await page.evaluate(drawn);
		const height = await page.evaluate<number>(
			'document.querySelector("main").lastElementChild.getBoundingClientRect().bottom',
		);
		await page.setViewportSize({ width, height: Math.min(Math.ceil(height) + 16, maxHeight) });
		await page.screenshot({ path: join(docs, fileOf(picture, isLight)) });
	}
}

function fileOf({ name }: LookPicture, isLight: boolean): string {
	return `look-${name}-${isLight ? 'light' : 'dark'}.png`;
}

function section(picture: LookPicture): string {
	const image = (isLight: boolean) => `![${picture.alt}](${fileOf(picture, isLight)})`;
	return `### ${picture.title}\n\n| Dark | Light |\n| --- | --- |\n| ${image(false)} | ${image(true)} |`;
}
