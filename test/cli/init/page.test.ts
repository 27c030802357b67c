import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSetupPage } from '../../../src/cli/init/page.js';
import { Setup } from '../../../src/cli/init/steps.js';

// Requests that must not get through to the page. Nothing here reaches Discord, because no answer looks like a token.

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const finish = async () => undefined;
const wrongToken = 'step=token&answer=a-secret-in-one-piece';

/** A page, and raw requests to it as any program can make them. */
async function openPage(host?: string) {
	const setup = new Setup('http://127.0.0.1:1');
	const page = await openSetupPage({ setup, host, port: 0 }, finish);
	onTestFinished(() => page.close());
	const { pathname, port, host: own } = new URL(page.address);
	async function ask(options: RequestOptions & { readonly body?: string } = {}) {
		const { body, headers, ...rest } = options;
		const sent = request({
			host: '127.0.0.1',
			port,
			path: pathname,
			...rest,
			headers: { host: own, ...headers },
		});
		sent.end(body);
		const [response] = (await once(sent, 'response')) as [IncomingMessage];
		const chunks = await response.setEncoding('utf8').toArray();
		return { status: response.statusCode, headers: response.headers, text: chunks.join('') };
	}
	const submit = (body: string, headers: object = {}, length = body.length) =>
		ask({
			method: 'POST',
			body,
			headers: { ...form, 'content-length': length, origin: `http://${own}`, ...headers },
		});
	return { page, setup, own, port, pathname, ask, submit };
}

const refused = { status: 403, text: '' };

describe('the page of the first start', () => {
	it('is shown only at an address with its code, which is random each time and has 128 bits', async () => {
		const { ask, own, pathname, submit } = await openPage();
		const { pathname: other } = await openPage();
		expect(other).not.toBe(pathname);
		expect(Buffer.from(pathname.slice(1), 'base64url')).toHaveLength(16);
		for (const path of [
			'/',
			'/state',
			other,
			`${other}/state`,
			`${pathname}x`,
			`/x${pathname}`,
			'//',
			'/%00',
		])
			expect(await ask({ path }), path).toMatchObject(refused);
		expect(await submit(wrongToken, {})).toMatchObject({ status: 303, headers: { location: pathname } });
		expect(await ask({ path: `${pathname}/state` })).toMatchObject({ status: 200, text: 'asking token 0' });
		expect(await ask({ method: 'PUT', headers: { origin: `http://${own}` } })).toMatchObject({ status: 405 });
	});

	it('doesn’t respond to host names that resolve here from elsewhere', async () => {
		const { ask, port } = await openPage();
		expect(await ask({ headers: { host: `localhost:${port}` } })).toMatchObject({ status: 200 });
		for (const host of [
			`evil.example:${port}`,
			`127.0.0.1.evil.example:${port}`,
			`evil@127.0.0.1:${port}`,
			'127.0.0.1:1',
			`192.168.1.5:${port}`,
		]) {
			expect(await ask({ headers: { host } }), host).toMatchObject(refused);
		}
	});

	it('accepts no answers from other sites, and can’t be embedded as an image or a frame', async () => {
		const { ask, submit, own } = await openPage();
		for (const origin of ['null', 'http://evil.example', `https://${own}`, 'http://127.0.0.1:1', '']) {
			expect(await submit(wrongToken, { origin }), origin).toMatchObject(refused);
		}
		const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
		expect(await submit(wrongToken, elsewhere)).toMatchObject(refused);
		for (const dest of ['image', 'script', 'iframe', 'empty']) {
			expect(await ask({ headers: { ...elsewhere, 'sec-fetch-dest': dest } }), dest).toMatchObject(refused);
		}
		// A link in a log, for example.
		const shown = await ask({ headers: elsewhere });
		expect(shown).toMatchObject({ status: 200 });
		expect(shown.text).not.toContain('role="alert"');
	});

	it('never shows a possible secret again', async () => {
		const { ask, submit, setup } = await openPage();
		await submit(wrongToken);
		expect((await ask()).text).toContain('That isn’t a bot token');
		expect((await ask()).text).not.toContain('a-secret-in-one-piece');
		setup.answers = { DISCORD_TOKEN: 'a.b.c', MEMBERS_INTENT: 'false', DISCORD_GUILD_ID: '1' };
		await submit(`step=address&answer=${encodeURIComponent('a secret in the wrong field')}`);
		expect((await ask()).text).toContain('It must start with');
		expect((await ask()).text).not.toContain('in the wrong field');
		await submit(`step=address&answer=${encodeURIComponent('http://"><script>alert(1)</script>')}`);
		expect((await ask()).text).not.toContain('"><script>alert');
	});

	it('loads nothing from other hosts and sends nothing to them', async () => {
		const { ask } = await openPage();
		const { headers, text } = await ask();
		expect(headers).toMatchObject({
			'cache-control': 'no-store',
			'referrer-policy': 'same-origin',
			'x-content-type-options': 'nosniff',
			'cross-origin-opener-policy': 'same-origin',
		});
		expect(String(headers['content-security-policy'])).toMatch(
			/^default-src 'none'; script-src 'nonce-\S+'; style-src 'nonce-\S+'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
		);
		for (const [link] of text.matchAll(/<a [^>]*>/g)) expect(link).toContain('rel="noopener noreferrer"');
		expect(text).not.toMatch(/ (?:src|srcset|on\w+)=/);
	});

	it('reads no more bytes than an answer can have', async () => {
		const { submit, ask } = await openPage();
		expect(await submit('a'.repeat(16 * 1024 + 1))).toMatchObject({ status: 413 });
		const endless = {
			method: 'POST',
			headers: { 'transfer-encoding': 'chunked', origin: (await openPage()).own },
		};
		expect((await ask(endless)).status).not.toBe(200);
	});

	it('responds only to private names if it is used from another machine, at any port, and warns that it isn’t encrypted', async () => {
		const { ask } = await openPage('127.0.0.1');
		for (const host of ['192.168.1.5:80', 'nas:9000', 'umbrel.local'])
			expect(await ask({ headers: { host } }), host).toMatchObject({ status: 200 });
		for (const host of ['evil.example', '203.0.113.5:8787', '169.254.169.254', 'user@nas'])
			expect(await ask({ headers: { host } }), host).toMatchObject(refused);
		expect((await ask()).text).toContain('This connection isn’t encrypted');
	});

	it('uses the next free port on this machine, but only the published one for other machines', async () => {
		const { page, setup } = await openPage();
		const port = Number(new URL(page.address).port);
		const next = await openSetupPage({ setup, host: undefined, port }, finish);
		onTestFinished(() => next.close());
		expect(Number(new URL(next.address).port)).toBeGreaterThan(port);
		const taken = openSetupPage({ setup, host: '127.0.0.1', port }, finish);
		await expect(taken).rejects.toMatchObject({ problems: [expect.stringContaining('SETUP_PORT')] });
	});

	it('stays available until its last page has been read, and no longer', async () => {
		const { page, setup, ask, submit } = await openPage();
		setup.answers = { DISCORD_TOKEN: 'a.b.c' };
		const ended = page.end('Something is <wrong>');
		expect(await submit('change=token')).toMatchObject({ status: 303 });
		expect(setup.answers).toEqual({ DISCORD_TOKEN: 'a.b.c' });
		expect((await ask()).text).toContain('Something is &#60;wrong&#62;');
		await ended;
		await expect(ask()).rejects.toThrow();
		// The bot fails weeks later, and shows nothing more.
		expect(await Promise.race([page.end('Something else'), setImmediate('waits')])).toBeUndefined();
	});
});
