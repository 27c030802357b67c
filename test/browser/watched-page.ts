import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { type Goal, goals, pressCounter } from './goals.js';

/** How the page is viewed. */
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

/** A page in the browser that records everything that must never happen on it. */
export class WatchedPage {
	readonly page: Page;
	/** Errors in the console, uncaught errors, dialogs, and requests that leave the machine. */
	readonly faults: string[] = [];

	/**
	 * Opens an address in a separate browser context, after `before` has prepared the empty page. The page is closed
	 * after the test, which fails for any fault.
	 */
	static async open(
		browser: Browser,
		address: string,
		options: BrowserContextOptions,
		before: (page: Page) => Promise<void> = async () => undefined,
	): Promise<WatchedPage> {
		const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
		// If an element is still missing by then, it never comes: the fault is reported at the step that needs it.
		context.setDefaultTimeout(20_000);
		await context.addInitScript(pressCounter);
		const watched = new WatchedPage(await context.newPage(), new URL(address).origin);
		onTestFinished(async () => {
			await context.close();
			expect(watched.faults).toEqual([]);
		});
		await before(watched.page);
		await watched.page.goto(address);
		await watched.page.getByRole('heading', { level: 1 }).waitFor();
		return watched;
	}

	private constructor(page: Page, origin: string) {
		this.page = page;
		const socket = origin.replace('http', 'ws');
		page.on('console', (message) => {
			if (['error', 'warning'].includes(message.type())) this.faults.push(`console: ${message.text()}`);
		});
		page.on('pageerror', (error) => this.faults.push(`error: ${error}`));
		page.on('dialog', (dialog) => {
			this.faults.push(`dialog: ${dialog.message()}`);
			void dialog.dismiss();
		});
		page.on('request', (request) => {
			const url = request.url();
			const isOwn = new URL(url).origin === origin || /^(?:blob|data):/.test(url);
			if (!isOwn) this.faults.push(`request: ${url}`);
		});
		page.on('websocket', (opened) => {
			if (new URL(opened.url()).origin !== socket) this.faults.push(`socket: ${opened.url()}`);
		});
	}

	/** Expects the goal to be reached in exactly as many presses as the table says. */
	async reach(goal: Goal, way: () => Promise<unknown>): Promise<void> {
		const before = await this.#presses();
		await way();
		expect((await this.#presses()) - before, goal).toBe(goals[goal]);
	}

	/** Expects axe-core to find nothing within `selector`, not even a minor problem, in light and dark. */
	async expectAccessible(selector = 'body'): Promise<void> {
		for (const colorScheme of ['light', 'dark'] as const) {
			await this.page.emulateMedia({ colorScheme });
			expect(await this.#accessFaults(selector), `in ${colorScheme}`).toEqual([]);
		}
	}

	async #presses(): Promise<number> {
		return this.page.evaluate<number>('presses');
	}

	async #accessFaults(selector: string): Promise<string[]> {
		// Not injected as a script element, which the page's policy forbids.
		await this.page.evaluate(axe.source);
		const { violations } = await this.page.evaluate<axe.AxeResults>(
			`axe.run(${JSON.stringify(selector)}, { resultTypes: ['violations'] })`,
		);
		return violations.flatMap(({ id, nodes }) =>
			nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
		);
	}
}
