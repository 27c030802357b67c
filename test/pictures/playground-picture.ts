import { Playground } from '@claimcheck/sandbox/playground/playground';
import type { Stage } from '@claimcheck/sandbox/stage';
import type { Browser } from 'playwright-core';
import { Frame } from '../browser/frame.js';
import { webp } from './phone-page.js';
import type { Theme } from './picture-markup.js';
import type { PlaygroundScene } from './scenes.js';
import type { Pictures } from './studio.js';

/** Aurora Admin, the first of the catalogue. */
const itemId = 20_114;

/** The playground just after a buyer has verified a purchase. */
export async function photographPlayground(browser: Browser, scene: PlaygroundScene): Promise<Pictures> {
	const playground = await Playground.open({ root: process.cwd(), port: 0, onStep: () => undefined });
	try {
		await play(playground.stage);
		const take = (theme: Theme) => photograph(browser, playground, scene, theme);
		return { light: await take('light'), dark: await take('dark') };
	} finally {
		await playground.close();
	}
}

/** A buyer verifies, a friend comes with the same code, and a moderator opens the purchase. */
async function play({ people, channels, marketplace, discord }: Stage): Promise<void> {
	const { buyer, friend, moderator } = people;
	const { code } = marketplace.addPurchase({ itemId });
	for (const person of [buyer, friend]) {
		await person.chatInput('verify', { code }, { channelId: channels.verify }).answered();
	}
	const { message } = await discord.events.waitFor(
		'message-created',
		({ message: { channel_id, content } }) => channel_id === channels.audit && content.includes(' verified '),
	);
	await moderator.press(message, `Open ••••${code.slice(-4)}`).answered();
}

async function photograph(
	browser: Browser,
	{ address, stage }: Playground,
	{ viewport, scale }: PlaygroundScene,
	theme: Theme,
): Promise<Buffer> {
	const { buyer, moderator } = stage.people;
	const context = await browser.newContext({
		viewport,
		deviceScaleFactor: scale,
		colorScheme: theme,
		reducedMotion: 'reduce',
		timezoneId: 'UTC',
	});
	try {
		const page = await context.newPage();
		await page.goto(address);
		const buyers = new Frame(page, stage.guild.nameOf('user', buyer.id) ?? '');
		await buyers.open('verify');
		await buyers.message('Purchase verified');
		const staffs = new Frame(page, stage.guild.nameOf('user', moderator.id) ?? '');
		// A phone shows one of them at a time.
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
