import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { drawPhone } from '../src/drawing/draw-phone.js';
import { startDiscord } from './real-client.js';

interface ExampleBot {
	readonly startBot: (token: string, rest: { readonly api: string }) => Promise<Client>;
}

/** The README's bot, in a separate folder next to discord.js: `bot.js` is the first JavaScript in it. */
async function exampleBot(): Promise<ExampleBot> {
	const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
	const [, code = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
	const folder = await mkdtemp(join(tmpdir(), 'example-bot-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	await symlink(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
	await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
	await writeFile(join(folder, 'bot.js'), code);
	return import(join(folder, 'bot.js'));
}

test('the bot of the README replies to a member', async () => {
	const { startBot } = await exampleBot();
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'My server' });
	const ana = discord.person(guild, { name: 'Ana' });
	const bot = await startBot(discord.token, { api: discord.apiUrl });
	onTestFinished(() => bot.destroy());
	await discord.events.waitFor('commands-registered');

	const answer = await ana.chatInput('hi').answered();
	expect(answer.content).toBe(`**Hello**, <@${ana.id}>!`);
	expect(drawPhone(answer, { nameOf: guild.nameOf })).toContain('\n│ Hello, @Ana!\n');
});
