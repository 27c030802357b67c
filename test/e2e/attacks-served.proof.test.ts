import type { RunningBot, SecondServer, Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshCode, verify } from './acts.js';
import { runClaims } from './claims-run.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

// Both wait for a timer of the bot's.

const elsewhere = 'I’m not set up for this server.';

let stage: Stage;
let second: SecondServer;

beforeEach(async () => {
	stage = await openStage();
	second = stage.secondServer();
});
afterEach(() => stage?.close());

const both = () => ({ DISCORD_GUILD_ID: `${stage.guild.id},${second.guild.id}` });

describe('home', () => {
	it('ends the bot with 78 when another one is noted while it runs', async () => {
		await register(stage, both());
		const bot = await stage.startProcess(both());
		await runClaims(stage, 'move-home', second.guild.id, '--yes');
		expect((await bot.exited).code).toBe(78);
		expect(bot.stderr).toContain(`Home has been moved to ${second.guild.id}`);
	}, 150_000);
});

describe('two bots with different lists', () => {
	it('attack 52: the later one answers in what it alone lists, and none in what the last one dropped', async () => {
		await register(stage, both());
		const early = await stage.startBot();
		const later = await stage.startBot(both());
		const { member } = second.people;
		const answered = async (): Promise<string> => headline(await verify(member, freshCode(stage)));
		// The early one looks once a minute; from then on it leaves that server to the other one.
		const isSilent = (bot: RunningBot) => bot.logged('Another process has updated the served servers');
		await isSilent(early);
		expect(await answered()).toBe('✅ Purchase verified');

		await early.stop();
		await stage.startBot();
		await isSilent(later);
		expect(await answered()).toBe(elsewhere);
	}, 300_000);
});
