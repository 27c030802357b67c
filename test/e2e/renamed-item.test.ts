import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

describe('an item that is renamed and moved to another category', () => {
	let stage: Stage;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
	});
	afterAll(() => stage?.close());

	it('gives who bought it before the same roles as who buys it now, after a check', async () => {
		const { admin, moderator, buyer, friend } = stage.people;
		const [item, ...others] = stage.marketplace.items;
		if (item === undefined) return expect.unreachable();
		const category = others.find((other) => other.category !== item.category)?.category ?? '';
		const [before, after] = ['Before', 'After'].map((name) => stage.guild.addRole({ name }));
		for (const [word, role] of [
			[item.category, before],
			[category, after],
		] as const)
			await admin.chatInput('setup category', { category: word, role: role?.id ?? '' }).answered();

		const { code } = stage.marketplace.addPurchase({ itemId: item.id });
		await verify(buyer, code);
		await expect.poll(() => buyer.roleIds).toContain(before?.id);

		stage.marketplace.setItems([{ ...item, name: 'Quite Another Name', category }, ...others]);
		await verify(friend, stage.marketplace.addPurchase({ itemId: item.id }).code);
		await expect.poll(() => friend.roleIds).toContain(after?.id);

		await check(moderator, code);
		await expect.poll(() => buyer.roleIds.toSorted()).toEqual(friend.roleIds.toSorted());
		expect(readable(await buyer.chatInput('purchases').answered())).toContain('Quite Another Name');
	});
});
