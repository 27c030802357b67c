import type { Stage } from '@claimcheck/sandbox/stage';
import { GatewayIntentBits } from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { freshCode, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

let stage: Stage;
afterEach(() => stage?.close());

async function open(privilegedIntents: number): Promise<void> {
	stage = await openStage({ discord: { privilegedIntents } });
	await register(stage);
}

/** The alert's message, as it stands. */
async function alerted(start: string): Promise<void> {
	const found = () =>
		stage.discord.messages
			.inChannel(stage.channels.audit)
			.some(({ current }) => current.content.startsWith(start) && current.content.includes('Members Intent'));
	if (!found()) await stage.discord.events.until(found, `No alert begins with ${start}`);
}

describe('a members intent that Discord doesn’t grant', () => {
	it('is done without from the start, which staff read until it isn’t wanted any more', async () => {
		await open(0);
		const bot = await stage.startProcess({ MEMBERS_INTENT: 'true' });
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toContain('Purchase verified');
		await alerted('⚠️ Discord refuses me');
		const warnings = logged(bot, 'warn').filter(({ msg }) => msg.includes('Server Members Intent'));
		expect(warnings).toHaveLength(1);
		await bot.stop();
		await stage.startBot({ MEMBERS_INTENT: 'false' });
		await alerted('✅ Solved');
	});

	it('is done without when it is taken away after days, and asked for again with the next session', async () => {
		await open(GatewayIntentBits.GuildMembers);
		const bot = await stage.startBot({ MEMBERS_INTENT: 'true' });
		const { gateway } = stage.discord;
		gateway.refuseIdentify(4014);
		gateway.forgetSessions();
		gateway.drop();
		await alerted('⚠️ Discord refuses me');
		await stage.discord.events.until(() => gateway.clientCount === 1, 'The bot stays away');
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toContain('Purchase verified');

		gateway.forgetSessions();
		gateway.drop();
		await bot.logged('Discord grants Server Members Intent again');
		await alerted('✅ Solved');
	});
});

it('a log-in that is refused with the intent and without it ends with 78', async () => {
	await open(0);
	stage.discord.gateway.refuseIdentify(4014, 2);
	const bot = await stage.spawnBot({ MEMBERS_INTENT: 'true' });
	expect((await bot.exited).code).toBe(78);
	expect(logged(bot, 'fatal')).toHaveLength(1);
});
