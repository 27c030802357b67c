import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { discordPictures } from '../../../src/discord/channels/discord-pictures.js';
import type { Pictures } from '../../../src/messages/mailbox.js';

const mebibyte = 1024 * 1024;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const files: Readonly<Record<string, Buffer>> = {
	'/png': png,
	'/jpg': Buffer.from('ffd8ffe000104a464946000101000001', 'hex'),
	'/webp': Buffer.from('524946460000000057454250565038200000', 'hex'),
	'/pdf': Buffer.from('%PDF-1.7 no picture'),
	'/svg': Buffer.from('<svg onload="alert(1)"/>'),
	'/short': Buffer.from('8950', 'hex'),
};

const asked: IncomingMessage[] = [];
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
	asked.push(request);
	const { url = '' } = request;
	if (url === '/elsewhere') response.writeHead(302, { location: '/png' }).end();
	else if (url === '/busy') response.writeHead(503).end();
	else if (url === '/endless') {
		response.write(png);
		const more = () => void (response.destroyed || response.write(Buffer.alloc(mebibyte), more));
		more();
	} else response.writeHead(files[url] ? 200 : 404).end(files[url]);
});
let origin = '';
let pictures: Pictures;

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	pictures = discordPictures(`${origin}/api`);
});
afterAll(() => {
	server.close();
	server.closeAllConnections();
});
beforeEach(() => asked.splice(0));

const fetched = async (...paths: string[]) =>
	(await pictures.fetch(paths.map((path) => origin + path))).map(({ name }) => name);

describe('members’ pictures', () => {
	it.each([
		['png', true],
		['jpg', true],
		['webp', true],
		['pdf', false],
		['svg', false],
		['short', false],
		['deleted', false],
		['elsewhere', false],
	])('are recognized by their first bytes: %s is %s', async (name, is) => {
		expect(await pictures.isPicture({ address: `${origin}/${name}`, size: 20 })).toBe(is);
	});

	it('aren’t requested if they are too large, and an endless one is aborted', async () => {
		expect(await pictures.isPicture({ address: `${origin}/png`, size: 8 * mebibyte + 1 })).toBe(false);
		expect(asked).toEqual([]);
		expect(await fetched('/endless')).toEqual([]);
	});

	it('skip expired links and other files, and are requested without the bot’s token', async () => {
		expect(await fetched('/pdf', '/png', '/deleted', '/jpg')).toEqual(['2.png', '4.jpg']);
		expect(asked.map(({ headers }) => headers.authorization)).toEqual(asked.map(() => undefined));
	});

	it('are requested again if Discord doesn’t respond', async () => {
		await expect(fetched('/png', '/busy')).rejects.toThrow('503');
		expect(await pictures.isPicture({ address: `${origin}/busy`, size: 20 })).toBe(true);
	});

	it.each([
		'https://cdn.discordapp.com.evil.example/1.png',
		'https://cdn.discordapp.com@evil.example/1.png',
		'http://cdn.discordapp.com/1.png',
		'http://127.0.0.1:1/1.png',
		'file:///etc/passwd',
		'none',
	])('are requested only from Discord’s hosts, not from %s', async (address) => {
		expect(await pictures.fetch([address])).toEqual([]);
		expect(await pictures.isPicture({ address, size: 20 })).toBe(false);
	});
});
