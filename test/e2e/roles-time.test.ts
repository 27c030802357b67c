import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../src/sandbox/discord/person.js';
import { Stage } from '../../src/sandbox/stage.js';
import { chooseRole } from '../../src/views/setup-ids.js';

let stage: Stage;
let buyer: Person;

beforeEach(async () => {
	stage = await Stage.open();
	buyer = stage.people.buyer;
	await stage.register();
});

afterEach(() => stage.close());

function verify(code: string) {
	return buyer.chatInput('verify', { code }).answered();
}

async function holdsExactly(...roleIds: readonly string[]): Promise<void> {
	await expect.poll(() => [...buyer.roleIds].sort(), { timeout: 20_000 }).toEqual([...roleIds].sort());
}

describe('what becomes of the roles over time', () => {
	it('the supported role goes when the support ends, and the buyer role stays', async () => {
		const supported = stage.guild.addRole({ name: 'Supported' });
		let bot = await stage.startBot();
		const page = await stage.people.admin.chatInput('setup server').answered();
		await stage.people.admin.selectMenu(page, chooseRole.encode('supported'), [supported.id]).acknowledged();
		const supportedUntil = Date.now() + 6_000;
		await verify(stage.marketplace.addPurchase({ supportedUntil }).code);
		await holdsExactly(stage.roles.buyer.id, supported.id);

		await bot.stop();
		await new Promise((resolve) => setTimeout(resolve, supportedUntil - Date.now() + 100));
		bot = await stage.startBot();
		await holdsExactly(stage.roles.buyer.id);
	});

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

	it('another role besides the buyer role that cannot be given keeps nobody from the buyer role', async () => {
		const supported = stage.guild.addRole({ name: 'Supported' });
		await stage.startBot();
		const page = await stage.people.admin.chatInput('setup server').answered();
		await stage.people.admin.selectMenu(page, chooseRole.encode('supported'), [supported.id]).acknowledged();
		stage.guild.moveRole(supported.id, 5);
		const answer = await verify(stage.marketplace.addPurchase().code);
		expect(answer.embeds[0]?.description).toContain('You have the buyer role');
		await holdsExactly(stage.roles.buyer.id);

		stage.guild.moveRole(supported.id, 1);
		await holdsExactly(stage.roles.buyer.id, supported.id);
	});
});
