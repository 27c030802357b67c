import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshCode, verify } from './acts.js';
import { botHeaders } from './bot-headers.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

const getGlobal = 'GET /applications/{application_id}/commands';
const putGlobal = 'PUT /applications/{application_id}/commands';
const putInGuild = 'PUT /applications/{application_id}/guilds/{guild_id}/commands';
const warning = 'The registered commands differ';

describe('npm run register', () => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await openStage();
	});
	afterEach(() => stage?.close());

	const puts = (): number[] => {
		const { calls } = stage.discord;
		return [calls.list(putGlobal).length, calls.list(putInGuild).length];
	};

	/** A change by hand, or an older version: Discord holds other commands than this one's. */
	async function changeByHand(guildId?: string): Promise<void> {
		const scope = guildId === undefined ? '' : `/guilds/${guildId}`;
		const address = `${stage.discord.apiUrl}/v10/applications/${stage.discord.applicationId}${scope}/commands`;
		const headers = botHeaders(stage);
		const body = JSON.stringify([{ name: 'verify', description: 'An older text', type: 1 }]);
		expect((await fetch(address, { method: 'PUT', headers, body })).status).toBe(200);
	}

	it('registers for the listed servers alone, and a second run changes nothing', async () => {
		const second = stage.discord.createGuild({ name: 'Second' });
		const stranger = stage.discord.createGuild({ name: 'Of a stranger', owner: { name: 'Sly' } });
		const both = { DISCORD_GUILD_ID: `${stage.guild.id},${second.id}` };
		expect((await stage.register(both)).exit.code).toBe(0);
		expect(puts()).toEqual([0, 2]);
		expect(stage.discord.commands.list(second.id).length).toBe(
			stage.discord.commands.list(stage.guild.id).length,
		);
		expect(stage.discord.commands.list(stranger.id)).toEqual([]);
		expect((await stage.register(both)).output).toContain('Nothing to do');
		expect(puts()).toEqual([0, 2]);
	});

	it('replaces commands that differ with one request, and names what is different', async () => {
		await changeByHand(stage.guild.id);
		stage.discord.calls.clear();
		const { exit, output } = await stage.register();
		expect(exit.code).toBe(0);
		expect(output).toContain('~ verify (changed)');
		expect(output).toContain('+ items (new)');
		expect(puts()).toEqual([0, 1]);
		await stage.startBot();
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toBe('✅ Purchase verified');
	});

	it('ends with 78 and says what to do where Discord refuses the token', async () => {
		const { exit, output } = await stage.register({ DISCORD_TOKEN: 'not-the-token-of-this-bot' });
		expect(exit.code).toBe(78);
		expect(output).toContain('DISCORD_TOKEN');
		expect(output).not.toContain('not-the-token-of-this-bot');
	});

	it('fails at the daily limit of new commands, and says until when, rather than wait in silence', async () => {
		const body = { code: 30_034, retry_after: 40_000 };
		stage.discord.faults.add(putInGuild, { kind: 'answer', status: 429, body });
		const { exit, output } = await stage.register();
		expect(exit.code).toBe(1);
		const says = /Discord takes no new commands before \d{4}-\d\d-\d\d \d\d:\d\d UTC\./;
		expect(output).toMatch(says);
	});

	it('fails, saying why, where the bot is not in the server', async () => {
		const { exit, output } = await stage.register({ DISCORD_GUILD_ID: '123456789012345678' });
		expect(exit.code).toBe(1);
		expect(output).toContain('Invite it');
	});

	it('is asked for by the bot at its start where it is due, and not where it is not', async () => {
		const unregistered = await stage.startBot();
		await unregistered.logged(warning);
		await unregistered.stop();

		await register(stage);
		const readBefore = stage.discord.calls.list(getGlobal).length;
		const registered = await stage.startBot();
		await expect
			.poll(() => stage.discord.calls.list(getGlobal)[readBefore]?.status, { timeout: 15_000 })
			.toBe(200);
		await registered.stop();
		expect(registered.output()).not.toContain(warning);

		await changeByHand(stage.guild.id);
		const outdated = await stage.startBot();
		expect(await outdated.logged(warning)).toMatchObject({ level: 'warn', changed: ['verify'] });
	});
});
