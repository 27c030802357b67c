import type { Person } from '@claimcheck/local-discord/person';
import { Playground } from '@claimcheck/sandbox/playground/playground';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { Browser, Page } from 'playwright-core';
import { askForDecision } from '../../src/ui/entries.js';
import { Frame } from '../browser/frame.js';
import { fill, referenceIn } from '../e2e/acts.js';
import type { Theme } from './documents.js';
import type { Scene } from './scenes.js';

export type Pictures = Readonly<Record<Theme, Buffer>>;

/** Aurora Admin, the first item in the catalog. */
const itemId = 20_114;
const quality = 82;
/** The part of the channel above and below a message, in pixels. */
const edge = 8;

/** Runs the playground and takes pictures of it: the window after a verified purchase, then single messages. */
export async function photograph(
	browser: Browser,
	scenes: readonly Scene[],
): Promise<ReadonlyMap<Scene, Pictures>> {
	const playground = await Playground.open({ root: process.cwd(), port: 0, onStep: () => undefined });
	const pictures = new Map<Scene, Pictures>();
	const take = async (areMessages: boolean) => {
		for (const scene of scenes.filter(({ message }) => (message !== undefined) === areMessages)) {
			const [light, dark] = [
				await takeOne(browser, playground, scene, 'light'),
				await takeOne(browser, playground, scene, 'dark'),
			];
			pictures.set(scene, { light, dark });
		}
	};
	try {
		const askStaff = await verifyTwice(playground.stage);
		await take(false);
		await askStaff();
		await take(true);
	} finally {
		await playground.close();
	}
	return pictures;
}

/** A buyer verifies, a friend tries the same code, and a moderator opens the purchase; then the friend asks staff. */
async function verifyTwice({ people, channels, marketplace, discord }: Stage) {
	const { buyer, friend, moderator, admin } = people;
	const { code } = marketplace.addPurchase({ itemId });
	const verify = (person: Person) =>
		person.chatInput('verify', { code }, { channelId: channels.verify }).answered();
	await verify(buyer);
	const refused = await verify(friend);
	const { message } = await discord.events.waitFor(
		'message-created',
		({ message: { channel_id, content } }) => channel_id === channels.audit && content.includes(' verified '),
	);
	await moderator.press(message, `Open ••••${code.slice(-4)}`).answered();
	return async () => {
		const note = { note: 'I lost my old account.' };
		await fill(friend, refused, askForDecision.encode(referenceIn(refused)), note);
		await admin.chatInput('setup server', {}, { channelId: channels.audit }).answered();
	};
}

async function takeOne(
	browser: Browser,
	{ address, stage: { people, guild } }: Playground,
	{ viewport, scale, message }: Scene,
	theme: Theme,
): Promise<Buffer> {
	const context = await browser.newContext({
		viewport: message === undefined ? viewport : { ...viewport, height: 2_000 },
		deviceScaleFactor: scale,
		colorScheme: theme,
		reducedMotion: 'reduce',
		timezoneId: 'UTC',
	});
	try {
		const page = await context.newPage();
		await page.goto(address);
		const buyers = new Frame(page, guild.nameOf('user', people.buyer.id) ?? '');
		if (message !== undefined) {
			const [person, text] = message;
			await buyers.actAs(person);
			const frame = new Frame(page, person.split(' ')[0] ?? '');
			await frame.open('staff-audit');
			const shown = await frame.message(text);
			await page.waitForLoadState('networkidle');
			const { x, y, width, height } = (await shown.boundingBox()) ?? { x: 0, y: 0, ...viewport };
			return await webp(page, { x, y: y - edge, width, height: height + 2 * edge });
		}
		await buyers.open('verify');
		await buyers.message('Purchase verified');
		const staffs = new Frame(page, guild.nameOf('user', people.moderator.id) ?? '');
		// A phone shows one of the frames at a time.
		if (await staffs.root.isVisible()) {
			await staffs.open('staff-audit');
			await staffs.message('Linked to');
		}
		// An element under the mouse shows its actions.
		await page.mouse.move(0, 0);
		await page.waitForLoadState('networkidle');
		return await webp(page, { x: 0, y: 0, ...viewport });
	} finally {
		await context.close();
	}
}

/** A part of the page as WebP, a format that Playwright's own screenshots don't support. */
async function webp(
	page: Page,
	clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<Buffer> {
	const session = await page.context().newCDPSession(page);
	const options = { format: 'webp', quality, clip: { ...clip, scale: 1 } } as const;
	const { data } = await session.send('Page.captureScreenshot', options);
	return Buffer.from(data, 'base64');
}
