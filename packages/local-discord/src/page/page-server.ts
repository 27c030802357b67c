import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { LocalDiscord } from '../local-discord.js';
import { type Act, memberActs } from './acts.js';
import { isExactHost } from './exact-host.js';
import { isFromPage, isKey, maySocketOpen, type PagePlace } from './guard.js';
import { type CastMember, LiveWorld } from './live-world.js';
import { serveMedia } from './media.js';
import { PageSocket } from './page-socket.js';
import { type ServerFrame, socketProtocol } from './protocol.js';
import { Records } from './records.js';
import { answerEmpty, safeHeaders } from './safe-answer.js';
import { serveStatic } from './static-files.js';

export interface PageOptions {
	/** Default 0: any free port. */
	readonly port?: number;
	/** The key that opens the page, made of letters, digits, `-` and `_`. Default: a new one. */
	readonly key?: string;
	/**
	 * The exact lowercase name under which a proxy forwards the page's port over HTTPS. By default none does, and the
	 * page responds only to this machine's own address.
	 */
	readonly forwardedHost?: string | undefined;
	readonly title: string;
	/** The people to act as, in the order in which the page lists them. */
	readonly people: readonly CastMember[];
	/** The folder of the built page. */
	readonly webRoot: string;
	/** More places from which images may come, besides the local Discord's own, such as `http://127.0.0.1:4010`. */
	readonly mediaOrigins?: readonly string[];
	/** Local replacements for external addresses, keyed by the prefix that they replace. */
	readonly standIns?: Readonly<Record<string, string>>;
	/** Acts beyond a member's, by name. */
	readonly acts?: Readonly<Record<string, Act>>;
	/** The current parts of the page beyond Discord, by name. */
	readonly parts?: () => Readonly<Record<string, unknown>>;
	/**
	 * Applied to every text in the inspector, to mask the page owner's secrets, such as a purchase code. Tokens, and
	 * values named like secrets, are masked anyway.
	 */
	readonly mask?: (text: string) => string;
}

const maxFrameBytes = 48_000_000;

/**
 * Starts the page of a local Discord on 127.0.0.1. Close it before the local Discord. Rejects if `forwardedHost` is not
 * an exact host name.
 */
export async function startPage(discord: LocalDiscord, options: PageOptions): Promise<PageServer> {
	const { forwardedHost } = options;
	if (forwardedHost !== undefined && !isExactHost(forwardedHost)) {
		throw new TypeError(`Not the exact name of a host: ${forwardedHost}`);
	}
	// Without a Host header, Node.js would respond by itself, without the page's headers.
	const server = createServer({ requireHostHeader: false });
	server.listen(options.port ?? 0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return new PageServer(server, port, discord, options);
}

/**
 * The page in the browser: its files, its images and its single socket. Only someone who can read this machine's files
 * can read the page: it listens on loopback, responds only to its own address and that of a configured proxy, and
 * reveals nothing of its world without the key in the fragment of its address.
 */
export class PageServer {
	/** To be opened in a browser. The key is in the fragment, which browsers don't send. */
	readonly address: string;
	/** The same address through a proxy; undefined if none forwards it. */
	readonly forwardedAddress: string | undefined;
	readonly world: LiveWorld;
	/** The inspector's lines. The page's owner adds those for something outside Discord, such as requests to a shop. */
	readonly records: Records;
	readonly #server: Server;
	readonly #place: PagePlace;
	readonly #webRoot: string;
	readonly #key: string;
	readonly #sockets = new WebSocketServer({
		noServer: true,
		maxPayload: maxFrameBytes,
		handleProtocols: () => socketProtocol,
	});
	readonly #pages = new Set<PageSocket>();
	readonly #acts: Readonly<Record<string, Act>>;
	readonly #mediaPlaces: readonly string[];
	readonly #unfollow: () => void;

	constructor(server: Server, port: number, discord: LocalDiscord, options: PageOptions) {
		this.#server = server;
		this.#place = { port, forwardedHost: options.forwardedHost };
		this.#key = options.key ?? randomBytes(24).toString('base64url');
		this.#webRoot = options.webRoot;
		this.address = `http://127.0.0.1:${port}/#key=${this.#key}`;
		const { forwardedHost } = options;
		this.forwardedAddress = forwardedHost && `https://${forwardedHost}/#key=${this.#key}`;
		this.#acts = { ...memberActs, ...options.acts };
		const { origin } = new URL(discord.apiUrl);
		const others = options.mediaOrigins ?? [];
		this.world = new LiveWorld(discord, { ...options, mediaOrigins: [origin, ...others] });
		// Of Discord, only attachments are allowed: an image must not count as the bot's request.
		this.#mediaPlaces = [`${origin}/attachments/`, ...others.map((it) => `${it}/`)];
		this.records = new Records(discord, options.mask ?? String, (record) =>
			this.#sendToAll({ type: 'record', record }),
		);
		this.#unfollow = this.world.follow((frame) => this.#sendToAll(frame));
		const answer = (request: IncomingMessage, response: ServerResponse) =>
			void this.#answer(request, response).catch(() => response.destroy());
		server.on('request', answer);
		server.on('checkExpectation', answer);
		server.on('clientError', (_, socket) => refuse(socket, '400 Bad Request'));
		server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
		this.#sockets.on('wsClientError', (_, socket) => refuse(socket, '400 Bad Request'));
	}

	/** The number of open pages. */
	get viewerCount(): number {
		return this.#pages.size;
	}

	/** Shows an updated part that the page's owner adds to the world. */
	setPart(name: string, data: unknown): void {
		this.#sendToAll({ type: 'part', name, data });
	}

	async close(): Promise<void> {
		this.#unfollow();
		this.world.close();
		this.records.close();
		for (const client of this.#sockets.clients) client.terminate();
		this.#server.closeAllConnections();
		this.#server.close();
		await once(this.#server, 'close');
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (!isFromPage(request, this.#place)) {
			answerEmpty(response, 403);
			return;
		}
		if (request.method !== 'GET') {
			answerEmpty(response, 405, { Allow: 'GET' });
			return;
		}
		const address = `http://127.0.0.1:${this.#place.port}${request.url}`;
		// A request may contain a whole address instead of a path, as for a proxy.
		if (!URL.canParse(address)) {
			answerEmpty(response, 400);
			return;
		}
		const url = new URL(address);
		const [, mediaKey] = /^\/media\/([\w-]+)$/.exec(url.pathname) ?? [];
		if (mediaKey === undefined) return serveStatic(this.#webRoot, url.pathname, response);
		if (!isKey(mediaKey, this.world.mediaKey)) {
			answerEmpty(response, 403);
			return;
		}
		await serveMedia(url.searchParams.get('url'), this.#mediaPlaces, response);
	}

	#upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		if (!maySocketOpen(request, this.#place, this.#key) || request.url !== '/socket') {
			refuse(socket, '403 Forbidden');
			return;
		}
		this.#sockets.handleUpgrade(request, socket, head, (client) => {
			const page = new PageSocket(client, this.#acts, this.world);
			this.#pages.add(page);
			client.once('close', () => this.#pages.delete(page));
			const world = { ...this.world.snapshot(), records: this.records.kept };
			page.begin(JSON.stringify({ type: 'world', world } satisfies ServerFrame));
		});
	}

	#sendToAll(frame: ServerFrame): void {
		if (this.#pages.size === 0) return;
		const text = JSON.stringify(frame);
		for (const page of this.#pages) page.send(text);
	}
}

/** Responds to data that never became a request, and ends its connection. */
function refuse(socket: Duplex, status: string): void {
	socket.on('error', () => undefined);
	const headers = Object.entries(safeHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
	const head = `HTTP/1.1 ${status}\r\n${headers.join('')}Connection: close\r\nContent-Length: 0\r\n\r\n`;
	// Not left half open, because repeated attempts must not pile up connections.
	socket.end(head, () => socket.destroy());
}
