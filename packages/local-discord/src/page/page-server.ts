import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { ApiError } from '../api-error.js';
import { ClientRefusal } from '../client-refusal.js';
import type { LocalDiscord } from '../local-discord.js';
import { type Act, memberActs } from './acts.js';
import { isKey, refusalOf, socketRefusalOf } from './guard.js';
import { type CastMember, LiveWorld } from './live-world.js';
import { serveMedia } from './media.js';
import { type ActFrame, type ServerFrame, socketProtocol } from './protocol.js';
import { safeHeaders, serveStatic } from './static-files.js';

export interface PageOptions {
	/** Default 0: any free port. */
	readonly port?: number;
	readonly title: string;
	/** Whom one can act as, in the order in which the page lists them. */
	readonly people: readonly CastMember[];
	/** The folder of the built page. Default: the package's own. */
	readonly webRoot?: string;
	/** Besides the local Discord's own: where pictures may come from, such as `http://127.0.0.1:4010`. */
	readonly mediaOrigins?: readonly string[];
	/** What the page can do beyond acting as a member, by name. */
	readonly acts?: Readonly<Record<string, Act>>;
	/** What the page shows beyond Discord, by the part's name, as it stands now. */
	readonly parts?: () => Readonly<Record<string, unknown>>;
}

const actFrame: z.ZodType<ActFrame> = z.object({ id: z.int(), act: z.string(), args: z.unknown() });
const mostFrameBytes = 1_000_000;

/** Starts the page of a local Discord on 127.0.0.1. Close it before the local Discord. */
export async function startPage(discord: LocalDiscord, options: PageOptions): Promise<PageServer> {
	const server = createServer();
	server.listen(options.port ?? 0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return new PageServer(server, port, discord, options);
}

/**
 * The page in the browser: its files, its pictures and its one socket. Whoever can read what is on this machine can
 * read the page, and nobody else: it listens on loopback, answers to its own address alone, and tells nothing of its
 * world without the key that is in the fragment of its address.
 */
export class PageServer {
	/** To be opened in a browser. The key is in the fragment, which browsers keep to themselves. */
	readonly address: string;
	readonly #server: Server;
	readonly #port: number;
	readonly #webRoot: string;
	readonly #key = randomBytes(24).toString('base64url');
	readonly #sockets = new WebSocketServer({
		noServer: true,
		maxPayload: mostFrameBytes,
		handleProtocols: () => socketProtocol,
	});
	readonly #world: LiveWorld;
	readonly #acts: Readonly<Record<string, Act>>;
	readonly #unfollow: () => void;

	/** @internal */
	constructor(server: Server, port: number, discord: LocalDiscord, options: PageOptions) {
		this.#server = server;
		this.#port = port;
		this.#webRoot = options.webRoot ?? join(import.meta.dirname, '../web');
		this.address = `http://127.0.0.1:${port}/#key=${this.#key}`;
		this.#acts = { ...memberActs, ...options.acts };
		this.#world = new LiveWorld(discord, {
			...options,
			mediaOrigins: [new URL(discord.apiUrl).origin, ...(options.mediaOrigins ?? [])],
		});
		this.#unfollow = this.#world.follow((frame) => this.#sendToAll(frame));
		server.on('request', (request, response) => void this.#answer(request, response));
		server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
	}

	/** How many pages are open. */
	get viewerCount(): number {
		return this.#sockets.clients.size;
	}

	/** Shows a part anew: what the page's owner adds to the world. */
	setPart(name: string, data: unknown): void {
		this.#sendToAll({ type: 'part', name, data });
	}

	/** Adds to a part that is a list. */
	addToPart(name: string, items: readonly unknown[]): void {
		this.#sendToAll({ type: 'part-more', name, items });
	}

	/** Adds a line to the inspector: what is not between the bot and Discord. Hand in no secrets. */
	record(line: Parameters<LiveWorld['record']>[0]): void {
		this.#world.record(line);
	}

	/** Tells the page the local Discord's time, after it was changed by hand. */
	timeChanged(): void {
		this.#world.timeChanged();
	}

	/** Lets one act as somebody else too. */
	addPerson(person: CastMember): void {
		this.#world.addPerson(person);
	}

	/** Lets somebody else take over an alias, in the language that is given, or English. */
	recast(person: CastMember): void {
		this.#world.recast(person);
	}

	async close(): Promise<void> {
		this.#unfollow();
		this.#world.close();
		for (const client of this.#sockets.clients) client.terminate();
		this.#server.closeAllConnections();
		this.#server.close();
		await once(this.#server, 'close');
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (refusalOf(request, this.#port) !== undefined) {
			response.writeHead(403, safeHeaders).end();
			return;
		}
		if (request.method !== 'GET') {
			response.writeHead(405, safeHeaders).end();
			return;
		}
		const url = new URL(request.url ?? '/', `http://127.0.0.1:${this.#port}`);
		const [, mediaKey] = /^\/media\/([\w-]+)$/.exec(url.pathname) ?? [];
		if (mediaKey === undefined) return serveStatic(this.#webRoot, url.pathname, response);
		if (!isKey(mediaKey, this.#world.mediaKey)) {
			response.writeHead(403, safeHeaders).end();
			return;
		}
		await serveMedia(url.searchParams.get('url'), this.#world.mediaOrigins, response);
	}

	#upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		const refusal = socketRefusalOf(request, this.#port, this.#key);
		if (refusal !== undefined) {
			socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
			return;
		}
		this.#sockets.handleUpgrade(request, socket, head, (client) => {
			client.on('message', (data) => void this.#take(client, String(data)));
			client.on('error', () => client.terminate());
			send(client, { type: 'world', world: this.#world.snapshot() });
		});
	}

	async #take(client: WebSocket, text: string): Promise<void> {
		const frame = readFrame(text);
		if (frame === undefined) {
			client.close(1007);
			return;
		}
		try {
			const run = Object.hasOwn(this.#acts, frame.act) ? this.#acts[frame.act] : undefined;
			if (run === undefined) throw new ClientRefusal(`There is nothing called ${frame.act} to do here`);
			const result = (await run(frame.args, this.#world)) ?? null;
			send(client, { type: 'done', id: frame.id, result });
		} catch (error) {
			send(client, { type: 'refused', id: frame.id, problem: problemOf(error) });
		}
	}

	#sendToAll(frame: ServerFrame): void {
		for (const client of this.#sockets.clients) send(client, frame);
	}
}

function readFrame(text: string): ActFrame | undefined {
	try {
		return actFrame.parse(JSON.parse(text));
	} catch {
		return undefined;
	}
}

function send(client: WebSocket, frame: ServerFrame): void {
	if (client.readyState === client.OPEN) client.send(JSON.stringify(frame));
}

/** What the person at the page is told. A message that is gone is no bug: somebody pressed a moment too late. */
function problemOf(error: unknown): string {
	if (error instanceof z.ZodError) return z.prettifyError(error);
	if (error instanceof ClientRefusal || error instanceof ApiError || error instanceof Error)
		return error.message;
	return String(error);
}
