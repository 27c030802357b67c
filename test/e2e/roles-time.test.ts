import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStage, register } from './hosted-bot.js';

let stage: Stage;
let buyer: Person;

beforeEach(async () => {
	stage = await openStage();
	buyer = stage.people.buyer;
	await register(stage);
});

afterEach(() => stage.close());

function verify(code: string) {
	return buyer.chatInput('verify', { code }).answered();
}

async function holdsExactly(...roleIds: readonly string[]): Promise<void> {
	await expect.poll(() => [...buyer.roleIds].sort()).toEqual([...roleIds].sort());
}

describe('what becomes of the roles over time', () => {
	it('a member who left and came back is found without the members intent, at the next start at the latest', async () => {
		const bot = await stage.startBot();
		await verify(stage.marketplace.addPurchase().code);
		await holdsExactly(stage.roles.buyer.id);
		stage.guild.removeMember(buyer.id);
		stage.discord.person(stage.guild, { id: buyer.id });
		await holdsExactly();

		await bot.stop();
		await stage.startBot();
		await holdsExactly(stage.roles.buyer.id);
	});

	it('a mend that happens while the gateway is away is noticed when it is back', async () => {
		await stage.startBot();
		stage.guild.moveRole(stage.roles.buyer.id, 5);
		await verify(stage.marketplace.addPurchase().code);
		const { gateway } = stage.discord;
		gateway.setReachable(false);
		gateway.forgetSessions();
		gateway.drop(1006);
		stage.guild.moveRole(stage.roles.buyer.id, 1);
		await holdsExactly();
		gateway.setReachable(true);
		await holdsExactly(stage.roles.buyer.id);
	});
});
