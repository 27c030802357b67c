import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import { get, keyOf, newSocket, nextFrame, portOf } from './raw-page.js';

// The page shows images chosen by strangers through its own server, which must fetch nothing else for them.

let discord: LocalDiscord;
let server: PageServer;
let shop: Server;
let shopUrl: string;
let mediaKey: string;
let asked: string[] = [];

const picture = Buffer.from('\x89PNG and so on', 'latin1');
const video = 'video/mp4';

function answerAsShop({ url = '' }: IncomingMessage, response: ServerResponse): void {
	asked.push(url);
	const send = (type: string, body: string | Buffer, headers = {}) =>
		response.writeHead(200, { 'Content-Type': type, ...headers }).end(body);
	const endless = () => {
		response.writeHead(200, { 'Content-Type': video });
		const more = () => {
			while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
		};
		response.on('drain', more);
		more();
	};
	const answers: Readonly<Record<string, () => unknown>> = {
		'/picture.png': () => send('image/png', picture),
		'/charset.png': () => send('image/png; charset=utf-8', picture),
		'/drawing.svg': () => send('image/svg+xml', '<svg onload="alert(1)"/>'),
		'/page.html': () => send('text/html', '<script>alert(1)</script>'),
		'/data.json': () => send('application/json', '{}'),
		'/near.png': () => send('image/png-but-not-quite', picture),
		'/none': () => response.writeHead(200).end(picture),
		'/moved.png': () => response.writeHead(302, { Location: '/picture.png' }).end(),
		'/missing.png': () => response.writeHead(404, { 'Content-Type': 'image/png' }).end(picture),
		'/said-large.mp4': () => send(video, '', { 'Content-Length': 1_000_000_000 }),
		'/endless.mp4': endless,
		'/bomb.mp4': () => send(video, gzipSync(Buffer.alloc(100_000_000)), { 'Content-Encoding': 'gzip' }),
		'/silent.png': () => undefined,
	};
	answers[url]?.();
}

beforeAll(async () => {
	shop = createServer(answerAsShop).listen(0, '127.0.0.1');
	await once(shop, 'listening');
	shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
	discord = await startLocalDiscord();
	server = await startPage(discord, { title: 'Test', people: [], webRoot: '', mediaOrigins: [shopUrl] });
	const socket = newSocket(server);
	mediaKey = (await nextFrame(socket, 'world')).world.mediaKey;
	socket.terminate();
});

beforeEach(() => {
	asked = [];
});

afterAll(async () => {
	await server.close();
	await discord.close();
	shop.closeAllConnections();
	shop.close();
});

function pathOf(address: string, key = mediaKey): string {
	return `/media/${key}?url=${encodeURIComponent(address)}`;
}

/** Not `once`, for which a broken connection is an error: here it is expected. */
function closed(message: IncomingMessage): Promise<void> {
	message.on('error', () => undefined);
	return new Promise((resolve) => message.once('close', () => resolve()));
}

/** The number of bytes that arrive, and whether the response was complete. */
async function download(address: string): Promise<{ bytes: number; isWhole: boolean }> {
	const asking = request({ host: '127.0.0.1', port: portOf(server), path: pathOf(address) }).end();
	const [response] = (await once(asking, 'response')) as [IncomingMessage];
	let bytes = 0;
	response.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
	});
	await closed(response);
	return { bytes, isWhole: response.complete };
}

describe('a picture', () => {
	it('from an allowed place is served by the page itself', async () => {
		const answer = await get(server, pathOf(`${shopUrl}/picture.png`));
		expect(answer.status).toBe(200);
		expect(answer.body).toContain('PNG and so on');
		expect(answer.headers).toMatchObject({
			'content-type': 'image/png',
			'x-content-type-options': 'nosniff',
			'content-security-policy': expect.stringContaining("default-src 'none'"),
			'cross-origin-resource-policy': 'same-origin',
		});
	});

	it('is served with the type it was accepted as, and no other headers', async () => {
		const { headers } = await get(server, pathOf(`${shopUrl}/charset.png`));
		expect(headers['content-type']).toBe('image/png');
	});

	it('is not served without its key, nor with the page’s', async () => {
		const address = `${shopUrl}/picture.png`;
		for (const key of ['x'.repeat(32), keyOf(server), mediaKey.slice(1)]) {
			expect(await get(server, pathOf(address, key))).toMatchObject({ status: 403, body: '' });
		}
		expect((await get(server, `/media/?url=${encodeURIComponent(address)}`)).status).toBe(404);
		expect(asked).toEqual([]);
	});

	it.each([
		['another port', () => `${shopUrl}1/picture.png`],
		['another host', () => 'http://attacker.example/picture.png'],
		['a host behind a user of that name', () => `${shopUrl}@127.0.0.1:1/picture.png`],
		['a user at the right host', () => shopUrl.replace('//', '//user:pass@').concat('/picture.png')],
		['another protocol', () => shopUrl.replace('http:', 'https:').concat('/picture.png')],
		['a file', () => 'file:///etc/passwd'],
		['data', () => 'data:image/png;base64,AAAA'],
		['no address', () => '/picture.png'],
		['nothing', () => ''],
	])('of %s is not requested', async (_, address) => {
		expect(await get(server, pathOf(address()))).toMatchObject({ status: 404, body: '' });
		expect(asked).toEqual([]);
	});

	it('without an address is not found', async () => {
		expect((await get(server, `/media/${mediaKey}`)).status).toBe(404);
	});

	it('never causes a request to Discord in the bot’s name, however its path is written', async () => {
		const { origin } = new URL(discord.apiUrl);
		for (const path of ['/api/v10/users/@me', '/attachments/../api/v10/users/@me', '/%61pi/v10/users/@me']) {
			expect((await get(server, pathOf(origin + path))).status).toBe(404);
		}
		expect(discord.calls.list()).toEqual([]);
	});

	it('isn’t loaded from the target of a redirect', async () => {
		expect((await get(server, pathOf(`${shopUrl}/moved.png`))).status).toBe(404);
		expect(asked).toEqual(['/moved.png']);
	});

	it.each([
		'/drawing.svg',
		'/page.html',
		'/data.json',
		'/near.png',
		'/none',
		'/missing.png',
		'/said-large.mp4',
	])('is refused if it arrives as %s', async (path) => {
		expect(await get(server, pathOf(shopUrl + path))).toMatchObject({ status: 404, body: '' });
		expect(asked).toEqual([path]);
	});

	it.each(['/endless.mp4', '/bomb.mp4'])(
		'is cut off during transfer if it is as large as %s',
		async (path) => {
			const { bytes, isWhole } = await download(shopUrl + path);
			expect(isWhole).toBe(false);
			expect(bytes).toBeLessThanOrEqual(30_000_000);
			expect(bytes).toBeGreaterThan(0);
		},
	);

	it('stops loading if no request waits for it anymore', async () => {
		const coming = once(shop, 'request');
		const asking = request({
			host: '127.0.0.1',
			port: portOf(server),
			path: pathOf(`${shopUrl}/silent.png`),
		}).end();
		asking.on('error', () => undefined);
		onTestFinished(() => void asking.destroy());
		const [atShop] = (await coming) as [IncomingMessage];
		asking.destroy();
		await closed(atShop);
		expect(asked).toEqual(['/silent.png']);
		// Before the server's own timeout for a shop ends it.
	}, 20_000);
});
