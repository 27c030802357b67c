import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreCorruptError } from '../../src/base/errors.js';
import { type ChosenSettings, GuildSettingsStore } from '../../src/guilds/guild-settings.js';
import type { Store } from '../../src/storage/store.js';
import { type TestPlace, usualBackEnds } from '../storage/back-ends.js';
import { put } from '../storage/put.js';
import { noRules } from './no-rules.js';

const guildId = '100000000000000001';
const otherGuildId = '100000000000000002';
const buyer = '300000000000000001';
const other = '300000000000000002';
const channel = '400000000000000001';
const none = { buyerRoleId: undefined, auditChannelId: undefined };

const buyerIs =
	(buyerRoleId: string) =>
	(current: ChosenSettings): ChosenSettings => ({ ...current, buyerRoleId });

for (const backEnd of await usualBackEnds()) {
	describe.skipIf(backEnd.missing !== undefined)(`the settings of a server on ${backEnd.name}`, () => {
		let place: TestPlace;
		let store: Store;

		beforeEach(async () => {
			place = await backEnd.makePlace();
			store = await place.open();
		});
		afterEach(async () => {
			await store.close();
			await place.remove();
		});

		it('are the defaults of the environment until something is chosen', async () => {
			const settings = new GuildSettingsStore(store, () => ({ buyerRoleId: buyer, auditChannelId: channel }));
			expect(await settings.get(guildId)).toEqual({
				...noRules,
				buyerRoleId: buyer,
				auditChannelId: channel,
				staffRoleIds: [],
				links: {},
				sharing: 'everyone',
				updates: undefined,
			});
		});

		it('prefer what was chosen there, and leave other servers alone', async () => {
			const settings = new GuildSettingsStore(store, () => ({ buyerRoleId: buyer, auditChannelId: channel }));
			expect(await settings.change(guildId, buyerIs(other))).toMatchObject({ buyerRoleId: buyer });
			expect(await settings.get(guildId)).toMatchObject({ buyerRoleId: other, auditChannelId: channel });
			expect((await settings.get(otherGuildId)).buyerRoleId).toBe(buyer);
		});

		it('give no rules where no buyer role is known, and all of them where one is', async () => {
			const settings = new GuildSettingsStore(store, () => none);
			await settings.change(guildId, (current) => ({ ...current, itemRoles: { 1001: other } }));
			expect(await settings.rulesOf(guildId)).toBeUndefined();
			await settings.change(guildId, buyerIs(buyer));
			expect(await settings.rulesOf(guildId)).toEqual({
				...noRules,
				buyerRoleId: buyer,
				itemRoles: { 1001: other },
			});
		});

		it('lose nothing when two administrators change them concurrently, in two processes', async () => {
			const second = await place.open();
			const here = new GuildSettingsStore(store, () => none);
			const there = new GuildSettingsStore(second, () => none);
			const addItem = (item: number) => (current: ChosenSettings) => ({
				...current,
				itemRoles: { ...current.itemRoles, [item]: other },
			});
			const items = Array.from({ length: 10 }, (_, index) => index + 1);
			await Promise.all(items.map((item) => (item % 2 === 0 ? here : there).change(guildId, addItem(item))));
			await second.close();
			expect(Object.keys((await here.get(guildId)).itemRoles)).toEqual(items.map(String));
		});

		it('are an error, not an empty set-up, where the stored value is damaged', async () => {
			const settings = new GuildSettingsStore(store, () => ({
				buyerRoleId: buyer,
				auditChannelId: undefined,
			}));
			await put(store, `settings:${guildId}`, { v: 1, buyerRoleId: 'Buyer' });
			await expect(settings.get(guildId)).rejects.toThrow(StoreCorruptError);
			await expect(settings.change(guildId, buyerIs(other))).rejects.toThrow(StoreCorruptError);
		});
	});
}
