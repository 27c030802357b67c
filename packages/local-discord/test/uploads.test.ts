import { type Client, Events, type ModalSubmitInteraction } from 'discord.js';
import { beforeEach, expect, it } from 'vitest';
import type { Guild } from '../src/guild.js';
import type { LocalDiscord } from '../src/local-discord.js';
import type { Person } from '../src/person.js';
import { ManualClock } from './manual-clock.js';
import { loginClient, startDiscord } from './real-client.js';

const day = 24 * 60 * 60_000;
const file = { name: 'receipt.png', contentType: 'image/png', bytes: Buffer.from('a picture') };

let clock: ManualClock;
let discord: LocalDiscord;
let guild: Guild;
let ana: Person;
let client: Client<true>;

beforeEach(async () => {
	clock = new ManualClock();
	discord = await startDiscord({ clock, waitTimeoutMs: 50_000 });
	guild = discord.createGuild({ name: 'Home' });
	ana = discord.person(guild, { name: 'Ana' });
	client = await loginClient(discord);
	await client.application.commands.set([{ name: 'send', description: 'Sends files' }], guild.id);
});

/** The form of `/send`, with one or two files unless it says otherwise. */
async function opened(required = true) {
	client.once(Events.InteractionCreate, (interaction) => {
		if (!interaction.isChatInputCommand()) return;
		const component = { type: 19, custom_id: 'files', required, min_values: required ? 1 : 0, max_values: 2 };
		const label = { type: 18, label: 'Files', component };
		void interaction.showModal({ custom_id: 'form', title: 'Send', components: [label] });
	});
	const form = ana.chatInput('send');
	await form.modalOpened();
	return form;
}

function submitted(): Promise<ModalSubmitInteraction> {
	return new Promise((resolve) =>
		client.once(Events.InteractionCreate, (interaction) => {
			if (interaction.isModalSubmit()) resolve(interaction);
		}),
	);
}

it('files in a form reach the bot with an address that expires after a day', async () => {
	const form = await opened();
	const arrived = submitted();
	ana.fillIn(form, { Files: [file, file] });
	const [first, ...more] = (await arrived).fields.getUploadedFiles('files', true).values();
	expect(more).toHaveLength(1);
	expect(first).toMatchObject({ name: 'receipt.png', size: 9, contentType: 'image/png', ephemeral: true });
	const address = first?.url ?? '';
	expect(await (await fetch(address)).text()).toBe('a picture');
	expect((await fetch(address.split('?')[0] ?? '')).status).toBe(404);
	clock.advance(day);
	expect((await fetch(address)).status).toBe(404);
});

it('a form accepts as many files as it says, and forged ids resolve to none', async () => {
	const form = await opened();
	expect(() => ana.fillIn(form, {})).toThrow('1 to 2');
	expect(() => ana.fillIn(form, { Files: [file, file, file] })).toThrow('1 to 2');
	expect(() => ana.fillIn(form, { Files: ['400000000000000001'] })).toThrow('takes files');
	const arrived = submitted();
	ana.fillIn(form, { Files: ['400000000000000001'] }, { force: true });
	expect((await arrived).fields.getUploadedFiles('files')?.size ?? 0).toBe(0);
});

it('a form with optional files may be sent without any', async () => {
	const form = await opened(false);
	const arrived = submitted();
	ana.fillIn(form, {});
	expect((await arrived).fields.getUploadedFiles('files')?.size ?? 0).toBe(0);
});

it('an edit that leaves a file out deletes it', async () => {
	const channel = await client.channels.fetch(ana.channelId);
	if (!channel?.isSendable()) throw new Error('No channel');
	const files = ['1.png', '2.png'].map((name) => ({ name, attachment: file.bytes }));
	const message = await channel.send({ content: 'Two', files });
	const [one, two] = [...message.attachments.values()];
	await message.edit({ attachments: two ? [two] : [] });
	expect([(await fetch(one?.url ?? '')).status, (await fetch(two?.url ?? '')).status]).toEqual([404, 200]);
});
