import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { pictureAt } from '../../../src/cli/init/picture.js';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);

/** @returns the address of a shop with this response, and how often it was called */
async function openShop(answer: RequestListener) {
	const asked = { count: 0 };
	const server = createServer((request, response) => {
		asked.count += 1;
		answer(request, response);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	onTestFinished(() => void server.close());
	return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('an image from the operator’s own shop is embedded in the page', async () => {
	const { origin } = await openShop((_, response) => response.end(png));
	expect(await pictureAt(`${origin}/a.png`, origin)).toBe(`data:image/png;base64,${png.toString('base64')}`);
});

it('a shop can’t send the bot to another machine in its network, nor through a redirect', async () => {
	const { asked, origin } = await openShop((_, response) => response.end(png));
	const other = await openShop((_, response) => response.writeHead(302, { location: origin }).end());
	for (const address of [
		origin,
		'http://169.254.169.254/',
		'https://192.168.1.1/',
		'file:///etc/passwd',
		'nothing',
	])
		expect(await pictureAt(address, 'https://market.example'), address).toBeUndefined();
	expect(await pictureAt(other.origin, other.origin)).toBeUndefined();
	expect([asked.count, other.asked.count]).toEqual([0, 1]);
});

it.each<[string, Buffer]>([
	['a page', Buffer.from('<svg onload="alert(1)">')],
	['an endless one', Buffer.concat([png, Buffer.alloc(300_000)])],
	['nothing', Buffer.alloc(0)],
])('%s is not accepted as an image', async (_, body) => {
	const { origin } = await openShop((_request, response) => response.end(body));
	expect(await pictureAt(origin, origin)).toBeUndefined();
});
