import { once } from 'node:events';
import type { Guild, LocalDiscord } from '@claimcheck/local-discord';
import { type Client, Events, GatewayDispatchEvents, GatewayOpcodes, type Interaction } from 'discord.js';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { faultIn, noteUnreadable } from '../../../src/discord/connection/gateway-guard.js';
import { botClient, newBotClient } from '../bot-client.js';

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** Values that Discord would not send in most fields. */
const wrong: readonly Json[] = [null, 'x', -1, 1e300, true, [], {}, [null]];

/** The payload with each part replaced by each wrong value, or removed; in a list, only the first two parts. */
function* broken(value: Json): Generator<Json> {
	yield* wrong;
	if (typeof value !== 'object' || value === null) return;
	for (const [name, part] of Object.entries(value)) {
		if (Array.isArray(value) && Number(name) > 1) return;
		for (const worse of [...broken(part), undefined]) {
			const copy: object = Array.isArray(value) ? [...value] : { ...value };
			if (worse === undefined) Reflect.deleteProperty(copy, name);
			else Reflect.set(copy, name, worse);
			yield copy as Json;
		}
	}
}

/** The payloads of a command, a button and a form that a member uses. */
async function interactionsOf(client: Client, discord: LocalDiscord, guild: Guild): Promise<readonly Json[]> {
	const payloads: Json[] = [];
	client.on(Events.Raw, ({ t, d }) => t === GatewayDispatchEvents.InteractionCreate && payloads.push(d));
	const fields = [
		{ type: 4, custom_id: 'code', style: 1 },
		{ type: 5, custom_id: 'member' },
	] as const;
	const components = fields.map((component) => ({ type: 18, label: 'A field', component }) as const);
	const button = { type: 2, style: 1, custom_id: 'page', label: 'Open' } as const;
	const answer = (interaction: Interaction): void => {
		if (interaction.isCommand()) void interaction.reply({ components: [{ type: 1, components: [button] }] });
		if (interaction.isButton())
			void interaction.showModal({ custom_id: 'form', title: 'A form', components });
	};
	client.on(Events.InteractionCreate, answer);
	const options = Object.entries({ code: 3, share: 5, member: 6, channel: 7, role: 8 }).map(
		([name, type]) => ({ name, type, description: 'An option' }),
	);
	await client.application?.commands.set([{ name: 'verify', description: 'Verifies', options }]);
	const person = discord.person(guild, { name: 'Noor', roleIds: [guild.addRole({ name: 'Buyer' }).id] });
	const chosen = { member: person.id, channel: person.channelId, role: guild.botRole.id };
	const message = await person.chatInput('verify', { code: 'AB12-CD34', share: true, ...chosen }).answered();
	const opened = person.press(message, 'Open');
	await opened.modalOpened();
	person.submitModal(opened, { code: 'KQT-WDR', member: [person.id] });
	await expect.poll(() => payloads.length).toBe(3);
	client.off(Events.InteractionCreate, answer);
	return [...payloads];
}

describe('an event that discord.js cannot read', () => {
	it('is skipped: an interaction of any kind', async () => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'Server' });
		const unreadable: string[] = [];
		const client = await botClient(discord, { onUnreadable: ({ event }) => unreadable.push(event) });
		const dispatch = (payload: Json) =>
			discord.gateway.dispatch(GatewayDispatchEvents.InteractionCreate, payload, { guildId: guild.id });
		const payloads = await interactionsOf(client, discord, guild);
		for (const payload of payloads) for (const worse of broken(payload)) dispatch(worse);
		const processed = new Promise<void>((resolve) => {
			client.on(Events.InteractionCreate, ({ id }) => id === '500000000000000009' && resolve());
		});
		dispatch({ ...Object(payloads[1]), id: '500000000000000009' });
		await processed;
		expect(new Set(unreadable)).toEqual(new Set([GatewayDispatchEvents.InteractionCreate]));
	});

	it('is skipped if it arrives before the login is complete', async () => {
		const discord = await startDiscord();
		const { id: guildId } = discord.createGuild({ name: 'Server' });
		discord.gateway.withholdGuild(guildId);
		const unreadable: string[] = [];
		const client = newBotClient(discord, { onUnreadable: ({ event }) => unreadable.push(event) });
		const received = once(client, Events.Raw);
		await client.login(discord.token);
		await received;
		discord.gateway.dispatch(GatewayDispatchEvents.InteractionCreate, { type: 2, data: null }, { guildId });
		const ready = once(client, Events.ClientReady);
		discord.gateway.releaseGuild(guildId);
		await ready;
		await expect.poll(() => unreadable).toEqual([GatewayDispatchEvents.InteractionCreate]);
	});
});

describe('a gateway message', () => {
	const ready = {
		op: GatewayOpcodes.Dispatch,
		t: GatewayDispatchEvents.Ready,
		s: 1,
		d: {
			v: 10,
			session_id: 'a',
			resume_gateway_url: 'wss://gateway-us-east1-b.discord.gg',
			user: { id: '800000000000000001', username: 'claimcheck' },
			application: { id: '800000000000000001', flags: 0 },
			guilds: [{ id: '900000000000000001', unavailable: true }],
		},
	};

	const server = { id: '900000000000000001', roles: [{ id: '900000000000000001', permissions: '0' }] };

	it.each<readonly [fault: string, message: unknown]>([
		['UNKNOWN', null],
		['UNKNOWN', 'x'],
		['UNKNOWN', { op: 99 }],
		['UNKNOWN', { op: 0, t: 'error', s: 1, d: {} }],
		['UNKNOWN', { op: 0, t: null, s: 1, d: {} }],
		['GUILD_CREATE', { op: 0, t: 'GUILD_CREATE', s: 1, d: null }],
		['GUILD_CREATE', { op: 0, t: 'GUILD_CREATE', s: '1', d: server }],
		['GUILD_CREATE', { op: 0, t: 'GUILD_CREATE', s: 1, d: { ...server, roles: [] } }],
		['GUILD_CREATE', { op: 0, t: 'GUILD_CREATE', s: 1, d: { ...server, roles: [{ id: server.id }] } }],
		['READY', { ...ready, d: null }],
		['READY', { ...ready, d: { ...ready.d, guilds: null } }],
		['READY', { ...ready, d: { ...ready.d, guilds: [null] } }],
		['READY', { ...ready, d: { ...ready.d, user: null } }],
		['READY', { ...ready, d: { ...ready.d, session_id: null } }],
		['READY', { ...ready, d: { ...ready.d, resume_gateway_url: 'http://x' } }],
		['Hello', { op: 10, d: null }],
		['Hello', { op: 10, d: { heartbeat_interval: 0 } }],
		['Hello', { op: 10, d: { heartbeat_interval: 'soon' } }],
		['Hello', { op: 10, d: { heartbeat_interval: 3_600_000 } }],
		['InvalidSession', { op: 9, d: null }],
	])('is dropped if it would break the connection: %s', (fault, message) => {
		expect(faultIn(message)).toBe(fault);
	});
});

it('the log has one line per event name, with nothing from the payload', () => {
	const lines: string[] = [];
	const counted: string[] = [];
	const note = noteUnreadable(pino({}, { write: (line) => void lines.push(line) }), (event) =>
		counted.push(event),
	);
	const event = GatewayDispatchEvents.InteractionCreate;
	for (let times = 0; times < 3; times += 1) note({ event, error: new TypeError('not a secret-token') });
	note({ event: GatewayDispatchEvents.GuildCreate });
	expect(counted).toEqual([event, event, event, GatewayDispatchEvents.GuildCreate]);
	expect(lines).toHaveLength(2);
	expect(lines[0]).toMatch(/"event":"INTERACTION_CREATE","type":"TypeError","at":\["at /);
	expect(lines.join('')).not.toContain('secret-token');
});
