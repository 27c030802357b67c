import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncKind } from '../../src/roles/sync-rows.js';
import { openStore } from '../../src/storage/open.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { chooseSetting, freshCode, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline } from './reading.js';

describe('a role removal that is still owed', () => {
	let stage: Stage;
	let buyer: Person;
	let friend: Person;

	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		({ buyer, friend } = stage.people);
	});
	afterEach(() => stage?.close());

	/** Deletes all that is stored about the buyer, as `/privacy` does. */
	async function deleteData(): Promise<void> {
		const page = await buyer.chatInput('privacy').answered();
		const question = await buyer.clickButton(page, button(page, 'Delete my data')).answered();
		await buyer.clickButton(question, button(question, 'Delete everything')).answered();
	}

	it('attack 59: survives a verification that ends in "taken"', async () => {
		await stage.startBot();
		const supported = stage.guild.addRole({ name: 'Supported' });
		await chooseSetting(stage.people.admin, 'setup-set:supported', supported.id);
		await verify(buyer, freshCode(stage));
		await expect.poll(() => buyer.roleIds).toContain(supported.id);
		stage.guild.moveRole(supported.id, 9);
		await deleteData();

		const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
		const key = `sync:${stage.guild.id}:${buyer.id}`;
		const due = async () => syncKind.schema.safeParse(await store.get(key)).data?.due;
		await expect.poll(due).toBeGreaterThan(Date.now());
		// An hour passes.
		const row = syncKind.schema.parse(await store.get(key));
		await compareAndSet(store, key, row, { ...row, due: 1 });

		// Both present a fresh code; the answer about the buyer's question comes last.
		const code = freshCode(stage);
		stage.marketplace.faults.add('purchases/validation', { kind: 'delay', ms: 2_000 }, 1);
		const losing = buyer.chatInput('verify', { code });
		await expect.poll(() => stage.marketplace.faults.list()).toEqual([]);
		expect(headline(await verify(friend, code))).toBe('✅ Purchase verified');
		expect(headline(await losing.answered())).toBe('⛔ This code is in use');

		// The loser is still on record, so that the role goes as soon as the bot can reach it.
		expect(await store.get(key)).toMatchObject({ due: 1 });
		await store.close();
		stage.guild.moveRole(supported.id, 1);
		await stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === buyer.id && roleId === supported.id,
		);
	});
});
