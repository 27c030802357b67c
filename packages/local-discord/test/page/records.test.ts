import { type Client, Events } from 'discord.js';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Guild } from '../../src/guild.js';
import type { LocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import type { PageRecord, ServerFrame } from '../../src/page/protocol.js';
import { type NewRecord, Records } from '../../src/page/records.js';
import type { Person } from '../../src/person.js';
import { loginClient, startDiscord } from '../real-client.js';
import { nextFrame, openSocket } from './raw-page.js';

let discord: LocalDiscord;
let guild: Guild;
let client: Client<true>;
let ana: Person;
let records: PageRecord[];
let all: Records;

beforeEach(async () => {
	discord = await startDiscord();
	guild = discord.createGuild({ name: 'Studio' });
	ana = discord.person(guild, { name: 'Ana' });
	records = [];
	all = new Records(
		discord,
		(text) => text.replaceAll('plum', '…'),
		(record) => records.push(record),
	);
	client = await loginClient(discord);
	await client.application.commands.set(
		[{ name: 'say', description: 'Says', options: [{ type: 3, name: 'what', description: 'What' }] }],
		guild.id,
	);
});

/** A line of the inspector with these parts. */
function lineOf(parts: Partial<NewRecord>): NewRecord {
	return { source: 'shop', title: '', status: '', isProblem: false, sent: 1, answered: 2, ...parts };
}

function find(title: string): PageRecord | undefined {
	return records.findLast((record) => record.title.startsWith(title));
}

describe('the inspector’s lines', () => {
	it('contain no token in any place', async () => {
		let token = '';
		client.on(Events.InteractionCreate, (interaction) => {
			if (!interaction.isChatInputCommand()) return;
			token = interaction.token;
			void interaction.reply(`My secrets: ${interaction.token} ${client.token}`);
		});
		await ana.chatInput('say').answered();
		const sent = { headers: { Authorization: 'Bearer abc', 'x-api-key': 'abc' }, access_token: 'abc' };
		const answered = { client_secret: ['abc'], mfa_token: null, authorization: { scheme: 'abc' } };
		all.add(lineOf({ title: 'GET /account', sent, answered }));
		const text = JSON.stringify(records);
		expect(token.length).toBeGreaterThan(40);
		expect(text).not.toContain(token);
		expect(text).not.toContain(discord.token);
		expect(text).not.toContain('abc');
		expect(text).toContain('My secrets: … …');
		expect(find('GET /account')?.answered).toEqual({
			client_secret: '…',
			mfa_token: null,
			authorization: '…',
		});
	});

	it('contain nothing that the page’s owner masks, in no text and in no name', () => {
		const sent = { plum: [{ deep: 'a plum' }] };
		all.add(lineOf({ title: 'GET /plum', status: 'plum', sent, answered: 'plum' }));
		expect(JSON.stringify(records)).not.toContain('plum');
		expect(records.at(-1)).toMatchObject({ title: 'GET /…', sent: { '…': [{ deep: 'a …' }] } });
	});

	it('can contain any data, and stay small', () => {
		const circle: Record<string, unknown> = { big: 12n, bytes: Buffer.alloc(9), run: () => 1 };
		circle['self'] = circle;
		circle['twice'] = circle;
		const hostile: unknown = JSON.parse('{"__proto__": {"polluted": true}, "constructor": "x"}');
		const many = Array.from({ length: 1e5 }, () => 'y');
		const sent = { hostile, bytes: circle['bytes'], long: 'x'.repeat(1e6), circle, many };
		all.add(lineOf({ title: 'odd', sent }));
		const text = JSON.stringify(records.at(-1));
		expect(text.length).toBeLessThan(600_000);
		expect(text).toContain('"__proto__":{"polluted":true}');
		expect(text).toContain('(9 bytes)');
		expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
	});
});

describe('a page', () => {
	let server: PageServer;

	beforeEach(async () => {
		server = await startPage(discord, { title: 'Test', people: [], webRoot: '' });
		onTestFinished(() => server.close());
	});

	it('has the latest lines after a reload, and no more than a few hundred', async () => {
		for (let count = 1; count <= 1_000; count += 1) server.records.add(lineOf({ title: `Line ${count}` }));
		const { world } = await nextFrame(openSocket(server), 'world');
		expect(world.records.at(-1)).toMatchObject({ title: 'Line 1000', number: 1_000 });
		expect(world.records.length).toBeGreaterThanOrEqual(300);
		expect(world.records.length).toBeLessThan(400);
	});

	it('never receives a token in any frame', async () => {
		const socket = openSocket(server);
		let received = '';
		const frames: ServerFrame['type'][] = [];
		socket.on('message', (data) => {
			received += String(data);
			frames.push((JSON.parse(String(data)) as ServerFrame).type);
		});
		await nextFrame(socket, 'world');
		const seen = nextFrame(socket, 'message');
		const tokens: string[] = [];
		client.on(Events.InteractionCreate, (interaction) => {
			tokens.push(interaction.token);
			if (interaction.isChatInputCommand()) void interaction.reply('Hello');
		});
		ana.chatInput('say');
		await seen;
		expect(new Set(frames)).toEqual(new Set(['world', 'record', 'interaction', 'message']));
		for (const token of [...tokens, discord.token]) expect(received).not.toContain(token);
	});
});
