import type { RunningBot } from '@claimcheck/sandbox/stage';
import { describe, expect, it } from 'vitest';
import { logged, sendAsBot } from './acts.js';
import { sharedStage } from './own-stage.js';

const putGlobal = 'PUT /applications/{application_id}/commands';
const putInGuild = 'PUT /applications/{application_id}/guilds/{guild_id}/commands';
/** The check at the start has reported that the commands differ. */
const isDue = (bot: RunningBot) => logged(bot, 'warn').filter(({ check }) => check === 'commands');

// In order: each test continues where the previous one ended.
describe('npm run register', async () => {
	const stage = await sharedStage({ isRegistered: false });
	const second = stage.discord.createGuild({ name: 'Second' }).id;
	const puts = (): number[] =>
		[putGlobal, putInGuild].map((route) => stage.discord.calls.list(route as typeof putGlobal).length);

	it('fails with instructions: for a refused token, a server without the bot, or the daily limit', async () => {
		const [token, missing] = await Promise.all([
			stage.register({ DISCORD_TOKEN: 'not-the-token-of-this-bot' }),
			stage.register({ DISCORD_GUILD_ID: '123456789012345678' }),
		]);
		expect(token).toMatchObject({
			exit: { code: 78 },
			output: expect.stringContaining('DISCORD_TOKEN'),
		});
		expect(token.output).not.toContain('not-the-token-of-this-bot');
		expect(missing).toMatchObject({ exit: { code: 1 }, output: expect.stringContaining('Invite it') });
		// Rather than waiting in silence.
		const body = { code: 30_034, retry_after: 40_000 };
		const headers = { 'retry-after': '40000' };
		stage.discord.faults.add(putInGuild, { kind: 'answer', status: 429, body, headers });
		const limited = await stage.register();
		stage.discord.faults.clear();
		expect(limited.exit.code).toBe(1);
		expect(limited.output).toMatch(/Discord accepts no such request before \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
		stage.discord.calls.clear();
	});

	it('registers only for the listed servers, needs no key, secret or role, and a second run changes nothing', async () => {
		const stranger = stage.discord.createGuild({ name: 'Of a stranger', owner: { name: 'Sly' } });
		const none = { MARKETPLACE_API_KEY: '', CLAIM_SECRET: '', BUYER_ROLE_ID: '', MARKETPLACE_URL: '' };
		const both = { ...none, DISCORD_GUILD_ID: `${stage.guild.id},${second}` };
		expect((await stage.register(both)).exit.code).toBe(0);
		expect(puts()).toEqual([0, 2]);
		const listed = (id: string) => stage.discord.commands.list(id).length;
		expect(listed(second)).toBe(listed(stage.guild.id));
		expect(listed(stranger.id)).toBe(0);
		expect((await stage.register(both)).output).toContain('Nothing to do');
		expect(puts()).toEqual([0, 2]);
	});

	it('replaces changed commands with one request, names the differences, and removes leftovers', async () => {
		// A change by hand, or by an older version.
		const path = `/applications/${stage.discord.applicationId}/guilds/${stage.guild.id}/commands`;
		await sendAsBot(stage, 'PUT', path, [{ name: 'verify', description: 'An older text', type: 1 }]);
		const outdated = await stage.startBot();
		await expect
			.poll(() => isDue(outdated))
			.toMatchObject([{ todo: expect.stringContaining('Changed: /verify') }]);
		await outdated.stop();
		const { output } = await stage.register();
		expect(output).toContain('~ verify (changed)');
		expect(output).toContain('+ items (new)');
		expect(output).toContain(`Removed unused commands for server ${second}`);
		expect(stage.discord.commands.list(second)).toEqual([]);
	});
});
