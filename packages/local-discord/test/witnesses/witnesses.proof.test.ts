import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { LocalDiscord } from '../../src/local-discord.js';
import { startDiscord } from '../real-client.js';

// Bots with other libraries, each written as its own documentation says: without a setting for the address. They reach
// the local Discord only through the preload, and find things that this repository's authors have not thought of.

let folder: string;
let preload: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'witnesses-'));
	const outfile = join(folder, 'redirect.mjs');
	const entryPoints = [join(import.meta.dirname, '../../src/redirect.ts')];
	await build({ entryPoints, outfile, platform: 'node', format: 'esm', logLevel: 'silent' });
	preload = pathToFileURL(outfile).href;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(['discordeno', 'discordjs-core', 'eris', 'oceanic', 'sapphire', 'seyfert'])(
	'an unmodified bot of %s logs in, replies, edits, follows up, gives a role and resumes',
	async (name) => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'My server' });
		const role = guild.addRole({ name: 'Member' });
		const ana = discord.person(guild, { name: 'Ana' });
		const { output, happened } = startBot(name, discord, { ROLE_ID: role.id });

		// A busy machine takes seconds to load a library.
		await happened(discord.events.waitFor('gateway-identified', () => true, 40_000));
		await happened(discord.events.waitFor('commands-registered'));
		const joined = ana.chatInput('join');
		expect(await happened(joined.answered()), output()).toMatchObject({
			content: `Welcome, <@${ana.id}>`,
			flags: 64,
		});
		expect(await happened(joined.followedUp())).toMatchObject({ content: 'There is more', flags: 64 });
		expect(ana.roleIds).toContain(role.id);

		discord.gateway.drop(4000);
		// Seyfert waits ten seconds before it reconnects.
		await happened(discord.events.waitFor('gateway-resumed', () => true, 40_000));
		expect(discord.gateway.identifyCount).toBe(1);
		await happened(ana.chatInput('join').followedUp());
		expect(discord.calls.list().filter(({ status }) => status === undefined || status >= 400)).toEqual([]);
	},
);

it('oceanic.js, which supports hidden channels, gets what it expects for one that the bot can’t see', async () => {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'My server' });
	const deny = PermissionFlagsBits.ViewChannel;
	const overwrites = [{ id: guild.id, type: 0, allow: 0n, deny }] as const;
	const { id, type, position } = guild.addChannel({ name: 'staff', overwrites });
	const ids = { GUILD_ID: guild.id, CHANNEL_ID: id };
	const { output } = startBot('hidden-channel-oceanic', discord, ids);
	const lines = () =>
		output()
			.split('\n')
			.filter(Boolean)
			.map((line): unknown => JSON.parse(line));

	const hidden = { id, name: '___hidden___', type, position, isHidden: true, overwrites: 1 };
	const overRest = { listed: ['general'], refused: 50001 };
	await expect.poll(lines, { timeout: 20_000 }).toEqual([hidden, overRest]);
	guild.giveRole(discord.botId, guild.addRole({ name: 'Staff', permissions: 8n }).id);
	const whole = { ...hidden, name: 'staff', isHidden: false };
	await expect.poll(lines, { timeout: 20_000 }).toEqual([hidden, overRest, whole]);
});

/** Runs the bot in a file next to this one until the test ends. */
function startBot(name: string, discord: LocalDiscord, variables: Readonly<Record<string, string>>) {
	const bot = spawn(process.execPath, [join(import.meta.dirname, `${name}.mjs`)], {
		env: {
			PATH: process.env['PATH'] ?? '',
			NODE_OPTIONS: `--import ${preload}`,
			DISCORD_API_URL: discord.apiUrl,
			DISCORD_TOKEN: discord.token,
			...variables,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	onTestFinished(() => void bot.kill('SIGKILL'));
	let output = '';
	for (const stream of [bot.stdout, bot.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	}
	const ended = once(bot, 'close').then(([code]: unknown[]) => {
		throw new Error(`The bot has ended with ${code}:\n${output}`);
	});
	ended.catch(() => undefined);
	return {
		output: () => output,
		/** Rejects if the bot ends first. */
		happened: <T>(event: Promise<T>): Promise<T> => Promise.race([event, ended]),
	};
}
