import type { Client } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Guild } from '../src/guild.js';
import type { LocalDiscord } from '../src/local-discord.js';
import type { Dispatch, Exchange } from '../src/wire.js';
import { api } from './raw-api.js';
import { loginClient, startDiscord } from './real-client.js';

let discord: LocalDiscord;
let guild: Guild;
let client: Client<true>;
const exchanges: Exchange[] = [];
const dispatches: Dispatch[] = [];

beforeEach(async () => {
	exchanges.length = 0;
	dispatches.length = 0;
	discord = await startDiscord({ areMissingRoutesAllowed: true });
	guild = discord.createGuild({ name: 'Studio' });
	discord.wire.follow({
		exchange: (exchange) => exchanges.push(exchange),
		dispatch: (dispatch) => dispatches.push(dispatch),
	});
	client = await loginClient(discord);
});

describe('who follows the wire', () => {
	test('sees a request with its body, its answer and how long it took', async () => {
		await client.rest.post(`/channels/${[...guild.channels.keys()][0]}/messages`, {
			body: { content: 'Hello' },
		});
		const sent = exchanges.find(({ route }) => route === 'POST /channels/{channel_id}/messages');
		expect(sent).toMatchObject({
			method: 'POST',
			body: { content: 'Hello' },
			answer: { status: 200, body: { content: 'Hello', author: { id: discord.botId } } },
		});
		expect(sent?.durationMs).toBeGreaterThan(0);
	});

	test('sees what Discord refused, and what no route answers', async () => {
		await api(discord, 'GET', '/guilds/12');
		await api(discord, 'GET', '/nonsense');
		expect(exchanges.slice(-2)).toMatchObject([
			{ path: '/guilds/12', answer: { status: 400, body: { code: 50035 } } },
			{ path: '/nonsense', route: undefined, answer: { status: 404 } },
		]);
	});

	test('sees that an answer was lost on its way', async () => {
		discord.faults.add('GET /users/@me', { kind: 'lose-answer' });
		await api(discord, 'GET', '/users/@me').catch(() => undefined);
		expect(exchanges.at(-1)).toMatchObject({ path: '/users/@me', answer: undefined });
	});

	test('sees each event that the bot receives, and whether it is connected to hear it', async () => {
		const ana = discord.person(guild, { name: 'Ana' });
		await client.application.commands.set([{ name: 'hi', description: 'Greets' }], guild.id);
		ana.chatInput('hi');
		expect(dispatches.map(({ event }) => event)).toEqual(
			expect.arrayContaining(['READY', 'GUILD_CREATE', 'INTERACTION_CREATE']),
		);
		expect(dispatches.at(-1)).toMatchObject({ isConnected: true, data: { data: { name: 'hi' } } });

		discord.gateway.setReachable(false);
		discord.gateway.drop();
		await discord.events.waitFor('gateway-closed');
		ana.chatInput('hi');
		expect(dispatches.at(-1)).toMatchObject({ event: 'INTERACTION_CREATE', isConnected: false });
	});
});
