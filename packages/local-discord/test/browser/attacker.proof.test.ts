import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LocalDiscord } from '../../src/local-discord.js';
import type { PageServer } from '../../src/page/page-server.js';
import { keyProtocolPrefix, socketProtocol } from '../../src/page/protocol.js';
import { api } from '../raw-api.js';
import { describeInBrowser, openChromium } from './chromium.js';
import { SmallServer } from './small-server.js';

// A stranger's page in the same browser, on another port of this machine, which is as close as an attacker can get.

const strangersPage = `<!doctype html><title>Kittens</title><script>
const outcomeOf = (element, url) => new Promise((resolve) => {
	element.onload = () => resolve('loaded');
	element.onerror = () => resolve('refused');
	element.rel = 'stylesheet';
	element[element.tagName === 'LINK' ? 'href' : 'src'] = url;
	document.head.append(element);
});
const attacks = {
	read: (url, mode) => fetch(url, { mode }).then(
		async (answer) => [answer.type, answer.status, await answer.text()].join(' '),
		() => 'failed',
	),
	include: (name, url) => outcomeOf(document.createElement(name), url),
	open: (url, protocols) => new Promise((resolve) => {
		const socket = new WebSocket(url, protocols);
		socket.onopen = () => resolve('open');
		socket.onerror = () => resolve('refused');
	}),
	frame: (url) => outcomeOf(document.createElement('iframe'), url),
	popUp: (url) => { attacks.popup = window.open(url); },
	isHeld: () => !attacks.popup.closed,
};
</script>`;
/** The smallest PNG. */
const pixel =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describeInBrowser('a stranger’s page', () => {
	let browser: Browser;
	let stage: SmallServer;
	let discord: LocalDiscord;
	let server: PageServer;
	let attacker: Server;
	let page: Page;
	let target: string;
	let own: Page;
	/** The address of one of the page's images, including its key. */
	let picture: string;

	beforeAll(async () => {
		stage = await SmallServer.open();
		({ discord, page: server } = stage);
		attacker = createServer((_, response) => {
			response.writeHead(200, { 'Content-Type': 'text/html' }).end(strangersPage);
		}).listen(0, '127.0.0.1');
		await once(attacker, 'listening');
		target = new URL(server.address).origin;
		browser = await openChromium();
		// The owner has the page open in the same browser, which shares the socket, the storage and the cache.
		const context = await browser.newContext();
		own = await context.newPage();
		const socket = own.waitForEvent('websocket');
		const frame = socket.then((it) => it.waitForEvent('framereceived'));
		await own.goto(server.address);
		await own.getByText('Northlight').first().waitFor();
		const { mediaKey } = JSON.parse(String((await frame).payload)).world;
		picture = `${target}/media/${mediaKey}?url=${encodeURIComponent(await upload(discord, stage.ana.channelId))}`;
		page = await context.newPage();
	});

	afterAll(async () => {
		await browser.close();
		attacker.close();
		await stage.close();
	});

	beforeEach(async () => {
		await page.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}/`);
	});

	/** Runs an attack by the stranger's page. */
	const attack = (name: string, ...args: unknown[]) =>
		page.evaluate(`attacks.${name}(...${JSON.stringify(args)})`);

	it.each(['/', '/playground.js', '/media/x?url=y', '/socket'])('can’t read %s', async (path) => {
		expect(await attack('read', target + path, 'cors')).toBe('failed');
		// Without CORS, a response is opaque at best; here the resource policy refuses even that.
		expect(await attack('read', target + path, 'no-cors')).toBe('failed');
	});

	it('can’t open a socket, not even with the key', async () => {
		const key = new URL(server.address).hash.slice('#key='.length);
		const before = server.viewerCount;
		const protocols = [socketProtocol, keyProtocolPrefix + key];
		expect(await attack('open', `${target.replace('http', 'ws')}/socket`, protocols)).toBe('refused');
		expect(server.viewerCount).toBe(before);
	});

	it.each([
		['script', '/playground.js'],
		['link', '/playground.css'],
		['img', '/icon.svg'],
	])('can’t include the page’s files with <%s>', async (element, path) => {
		expect(await attack('include', element, target + path)).toBe('refused');
		expect((await fetch(target + path)).status).toBe(200);
	});

	it('can’t show the page’s images, even with their key', async () => {
		expect(await attack('include', 'img', picture)).toBe('refused');
		const inOwn = `new Promise((resolve) => {
			const image = new Image();
			image.onload = () => resolve('loaded');
			image.onerror = () => resolve('refused');
			image.src = ${JSON.stringify(picture)};
		})`;
		expect(await own.evaluate(inOwn)).toBe('loaded');
	});

	it('can’t put the page into a frame', async () => {
		await attack('frame', server.address);
		const [, frame] = page.frames();
		expect(await frame?.locator('playground-page').count()).toBe(0);
	});

	it('keeps no handle on a window in which it opens the page', async () => {
		const [opened] = await Promise.all([page.waitForEvent('popup'), attack('popUp', server.address)]);
		await opened.getByText('Northlight').first().waitFor();
		await expect.poll(() => attack('isHeld')).toBe(false);
		expect(await opened.evaluate('window.opener')).toBeNull();
		await opened.close();
	});
});

/** Has the bot send an image, and returns its address. */
async function upload(discord: LocalDiscord, channelId: string): Promise<string> {
	const body = new FormData();
	body.set('payload_json', '{"content": "A picture"}');
	body.set('files[0]', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'pixel.png');
	const sent = await api(discord, 'POST', `/channels/${channelId}/messages`, body);
	const { attachments } = sent.body as { attachments: { url: string }[] };
	return attachments[0]?.url ?? '';
}
