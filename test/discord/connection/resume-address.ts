import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Client, Events } from 'discord.js';
import { expect, onTestFinished } from 'vitest';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import type { Clock } from '../../../src/base/clock.js';
import { createClient } from '../../../src/discord/connection/client.js';

/** How a gateway treats a client that wants to resume. */
export type Manner =
	| 'accepts and says nothing'
	| 'answers the upgrade with 502'
	| 'upgrades and says nothing'
	| 'says hello and nothing else'
	| 'refuses connections';

interface ResumeAddress {
	readonly url: string;
	/** Resolves when a client asks for the upgrade, or has sent its resume to one that says hello. */
	readonly asked: Promise<void>;
	/** Cuts every connection. */
	cut(): void;
}

/** A gateway that resumes no session, each in its manner. */
async function openResumeAddress(manner: Manner): Promise<ResumeAddress> {
	const sockets = new Set<Socket>();
	const server: Server = createServer();
	const cut = (): void => {
		for (const socket of sockets) socket.destroy();
	};
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
	});
	const asked = new Promise<void>((resolve) => {
		server.on('upgrade', ({ headers }, socket: Socket) => {
			if (manner === 'answers the upgrade with 502') socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			if (manner === 'upgrades and says nothing' || manner === 'says hello and nothing else')
				socket.write(upgraded(headers['sec-websocket-key']));
			if (manner !== 'says hello and nothing else') {
				resolve();
				return;
			}
			socket.write(textFrame({ op: 10, d: { heartbeat_interval: 600_000 } }));
			socket.on('data', ([start]) => {
				resolve();
				if (start === closeFrame) socket.end();
			});
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	if (manner === 'refuses connections') server.close();
	onTestFinished(() => {
		cut();
		server.close();
	});
	return { url: `ws://127.0.0.1:${port}`, asked, cut };
}

const closeFrame = 0x88;

function upgraded(key: string | undefined): string {
	const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
	return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

function textFrame(message: object): Buffer {
	const text = Buffer.from(JSON.stringify(message));
	return Buffer.concat([Buffer.from([0x81, text.length]), text]);
}

/** discord.js keeps it in a private part of the shard. */
interface Resumable {
	readonly sessionInfo: { resumeURL: string } | null;
}

export function resumeUrlOf(client: Client): string | undefined {
	return (client.ws.shards.first() as unknown as Resumable).sessionInfo?.resumeURL;
}

interface Connecting {
	readonly _ws: {
		readonly strategy: {
			readonly shards: ReadonlyMap<number, { readonly connection: { readyState: number } | null }>;
		};
	};
}

/** Whether the WebSocket is open, before or after Discord's hello. */
export function isConnected(client: Client): boolean {
	const { strategy } = (client.ws as unknown as Connecting)._ws;
	// WebSocket.OPEN, which Node 20 doesn't have.
	return strategy.shards.get(0)?.connection?.readyState === 1;
}

/** A client with a session that it is to resume at such an address; undefined for the gateway's own. */
export async function connectWith(manner: Manner | undefined, clock: Pick<Clock, 'delay'>) {
	const discord = await startDiscord();
	discord.createGuild({ name: 'Server' });
	const client = createClient({
		rest: { api: discord.apiUrl },
		membersIntent: false,
		onUnreadable: () => {},
		clock,
		// discord.js would wait five seconds between two of them.
		identifyThrottler: { waitForIdentify: async () => {} },
	});
	// Without listeners a connection that fails would end the test run.
	for (const event of [Events.Error, Events.ShardError] as const) client.on(event, () => undefined);
	onTestFinished(() => client.destroy());
	const ready = once(client, Events.ClientReady);
	await client.login(discord.token);
	await ready;
	const address = manner && (await openResumeAddress(manner));
	const { sessionInfo } = client.ws.shards.first() as unknown as Resumable;
	if (address !== undefined && sessionInfo !== null) sessionInfo.resumeURL = address.url;
	expect(resumeUrlOf(client)).toBeDefined();
	return { discord, client, address };
}
