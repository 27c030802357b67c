import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { chooseSetting } from './acts.js';
import { openStage, register } from './hosted-bot.js';

const dayMs = 86_400_000;

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

/** Lets the support of every claim in the store end then, rather than wait for it. By default a minute ago. */
async function supportEnds(supportedUntil = Date.now() - 60_000): Promise<void> {
	const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => undefined);
	for await (const pair of store.list('claim:')) {
		if (pair.corrupt || typeof pair.value !== 'object' || pair.value === null) continue;
		if (!('supportedUntil' in pair.value)) continue;
		const ended = { ...pair.value, supportedUntil };
		expect(await compareAndSet(store, pair.key, pair.value, ended)).toBe(true);
	}
	await store.close();
}

describe('what becomes of the roles over time', () => {
	it('a role shows that the support ends soon, and the other one stays for the days of grace', async () => {
		const supported = stage.guild.addRole({ name: 'Supported' });
		const soon = stage.guild.addRole({ name: 'Support ends soon' });
		let bot = await stage.startBot();
		const { admin } = stage.people;
		await chooseSetting(admin, 'setup-set:supported', supported.id);
		await chooseSetting(admin, 'setup-set:soon', soon.id);
		await verify(stage.marketplace.addPurchase({ supportedUntil: Date.now() + 20 * dayMs }).code);
		await holdsExactly(stage.roles.buyer.id, supported.id);
		// The notice of 14 days is not enough, and that of 21 days begins now.
		await chooseSetting(admin, 'setup-set:notice', '21');
		await holdsExactly(stage.roles.buyer.id, supported.id, soon.id);
		await chooseSetting(admin, 'setup-set:grace', '7');

		await bot.stop();
		await supportEnds();
		bot = await stage.startBot();
		await holdsExactly(stage.roles.buyer.id, supported.id);
		await bot.stop();
		await supportEnds(Date.now() - 8 * dayMs);
		await stage.startBot();
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
});
