import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import { keyProtocolPrefix, socketProtocol } from '../../src/page/protocol.js';
import {
	act,
	closeOf,
	get,
	keyOf,
	nextFrame,
	openSocket,
	outcomeOf,
	portOf,
	type RawAnswer,
	sendRaw,
} from './raw-page.js';

// The attackers: a stranger's web page in the same browser, another program on this machine, and the author of the
// page's content. None of them has the key.

let discord: LocalDiscord;
let server: PageServer;
let folder: string;
let evil: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'page-attacks-'));
	await writeFile(join(folder, 'index.html'), '<p>The page</p>');
	await writeFile(join(folder, 'page.js'), 'export {};');
	await writeFile(join(folder, '.hidden.txt'), 'hidden');
	await writeFile(join(folder, 'notes.json'), '{}');
	discord = await startLocalDiscord();
	const guild = discord.createGuild({ name: 'Northlight' });
	const ana = discord.person(guild, { name: 'Ana' });
	server = await startPage(discord, {
		title: 'Test',
		webRoot: folder,
		people: [{ userId: ana.id, guildId: guild.id, alias: 'member' }],
		acts: { wait: () => new Promise(() => undefined) },
	});
	evil = 'http://127.0.0.1:1';
});

afterAll(async () => {
	await server.close();
	await discord.close();
	await rm(folder, { recursive: true });
});

/** Headers that every response must carry. */
function expectSafe({ headers }: RawAnswer): void {
	expect(headers['content-security-policy']).toContain("default-src 'none'");
	expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
	expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
	expect(headers).toMatchObject({
		'x-content-type-options': 'nosniff',
		'referrer-policy': 'no-referrer',
		'cross-origin-opener-policy': 'same-origin',
		'cross-origin-resource-policy': 'same-origin',
		'cache-control': 'no-store',
	});
	expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
}

describe('the server', () => {
	const others = Object.values(networkInterfaces())
		.flatMap((all) => all ?? [])
		.map(({ address }) => address)
		.filter((address) => address !== '127.0.0.1' && !address.startsWith('fe80'));

	it.each([...new Set([...others, '::1', '127.0.0.2'])])('does not listen on %s', async (address) => {
		const socket = connect(portOf(server), address);
		const outcome = await Promise.race([
			once(socket, 'connect').then(() => 'connected'),
			once(socket, 'error').then(() => 'refused'),
		]).catch(() => 'refused');
		socket.destroy();
		expect(outcome).toBe('refused');
	});

	it('has a new key at each start, only in the fragment', async () => {
		const other = await startPage(discord, { title: 'Other', people: [], webRoot: folder });
		expect(keyOf(server)).toMatch(/^[\w-]{32}$/);
		expect(keyOf(other)).not.toBe(keyOf(server));
		const { search, pathname } = new URL(server.address);
		expect({ search, pathname }).toEqual({ search: '', pathname: '/' });
		await other.close();
	});
});

describe('a request', () => {
	it('is answered at the server’s own addresses', async () => {
		const answer = await get(server, '/');
		expect(answer).toMatchObject({ status: 200, body: '<p>The page</p>' });
		expectSafe(answer);
		expect((await get(server, '/', { Host: `localhost:${portOf(server)}` })).status).toBe(200);
	});

	it.each([
		['of a name that points here (DNS rebinding)', () => `attacker.example:${portOf(server)}`],
		['of a name that begins alike', () => `127.0.0.1.attacker.example:${portOf(server)}`],
		['with a user before the address', () => `127.0.0.1:${portOf(server)}@attacker.example`],
		['of another port', () => '127.0.0.1:80'],
		['without a port', () => '127.0.0.1'],
		['of all addresses', () => `0.0.0.0:${portOf(server)}`],
		['that is empty', () => ''],
		['that is missing', () => undefined],
	])('is refused with a Host %s', async (_, host) => {
		const answer = await get(server, '/', { Host: host() });
		expect(answer).toMatchObject({ status: 403, body: '' });
		expectSafe(answer);
	});

	it.each([
		['another port', () => evil],
		['a sandboxed frame or a file', () => 'null'],
		['the same address by https', () => `https://127.0.0.1:${portOf(server)}`],
		['another name of this machine', () => `http://localhost:${portOf(server)}`],
		['a name that begins alike', () => `${new URL(server.address).origin}.attacker.example`],
		['nowhere', () => ''],
	])('is refused with the Origin of %s', async (_, origin) => {
		const answer = await get(server, '/page.js', { Origin: origin() });
		expect(answer.status).toBe(403);
		expectSafe(answer);
	});

	it.each([
		['a script of another site', 'cross-site', 'no-cors', 'script', '/page.js'],
		['a picture of another port', 'same-site', 'no-cors', 'image', '/icon.svg'],
		['a frame of another site', 'cross-site', 'navigate', 'iframe', '/'],
		['a tab that is sent to a file', 'cross-site', 'navigate', 'document', '/page.js'],
	])('is refused if it is %s, although it has no Origin', async (_, site, mode, destination, path) => {
		const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': destination };
		expect((await get(server, path, headers)).status).toBe(403);
	});

	it('is answered if it comes from the page itself, a typed address or a link', async () => {
		const link = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
		expect((await get(server, '/page.js', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
		expect((await get(server, '/', { ...link, 'Sec-Fetch-Site': 'none' })).status).toBe(200);
		expect((await get(server, '/', { ...link, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(200);
	});

	it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])(
		'is refused with the method %s',
		async (method) => {
			const answer = await get(server, '/', {}, method);
			expect(answer).toMatchObject({ status: 405, body: '', headers: { allow: 'GET' } });
			expectSafe(answer);
		},
	);

	it.each([
		'/../page-server.js',
		'/..%2fpackage.json',
		'/%2e%2e/package.json',
		'/..\\package.json',
		'/.hidden.txt',
		'/notes.json',
		'//etc/passwd',
		'/page.js/',
		'/page.js%00.html',
		'/assets/page.js',
		'/index.html.',
		'/__proto__',
		'/constructor.js',
	])('finds nothing for %s', async (path) => {
		const answer = await get(server, path);
		expect(answer).toMatchObject({ status: 404, body: '' });
		expectSafe(answer);
	});

	it.each([
		['that is a whole address', 400, 'GET http://a.example/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n'],
		['that is no HTTP', 400, 'HELLO\r\n\r\n'],
		['with two lengths', 400, 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
		['with a header without end', 400, `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`],
		['with an odd expectation', 403, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: the worst\r\n\r\n'],
		// Closed without a response, which is Node.js' own behavior.
		['that tunnels', 0, 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n'],
	])('%s is refused with %i, and the server continues', async (_, status, text) => {
		const sent = text.replace('PORT', String(portOf(server)));
		const answer = await sendRaw(portOf(server), sent.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
		expect(answer.status).toBe(status);
		if (answer.status !== 0) expectSafe(answer);
		expect((await get(server, '/')).status).toBe(200);
	});
});

describe('a page whose port is forwarded', () => {
	const name = 'octocat-parakeet-4020.app.github.dev';
	let forwarded: PageServer;
	beforeAll(async () => {
		forwarded = await startPage(discord, { title: 'Test', people: [], webRoot: folder, forwardedHost: name });
	});
	afterAll(() => forwarded.close());
	const local = () => `localhost:${portOf(forwarded)}`;

	it('prints the address of the proxy, and keeps its own address', async () => {
		expect(forwarded.forwardedAddress).toBe(`https://${name}/#key=${keyOf(forwarded)}`);
		expect(forwarded.address).toBe(`http://127.0.0.1:${portOf(forwarded)}/#key=${keyOf(forwarded)}`);
		expect(server.forwardedAddress).toBeUndefined();
		expect((await get(forwarded, '/', { Origin: `http://127.0.0.1:${portOf(forwarded)}` })).status).toBe(200);
	});

	it.each([
		['passes everything on', () => ({ Host: name, Origin: `https://${name}` })],
		['replaces the Host', () => ({ Host: local(), 'X-Forwarded-Host': name, Origin: `https://${name}` })],
		['replaces both', () => ({ Host: local(), 'X-Forwarded-Host': name, Origin: `http://${local()}` })],
		['replaces the Origin', () => ({ Host: name, Origin: `http://${local()}` })],
	])('responds to a proxy that %s, with files and socket', async (_, headers) => {
		const { Origin, ...others } = headers();
		expect((await get(forwarded, '/page.js', headers())).status).toBe(200);
		expect(await outcomeOf(openSocket(forwarded, { origin: Origin, headers: others }))).toBe('open');
	});

	it.each([
		['a name that points here (DNS rebinding)', () => ({ Host: `attacker.example:${portOf(forwarded)}` })],
		['a name that ends alike', () => ({ Host: `evil-${name}` })],
		['a name above it', () => ({ Host: 'app.github.dev' })],
		['a name below it', () => ({ Host: `x.${name}` })],
		['another codespace', () => ({ Host: 'evil-4020.app.github.dev' })],
		['another port of this codespace', () => ({ Host: 'octocat-parakeet-4021.app.github.dev' })],
		['the name with a port', () => ({ Host: `${name}:4020` })],
		['the name behind a user', () => ({ Host: `${name}@attacker.example` })],
		['the name with a dot at its end', () => ({ Host: `${name}.` })],
		['another name asked for', () => ({ Host: local(), 'X-Forwarded-Host': 'attacker.example' })],
		['two names asked for', () => ({ Host: local(), 'X-Forwarded-Host': `${name}, attacker.example` })],
		['a foreign Host behind the name asked for', () => ({ Host: 'a.example', 'X-Forwarded-Host': name })],
		['an Origin elsewhere', () => ({ Host: name, Origin: 'https://evil-4020.app.github.dev' })],
		['its Origin without TLS', () => ({ Host: name, Origin: `http://${name}` })],
		['an Origin of another port here', () => ({ Host: name, Origin: 'http://localhost:1' })],
		['no Origin worth the name', () => ({ Host: name, Origin: 'null' })],
		['the name as Origin, unforwarded', () => ({ Host: local(), Origin: `https://${name}` })],
	])('refuses %s, for files and socket', async (_, headers) => {
		const { Origin, ...others } = { Origin: `https://${name}`, ...headers() };
		const answer = await get(forwarded, '/page.js', headers());
		expect(answer).toMatchObject({ status: 403, body: '' });
		expectSafe(answer);
		expect(await outcomeOf(openSocket(forwarded, { origin: Origin, headers: others }))).toBe(403);
	});

	it('has no socket without the key, or for a page that sends no Origin', async () => {
		const headers = { Host: name };
		const origin = `https://${name}`;
		expect(await outcomeOf(openSocket(forwarded, { origin, headers, key: 'x'.repeat(32) }))).toBe(403);
		expect(await outcomeOf(openSocket(forwarded, { origin: undefined, headers } as never))).toBe(403);
	});

	it('is refused by a page that is not configured for it', async () => {
		expect((await get(server, '/', { Host: name })).status).toBe(403);
		const headers = { Host: `127.0.0.1:${portOf(server)}`, 'X-Forwarded-Host': name };
		expect((await get(server, '/', { ...headers, Origin: `https://${name}` })).status).toBe(403);
	});

	it.each([
		'*',
		'*.app.github.dev',
		'.app.github.dev',
		'a.example,b.example',
		'a.example b.example',
		'https://a.example',
		'a.example/',
		'A.example',
		'a_b.example',
		'-a.example',
		'a..example',
		'a.example:',
		'user@a.example',
		'',
		'a.example\r\nX: y',
	])('does not start for %j, which isn’t an exact name', async (forwardedHost) => {
		await expect(
			startPage(discord, { title: 'Test', people: [], webRoot: folder, forwardedHost }),
		).rejects.toThrow('Not the exact name of a host');
	});
});

describe('a socket', () => {
	it('with the key and the page’s origin receives the world', async () => {
		const { world } = await nextFrame(openSocket(server), 'world');
		expect(world.guilds.map(({ name }) => name)).toEqual(['Northlight']);
	});

	it.each([
		['a wrong key', () => openSocket(server, { key: 'x'.repeat(32) })],
		['an empty key', () => openSocket(server, { key: '' })],
		['no key', () => openSocket(server, { protocols: [socketProtocol] })],
		['the key alone', () => openSocket(server, { protocols: [keyProtocolPrefix + keyOf(server)] })],
		['a key cut short', () => openSocket(server, { key: keyOf(server).slice(0, -1) })],
		['no origin', () => openSocket(server, { origin: undefined } as never)],
		['the origin of another port', () => openSocket(server, { origin: evil })],
		['no origin worth the name', () => openSocket(server, { origin: 'null' })],
		['a Host that points here', () => openSocket(server, { headers: { Host: 'attacker.example' } })],
		['another path', () => openSocket(server, { path: '/' })],
		[
			'the key in its address',
			() => openSocket(server, { path: `/socket?key=${keyOf(server)}`, protocols: [socketProtocol] }),
		],
	])('with %s is refused', async (_, open) => {
		expect(await outcomeOf(open())).toBe(403);
		expect(server.viewerCount).toBe(0);
	});

	it('is refused with the headers of every response, also for an invalid upgrade with the key', async () => {
		expectSafe(await get(server, '/socket', { Connection: 'Upgrade', Upgrade: 'websocket' }));
		const answer = await get(server, '/socket', {
			Connection: 'Upgrade',
			Upgrade: 'websocket',
			Origin: new URL(server.address).origin,
			'Sec-WebSocket-Protocol': `${socketProtocol}, ${keyProtocolPrefix}${keyOf(server)}`,
			'Sec-WebSocket-Version': '1',
		});
		expect(answer.status).toBe(400);
		expectSafe(answer);
	});
});

describe('a page with the key', () => {
	async function openPage(): Promise<WebSocket> {
		const socket = openSocket(server);
		await nextFrame(socket, 'world');
		return socket;
	}

	it.each(['{', '[]', 'null', '""', '{"id":1}', '{"id":"1","act":"press"}', '{"id":1.5,"act":"press"}'])(
		'is disconnected for the frame %s',
		async (text) => {
			const socket = await openPage();
			socket.send(text);
			expect(await closeOf(socket)).toBe(1007);
		},
	);

	it('is disconnected for a frame larger than three files need', async () => {
		const socket = await openPage();
		socket.send(JSON.stringify({ id: 1, act: 'press', args: 'x'.repeat(48_000_001) }));
		expect(await closeOf(socket)).toBe(1009);
	});

	it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'nothing'])(
		'can’t do %s',
		async (name) => {
			const socket = await openPage();
			expect(await act(socket, name, {})).toEqual({
				problem: `There is nothing called ${name} to do here`,
			});
		},
	);

	it('is told what is wrong with the arguments of an act', async () => {
		const socket = await openPage();
		expect(await act(socket, 'press', { person: { userId: '1' } })).toEqual({
			problem: expect.stringContaining('person.guildId'),
		});
		const unknown = { person: { userId: '__proto__', guildId: '__proto__' }, messageId: '1', customId: '1' };
		expect(await act(socket, 'press', unknown)).toEqual({ problem: 'There is nobody to act as here' });
	});

	it('can’t have more than fifty acts waiting', async () => {
		const socket = await openPage();
		for (let id = 1; id <= 50; id += 1) socket.send(JSON.stringify({ id: -id, act: 'wait', args: {} }));
		expect(await act(socket, 'nothing', {})).toEqual({ problem: 'Too much at once' });
	});

	it('is disconnected if it does not read, and the others continue', async () => {
		const reader = await openPage();
		const sleeper = await openPage();
		expect(server.viewerCount).toBe(2);
		sleeper.pause();
		const closed = once(sleeper, 'close');
		const large = 'x'.repeat(4_000_000);
		for (let sent = 0; server.viewerCount === 2 && sent < 50; sent += 1) {
			const read = nextFrame(reader, 'part');
			server.setPart('large', large);
			await read;
		}
		expect(server.viewerCount).toBe(1);
		sleeper.resume();
		await closed;
		const read = nextFrame(reader, 'part');
		server.setPart('small', 'still here');
		expect(await read).toMatchObject({ name: 'small' });
	});
});

describe('the local Discord behind the page', () => {
	const gateway = (origin?: string) =>
		new WebSocket(
			`${discord.apiUrl.replace('http', 'ws').replace('/api', '')}/gateway?v=10`,
			origin === undefined ? {} : { origin },
		);

	it('has no socket for a web page, which might know the token', async () => {
		expect(await outcomeOf(gateway('http://attacker.example'))).toBe(0);
		expect(await outcomeOf(gateway('null'))).toBe(0);
	});

	it('has one for a bot, even if its client sends the address as its origin', async () => {
		for (const origin of [undefined, new URL(discord.apiUrl).origin]) {
			const socket = gateway(origin);
			expect(await outcomeOf(socket)).toBe('open');
			socket.terminate();
		}
	});

	it('doesn’t respond to web pages', async () => {
		const { status } = await fetch(`${discord.apiUrl}/v10/users/@me`, {
			headers: { Origin: 'http://attacker.example', Authorization: `Bot ${discord.token}` },
		});
		expect(status).toBe(403);
	});
});
