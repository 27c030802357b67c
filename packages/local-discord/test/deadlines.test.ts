import { type ChatInputCommandInteraction, Events, MessageFlags, Routes } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Interaction, InteractionFailed } from '../src/interaction.js';
import { type LocalDiscord, startLocalDiscord } from '../src/local-discord.js';
import type { Person } from '../src/person.js';
import { ManualClock } from './manual-clock.js';
import { loginClient, startDiscord } from './real-client.js';

const threeSeconds = 3000;
const quarterOfAnHour = 15 * 60 * 1000;

let discord: LocalDiscord;
let clock: ManualClock;
let ana: Person;
let received: Promise<ChatInputCommandInteraction>;

beforeEach(async () => {
	clock = new ManualClock();
	discord = await startDiscord({ clock });
	const guild = discord.createGuild({ name: 'Studio' });
	const client = await loginClient(discord);
	await client.application.commands.set([{ name: 'ping', description: 'Pings' }], guild.id);
	ana = discord.person(guild, { name: 'Ana' });
	received = new Promise((resolve) => {
		client.on(Events.InteractionCreate, (interaction) => {
			if (interaction.isChatInputCommand()) resolve(interaction);
		});
	});
});

/** A command that has reached the bot without a response so far. */
async function ping(): Promise<{ seen: Interaction; interaction: ChatInputCommandInteraction }> {
	const seen = ana.chatInput('ping');
	return { seen, interaction: await received };
}

/** A first response as sent over the wire, without the checks of discord.js. */
function callback(interaction: ChatInputCommandInteraction, body: unknown): Promise<unknown> {
	return interaction.client.rest.post(Routes.interactionCallback(interaction.id, interaction.token), {
		body,
		auth: false,
	});
}

describe('the first response', () => {
	test('is reported with the time that it took', async () => {
		const { seen, interaction } = await ping();
		clock.advance(250);
		await interaction.deferReply();
		expect(await seen.acknowledged()).toEqual({ type: 5, afterMs: 250, isEphemeral: false });
	});

	test('fails for the member after three seconds, and is unknown to Discord from then on', async () => {
		const { seen, interaction } = await ping();
		const waiting = seen.answered();
		const failing = expect(waiting).rejects.toThrow(InteractionFailed);
		clock.advance(threeSeconds + 1);
		await failing;
		expect(seen.failure).toBe('no-response');
		await expect(seen.acknowledged()).rejects.toThrow('no-response\n  The bot has not responded to it.');
		await expect(interaction.reply('late')).rejects.toMatchObject({ code: 10062, status: 404 });
		expect(discord.events.all('interaction-failed')).toMatchObject([{ reason: 'no-response' }]);
	});

	test('can be given once', async () => {
		const { seen, interaction } = await ping();
		await interaction.reply('one');
		const again = callback(interaction, { type: 4, data: { content: 'two' } });
		await expect(again).rejects.toMatchObject({ code: 40060, status: 400 });
		expect((await seen.answered()).content).toBe('one');
	});

	test('counts as given if it got lost on the way back', async () => {
		const route = 'POST /interactions/{interaction_id}/{interaction_token}/callback';
		discord.faults.add(route, { kind: 'lose-answer' }, 1);
		const { seen, interaction } = await ping();
		await expect(interaction.reply('one')).rejects.toThrow();
		expect((await seen.answered()).content).toBe('one');
		const again = callback(interaction, { type: 4, data: { content: 'one' } });
		await expect(again).rejects.toMatchObject({ code: 40060 });
	});

	test('must fit the kind of interaction', async () => {
		const { interaction } = await ping();
		const update = callback(interaction, { type: 7, data: { content: 'x' } });
		await expect(update).rejects.toMatchObject({ code: 50035 });
	});

	test.each([
		['components flag', MessageFlags.IsComponentsV2],
		['suppressed embeds', MessageFlags.SuppressEmbeds],
	])('ignores the %s when it defers', async (_, flags) => {
		const { seen, interaction } = await ping();
		await callback(interaction, { type: 5, data: { flags } });
		expect((seen.original?.flags ?? 0) & flags).toBe(0);
	});
});

describe("an interaction's token", () => {
	test('edits for fifteen minutes and no longer', async () => {
		const { seen, interaction } = await ping();
		await interaction.deferReply();
		clock.advance(quarterOfAnHour - 1);
		await interaction.editReply('in time');
		expect(seen.failure).toBeUndefined();
		clock.advance(2);
		await expect(interaction.editReply('late')).rejects.toMatchObject({ code: 50027, status: 401 });
	});

	test('leaves the member waiting in vain if it was not used in time', async () => {
		const { seen, interaction } = await ping();
		await interaction.deferReply();
		const failing = expect(seen.answered()).rejects.toThrow('never-answered');
		clock.advance(quarterOfAnHour + 1);
		await failing;
	});

	test('is useless before the first response', async () => {
		const { interaction } = await ping();
		await expect(interaction.webhook.send('early')).rejects.toMatchObject({ code: 10015 });
	});

	test('is never written down', async () => {
		const { interaction } = await ping();
		await interaction.deferReply();
		await interaction.editReply('done');
		const written = JSON.stringify([discord.calls.list(), discord.events.history]);
		expect(written).toContain('/webhooks/');
		expect(written).not.toContain(interaction.token);
	});
});

test('closing ends every wait', async () => {
	const own = await startLocalDiscord();
	const guild = own.createGuild({ name: 'Studio' });
	own.commands.replace(guild.id, [{ name: 'ping', description: 'Pings' }]);
	const failing = expect(own.person(guild).chatInput('ping').answered()).rejects.toThrow('closed');
	await own.close();
	await failing;
});
