import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../../src/sandbox/stage.js';
import { freshCode, verify } from './acts.js';
import { headline } from './reading.js';

const GET_GLOBAL = 'GET /applications/{application_id}/commands';
const PUT_GLOBAL = 'PUT /applications/{application_id}/commands';
const PUT_IN_GUILD = 'PUT /applications/{application_id}/guilds/{guild_id}/commands';
const warning = 'The registered commands differ';

describe('npm run register', () => {
	let stage: Stage;

	beforeEach(async () => {
		stage = await Stage.open();
	});
	afterEach(() => stage?.close());

	const puts = (): number[] => {
		const { calls } = stage.discord;
		return [calls.list(PUT_GLOBAL).length, calls.list(PUT_IN_GUILD).length];
	};

	/** Somebody else's hand, or an older version: Discord holds other commands than this one's. */
	async function changeByHand(guildId?: string): Promise<void> {
		const scope = guildId === undefined ? '' : `/guilds/${guildId}`;
		const address = `${stage.discord.apiUrl}/v10/applications/${stage.discord.applicationId}${scope}/commands`;
		const headers = { authorization: `Bot ${stage.discord.token}`, 'content-type': 'application/json' };
		const body = JSON.stringify([{ name: 'verify', description: 'An older text', type: 1 }]);
		expect((await fetch(address, { method: 'PUT', headers, body })).status).toBe(200);
	}

	it('registers for every server, and a second run changes nothing', async () => {
		const first = await stage.register();
		expect(first.exit.code).toBe(0);
		expect(first.output).toContain('for every server');
		expect(puts()).toEqual([1, 0]);

		const second = await stage.register();
		expect(second.exit.code).toBe(0);
		expect(second.output).toContain('Nothing to do');
		expect(puts()).toEqual([1, 0]);
	});

	it('registers for one server, and a second run changes nothing', async () => {
		const only = { DISCORD_GUILD_ID: stage.guild.id };
		expect((await stage.register(only)).exit.code).toBe(0);
		expect(puts()).toEqual([0, 1]);
		expect((await stage.register(only)).output).toContain('Nothing to do');
		expect(puts()).toEqual([0, 1]);
	});

	it('replaces commands that differ with one request, and names what is different', async () => {
		await changeByHand();
		stage.discord.calls.clear();
		const { exit, output } = await stage.register();
		expect(exit.code).toBe(0);
		expect(output).toContain('~ verify (changed)');
		expect(output).toContain('+ items (new)');
		expect(puts()).toEqual([1, 0]);
		await stage.startBot();
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toBe('Purchase verified');
	});

	it('needs neither key nor secret nor role', async () => {
		const none = { MARKETPLACE_API_KEY: '', CLAIM_SECRET: '', BUYER_ROLE_ID: '', MARKETPLACE_URL: '' };
		expect((await stage.register(none)).exit.code).toBe(0);
	});

	it('ends with 78 and says what to do where Discord refuses the token', async () => {
		const { exit, output } = await stage.register({ DISCORD_TOKEN: 'not-the-token-of-this-bot' });
		expect(exit.code).toBe(78);
		expect(output).toContain('DISCORD_TOKEN');
		expect(output).not.toContain('not-the-token-of-this-bot');
	});

	it('fails, saying why, where the bot is not in the server', async () => {
		const { exit, output } = await stage.register({ DISCORD_GUILD_ID: '123456789012345678' });
		expect(exit.code).toBe(1);
		expect(output).toContain('Invite it');
	});

	it('is asked for by the bot at its start where it is due, and not where it is not', async () => {
		const unregistered = await stage.startBot();
		await unregistered.logged(warning);
		await unregistered.kill();

		await stage.register();
		const readBefore = stage.discord.calls.list(GET_GLOBAL).length;
		const registered = await stage.startBot();
		await expect
			.poll(() => stage.discord.calls.list(GET_GLOBAL)[readBefore]?.status, { timeout: 15_000 })
			.toBe(200);
		await registered.stop();
		expect(registered.output()).not.toContain(warning);

		await changeByHand();
		const outdated = await stage.startBot();
		expect(await outdated.logged(warning)).toMatchObject({ level: 'warn', changed: ['verify'] });
	});
});
