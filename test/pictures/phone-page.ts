import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Theme } from './picture-markup.js';

/** An iPhone's width, and a scale at which text is sharp on the screens that people read documents on. */
const viewport = { width: 390, height: 2000 };
const scale = 2;
const quality = 82;
/** Of the channel above and below a message, in pixels. */
const edge = 8;

/** A page of the local Discord at the width of a phone, to take pictures of. Close it when done. */
export class PhonePage {
	readonly #context: BrowserContext;
	readonly #page: Page;

	static async open(
		browser: Browser,
		{ address, theme, now }: { readonly address: string; readonly theme: Theme; readonly now: number },
	): Promise<PhonePage> {
		const context = await browser.newContext({
			viewport,
			deviceScaleFactor: scale,
			colorScheme: theme,
			reducedMotion: 'reduce',
			locale: 'en-US',
			timezoneId: 'UTC',
		});
		const page = await context.newPage();
		await page.clock.setFixedTime(now);
		await page.goto(address);
		await page.getByRole('log').waitFor({ state: 'attached' });
		return new PhonePage(context, page);
	}

	private constructor(context: BrowserContext, page: Page) {
		this.#context = context;
		this.#page = page;
	}

	/** The message alone, without the phone around it. */
	async photographMessage(id: string): Promise<Buffer> {
		const message = this.#page.locator(`[data-message-id="${id}"]`);
		return this.#photograph(this.#page.locator('message-entry').filter({ has: message }), edge);
	}

	/** The form that is open, which is closed afterwards. */
	async photographForm(): Promise<Buffer> {
		const picture = await this.#photograph(this.#page.getByRole('dialog'));
		await this.#page.keyboard.press('Escape');
		return picture;
	}

	async close(): Promise<void> {
		await this.#context.close();
	}

	async #photograph(what: Locator, margin = 0): Promise<Buffer> {
		await what.waitFor();
		await what.evaluate(async (element) => {
			await element.ownerDocument.fonts.ready;
			const images = [...element.querySelectorAll('img')];
			const videos = [...element.querySelectorAll('video')].filter(({ readyState }) => readyState < 4);
			await Promise.all([
				...images.map((image) => image.decode()),
				...videos.map((video) => new Promise((resolve) => video.addEventListener('canplaythrough', resolve))),
			]);
		});
		const box = await what.boundingBox();
		if (box === null) throw new Error('What is to be photographed is not drawn');
		const { x, y, width, height } = box;
		return webp(this.#page, { x, y: y - margin, width, height: height + 2 * margin });
	}
}

/** A part of the page as WebP, which Playwright's own screenshots can't be. */
export async function webp(
	page: Page,
	clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<Buffer> {
	const session = await page.context().newCDPSession(page);
	const { data } = await session.send('Page.captureScreenshot', {
		format: 'webp',
		quality,
		clip: { ...clip, scale: 1 },
	});
	await session.detach();
	return Buffer.from(data, 'base64');
}
