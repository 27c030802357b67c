import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startDiscord } from '../real-client.js';

// Bots by other libraries, each as its own documentation would have it: without a setting for the address. They meet
// the local Discord through the preload alone, and find what this repository's authors have not thought of.

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
	'an unmodified bot of %s logs in, answers, edits, follows up, gives a role and resumes',
	async (name) => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'My server' });
		const role = guild.addRole({ name: 'Member' });
		const ana = discord.person(guild, { name: 'Ana' });
		const bot = spawn(process.execPath, [join(import.meta.dirname, `${name}.mjs`)], {
			env: {
				PATH: process.env['PATH'] ?? '',
				NODE_OPTIONS: `--import ${preload}`,
				DISCORD_API_URL: discord.apiUrl,
				DISCORD_TOKEN: discord.token,
				ROLE_ID: role.id,
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
		const happened = <T>(event: Promise<T>): Promise<T> => Promise.race([event, ended]);

		await happened(discord.events.waitFor('gateway-identified'));
		await happened(discord.events.waitFor('commands-registered'));
		const joined = ana.chatInput('join');
		expect(await happened(joined.answered()), output).toMatchObject({
			content: `Welcome, <@${ana.id}>`,
			flags: 64,
		});
		expect(await happened(joined.followedUp())).toMatchObject({ content: 'There is more', flags: 64 });
		expect(ana.roleIds).toContain(role.id);

		discord.gateway.drop(4000);
		// Seyfert waits ten seconds before it connects again.
		await happened(discord.events.waitFor('gateway-resumed', () => true, 40_000));
		expect(discord.gateway.identifyCount).toBe(1);
		await happened(ana.chatInput('join').followedUp());
		expect(discord.calls.list().filter(({ status }) => status === undefined || status >= 400)).toEqual([]);
	},
);
