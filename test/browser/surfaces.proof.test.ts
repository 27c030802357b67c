import { labelsOf, mediaOf, selectsOf, titleOf } from '@claimcheck/local-discord/reading';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openChromium } from '../../packages/local-discord/test/browser/chromium.js';
import type { MessageView } from '../../src/ui/message.js';
import { openSampleWorld, type SampleWorld } from '../pictures/sample-world.js';
import { now } from '../states/sample.js';
import type { FormState, State } from '../states/state.js';
import { surfaces } from '../states/surfaces.js';
import { Frame } from './frame.js';
import { phone, WatchedPage } from './watched-page.js';

// Everything that the bot says, drawn by the page, as wide as a phone. That each text is drawn as the
// terminal draws it, the page's own tests say; here is the whole page in a real browser.

const forms = surfaces.flatMap(({ states }) => states).filter((state): state is FormState => 'form' in state);

/** Pages of lists with as many entries as there can be. */
const fullLists = ['items', 'purchases', 'desk/whois-many'];

const maxPosted = 30;

/** A state as it was sent. */
interface Posted {
	readonly name: string;
	readonly view: MessageView;
	readonly id: string;
}

/** The page draws the last 40 messages of a channel, and more only when it is scrolled. */
function inParts(states: readonly State[]): readonly (readonly State[])[] {
	return states.length <= maxPosted
		? [states]
		: [states.slice(0, maxPosted), ...inParts(states.slice(maxPosted))];
}

describeInBrowser('every surface of the bot', () => {
	let browser: Browser;
	let world: SampleWorld;
	let address: string;
	/** By channel, each with a surface or a part of one. */
	const posted = new Map<string, Posted[]>();

	beforeAll(async () => {
		world = await openSampleWorld();
		const shown = surfaces.map(({ states }) => states.filter((it): it is State => 'show' in it));
		for (const [at, states] of shown.flatMap(inParts).entries()) {
			const channel = world.guild.addChannel({ name: `surface-${String(at).padStart(2, '0')}` });
			const sent: Posted[] = [];
			for (const state of states) {
				const view = await world.viewOf(state);
				const { messageId } = await world.bot.write(view, channel.id);
				sent.push({ name: state.name, view, id: messageId });
			}
			posted.set(channel.name, sent);
		}
		address = await world.openPage('mod');
		browser = await openChromium();
	});

	afterAll(async () => {
		await browser?.close();
		await world?.close();
	});

	async function open(options: typeof phone): Promise<WatchedPage> {
		const watched = await WatchedPage.open(browser, address, { ...options, timezoneId: 'UTC' });
		// "1 minute ago" is what it reads, however long all of them take to draw.
		await watched.page.clock.setFixedTime(Date.now());
		return watched;
	}

	/** Shows each channel in turn, with every message drawn, also those that are not scrolled to. */
	async function forEachChannel(
		watched: WatchedPage,
		look: (sent: readonly Posted[]) => Promise<void>,
	): Promise<void> {
		const frame = new Frame(watched.page, 'Mod');
		await watched.page.evaluate(`{
			const drawn = new CSSStyleSheet();
			drawn.replaceSync('message-entry { content-visibility: visible !important; }');
			document.adoptedStyleSheets.push(drawn);
		}`);
		for (const [channel, sent] of posted) {
			await frame.open(channel);
			await watched.page.locator(`[data-message-id="${sent.at(-1)?.id}"]`).waitFor();
			await watched.page.evaluate(`for (const image of document.images) image.loading = 'eager'`);
			await look(sent);
		}
	}

	it('is drawn whole on a phone, with pictures that are there, and nothing in it that axe-core finds', async () => {
		const watched = await open(phone);
		const heights = new Map<string, number>();
		await forEachChannel(watched, async (sent) => {
			for (const { name, view, id } of sent) {
				const message = watched.page.locator(`[data-message-id="${id}"]`);
				const sight = { nameOf: world.guild.nameOf, locale: 'en-US', now, timeZone: 'UTC' };
				expect(await message.innerText(), name).toContain(titleOf(view, sight));
				const controls = (await message.locator('button, a').allInnerTexts()).join('\n');
				for (const label of labelsOf(view)) expect(controls, name).toContain(label);
				expect(await message.locator('page-select').count(), name).toBe(selectsOf(view).length);
				const media = await message.locator('img, video').count();
				expect(media > 0, `${name} has pictures`).toBe(mediaOf(view).length > 0);
				const overflow = await message.evaluate((element) => element.scrollWidth - element.clientWidth);
				expect(overflow, `${name} is wider than its place`).toBeLessThanOrEqual(0);
				if (fullLists.includes(name)) heights.set(name, (await message.boundingBox())?.height ?? Infinity);
			}
			const broken = await watched.page.evaluate<readonly string[]>(`Promise.all(
				[...document.images].map((image) => image.decode().then(() => [], () => [image.alt])),
			).then((failed) => failed.flat())`);
			expect(broken).toEqual([]);
			await watched.expectAccessible('message-list');
		});
		// 844 pixels less the client's bars. Lists of a single screen are turned by their buttons, never scrolled.
		expect([...heights.keys()].toSorted()).toEqual(fullLists.toSorted());
		for (const [name, height] of heights) expect(height, name).toBeLessThanOrEqual(700);
	});

	it('opens every form, with each of its fields', async () => {
		const watched = await open(phone);
		for (const state of forms) {
			const form = world.formOf(state);
			await world.bot.openForm(form, () => world.people.mod.chatInput('verify'));
			const dialog = watched.page.getByRole('dialog', { name: form.title });
			await dialog.waitFor();
			const labels = [
				...JSON.stringify(form.components).matchAll(/"label":"([^"]+)","(?:description|component)/g),
			];
			for (const [, label = ''] of labels) {
				expect(await dialog.innerText(), state.name).toContain(label);
			}
			await watched.page.keyboard.press('Escape');
			await dialog.waitFor({ state: 'detached' });
		}
	});
});
