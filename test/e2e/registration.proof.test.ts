import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStage, register } from './hosted-bot.js';

const putGlobal = 'PUT /applications/{application_id}/commands';
const putInGuild = 'PUT /applications/{application_id}/guilds/{guild_id}/commands';

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

	it('needs no list where the only server is the own one', async () => {
		expect((await stage.register({ DISCORD_GUILD_ID: '' })).exit.code).toBe(0);
		expect(puts()).toEqual([0, 1]);
	});

	it('clears what is left over in the other places, which doctor reports', async () => {
		const second = stage.discord.createGuild({ name: 'Second' });
		const both = { DISCORD_GUILD_ID: `${stage.guild.id},${second.id}` };
		const listed = (): number[] =>
			[undefined, stage.guild.id, second.id].map((id) => stage.discord.commands.list(id).length);
		const all = expect.any(Number);

		await register(stage, both);
		expect(listed()).toEqual([0, all, all]);
		expect(listed()[1]).toBeGreaterThan(0);

		const fewer = await stage.register();
		expect(fewer.output).toContain(`Removed unused commands for server ${second.id}`);
		expect(listed()).toEqual([0, all, 0]);
	});

	it('needs neither key nor secret nor role', async () => {
		const none = { MARKETPLACE_API_KEY: '', CLAIM_SECRET: '', BUYER_ROLE_ID: '', MARKETPLACE_URL: '' };
		expect((await stage.register(none)).exit.code).toBe(0);
	});
});
