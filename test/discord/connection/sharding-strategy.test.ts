import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Client, Events } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import type { Clock } from '../../../src/base/clock.js';
import { FakeClock } from '../../world/fake-clock.js';
import { botClient, newBotClient } from '../bot-client.js';

// test/fuzz/discord plays other odd gateways, such as one that says hello and resumes nothing.

/** How a gateway treats a client that wants to resume. */
type Manner = 'accepts and says nothing' | 'upgrades and says nothing';

/** A gateway that resumes no session. `asked` resolves when a client requests the upgrade. */
async function openResumeAddress(manner: Manner) {
	const sockets = new Set<Socket>();
	const server = createServer();
	const webSockets = new WebSocketServer({ noServer: true });
	const cut = (): void => {
		for (const socket of sockets) socket.destroy();
	};
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
	});
	const asked = new Promise<void>((resolve) => {
		server.on('upgrade', (request, socket, head) => {
			if (manner === 'upgrades and says nothing') webSockets.handleUpgrade(request, socket, head, () => {});
			resolve();
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	onTestFinished(() => {
		cut();
		server.close();
	});
	return { url: `ws://127.0.0.1:${port}`, asked, cut };
}

/** The subset of a WebSocket used here. */
interface Connection {
	readonly readyState: number;
	on(event: 'close', listener: () => void): unknown;
}

/** Private members of discord.js. */
interface Shards {
	readonly _ws: {
		readonly strategy: {
			readonly shards: ReadonlyMap<number, { readonly connection: Connection | null }>;
		};
	};
	readonly shards: { first(): { readonly sessionInfo: { resumeURL: string } | null } };
}
const shardsOf = (client: Client) => client.ws as unknown as Shards;
const sessionOf = (client: Client) => shardsOf(client).shards.first().sessionInfo;
const connectionOf = (client: Client) => shardsOf(client)._ws.strategy.shards.get(0)?.connection;
/** True if the WebSocket is open, before or after Discord's hello. Node 20 has no `WebSocket.OPEN`. */
const isConnected = (client: Client) => connectionOf(client)?.readyState === 1;

/** A client whose session resumes at an address that behaves like this, or at the gateway's own if undefined. */
async function connectWith(manner: Manner | undefined, clock: Pick<Clock, 'delay'>) {
	const discord = await startDiscord();
	discord.createGuild({ name: 'Server' });
	const client = await botClient(discord, { clock });
	const address = manner && (await openResumeAddress(manner));
	const session = sessionOf(client) ?? expect.fail('There is no session');
	if (address !== undefined) session.resumeURL = address.url;
	return { discord, client, address };
}

it('the gateway’s information is checked before a shard starts', async () => {
	const discord = await startDiscord();
	const body = { url: 'wss://gateway.discord.gg', shards: 0, session_start_limit: { remaining: 1 } };
	discord.faults.add('GET /gateway/bot', { kind: 'answer', status: 200, body });
	const client = newBotClient(discord);
	await expect(client.login(discord.token)).rejects.toThrow('is unusable');
});

describe('a session that the client tries to resume', () => {
	it('is discarded after a while if its address stays silent, and the bot identifies again', async () => {
		const clock = new FakeClock();
		const { discord, client, address } = await connectWith('accepts and says nothing', clock);
		discord.gateway.drop(1006);
		await address?.asked;
		await clock.advance(44_000);
		expect(sessionOf(client)?.resumeURL).toBe(address?.url);
		await clock.advance(1_000);
		expect(sessionOf(client)).toBeNull();
		// Stands in for the handshake's own time limit.
		address?.cut();
		await expect.poll(() => discord.gateway.identifyCount).toBe(2);
	});

	it('doesn’t delay a stop if its address stays silent, and isn’t connected to again', async () => {
		const { discord, client, address } = await connectWith('upgrades and says nothing', new FakeClock());
		discord.gateway.drop(1006);
		await address?.asked;
		await expect.poll(() => isConnected(client)).toBe(true);
		const stopped = client.destroy();
		address?.cut();
		await stopped;
		expect(isConnected(client)).toBe(false);
	});

	it('fails without an error if its address never responds and the bot was stopped', async () => {
		const { discord, client, address } = await connectWith('accepts and says nothing', new FakeClock());
		discord.gateway.drop(1006);
		await address?.asked;
		const connection = connectionOf(client);
		await client.destroy();
		const closed = new Promise<void>((resolve) => connection?.on('close', resolve));
		address?.cut();
		await closed;
	});

	it('is kept if its address works, however often the connection is lost', async () => {
		const clock = new FakeClock();
		const { discord, client } = await connectWith(undefined, clock);
		for (let times = 0; times < 3; times += 1) {
			const resumed = once(client, Events.ShardResume);
			discord.gateway.drop(1006);
			await resumed;
			await clock.advance(30_000);
		}
		expect(discord.gateway.identifyCount).toBe(1);
	});
});
