import type { Person } from '@claimcheck/local-discord/person';
import { textOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import type { Store } from '../../src/storage/store.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { buyerRoleGiven, freshCode, hasBuyerRole, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline, readable } from './reading.js';

describe('a member of whom one purchase can’t be read', () => {
	let stage: Stage;
	let store: Store;
	let buyer: Person;
	let repair: () => Promise<void>;

	/** Purchases of two items, of which the first one's row is damaged. */
	beforeEach(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
		store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
		buyer = stage.people.buyer;
		const [first, second] = stage.marketplace.items;
		await verify(buyer, stage.marketplace.addPurchase({ itemId: first?.id ?? 0 }).code);
		await buyerRoleGiven(stage, buyer);
		for await (const { key } of store.list('claim:')) {
			const value = await store.get(key);
			await compareAndSet(store, key, value, { v: 2, holders: [{ userId: '' }] });
			repair = async () => void (await compareAndSet(store, key, await store.get(key), value));
		}
		await verify(buyer, stage.marketplace.addPurchase({ itemId: second?.id ?? 0 }).code);
	});
	afterEach(async () => {
		await store.close();
		await stage?.close();
	});

	const itemName = (index: number): string => stage.marketplace.items[index]?.name ?? '';

	it('is given the roles of the others, and staff see the others', async () => {
		stage.guild.takeRole(buyer.id, stage.roles.buyer.id);
		expect(hasBuyerRole(stage, buyer)).toBe(false);
		expect(headline(await verify(buyer, freshCode(stage)))).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, buyer);
		const seen = readable(await stage.people.moderator.chatInput('whois', { member: buyer.id }).answered());
		expect(seen).toContain(itemName(1));
		expect(seen).not.toContain(itemName(0));
		expect(readable(await buyer.chatInput('purchases').answered())).toContain(itemName(1));
	});

	it('loses no role, and says when a deletion had to leave one', async () => {
		const deletion = async () => {
			const page = await buyer.chatInput('privacy').answered();
			const question = await buyer.clickButton(page, button(page, 'Delete my data')).answered();
			return await buyer.clickButton(question, button(question, 'Delete everything')).answered();
		};
		expect(textOf(await deletion())).toContain('Not everything was deleted');
		expect(readable(await buyer.chatInput('purchases').answered())).not.toContain(itemName(1));
		await repair();
		expect(readable(await buyer.chatInput('purchases').answered())).toContain(itemName(0));
		// All this time the role followed from the purchase that could not be read.
		expect(hasBuyerRole(stage, buyer)).toBe(true);
		expect(textOf(await deletion())).toContain('✅ Deleted');
		await stage.discord.events.waitFor('role-removed', ({ userId }) => userId === buyer.id);
	});
});
