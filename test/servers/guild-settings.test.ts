import { describe, expect, it } from 'vitest';
import { StoreCorruptError } from '../../src/base/errors.js';
import { reportDroppedRules } from '../../src/messages/audit.js';
import {
	type ChosenSettings,
	type DroppedRule,
	GuildSettingsStore,
} from '../../src/servers/guild-settings.js';
import { ServedGuilds } from '../../src/servers/served-guilds.js';
import { memoryStore } from '../roles/memory-store.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { noRules } from './no-rules.js';

const [guildId, otherGuildId] = ['100000000000000001', '100000000000000002'] as const;
const [buyer, other] = ['300000000000000001', '300000000000000002'] as const;
const [channel, otherChannel] = ['400000000000000001', '400000000000000002'] as const;
const none = { buyerRoleId: undefined, auditChannelId: undefined };
const defaults = { buyerRoleId: buyer, auditChannelId: channel };

const environment = { BUYER_ROLE_ID: buyer, AUDIT_CHANNEL_ID: channel };

function open(given: Partial<typeof environment> = {}, ids: readonly string[] = [guildId, otherGuildId]) {
	const store = memoryStore();
	const served = new ServedGuilds(ids);
	return { store, served, settings: new GuildSettingsStore(store, given, served) };
}

const buyerIs =
	(buyerRoleId: string) =>
	(current: ChosenSettings): ChosenSettings => ({ ...current, buyerRoleId });

describe('the settings of a server', () => {
	it('are the environment’s defaults until something is chosen, which doesn’t affect other servers', async () => {
		const { settings } = open(environment);
		expect(await settings.get(guildId)).toEqual({
			...{ ...noRules, ...defaults, staffRoleIds: [], links: {}, sharing: 'everyone', updates: undefined },
		});
		expect(await settings.change(guildId, buyerIs(other))).toMatchObject({ buyerRoleId: buyer });
		expect(await settings.get(guildId)).toMatchObject({ buyerRoleId: other, auditChannelId: channel });
		expect(await settings.get(otherGuildId)).toMatchObject(none);
	});

	it('give no rules without a known buyer role, and all of them with one', async () => {
		const { settings } = open();
		await settings.change(guildId, (current) => ({ ...current, itemRoles: { 1001: other } }));
		expect(await settings.rulesOf(guildId)).toBeUndefined();
		await settings.change(guildId, buyerIs(buyer));
		const { supportedRoleId: _, ...none } = noRules;
		const rules = { ...none, buyerRoleId: buyer, itemRoles: { 1001: other } };
		expect(await settings.rulesOf(guildId)).toMatchObject(rules);
	});

	it('are an error, not an empty setup, if the stored value is damaged', async () => {
		const { store, settings } = open(environment);
		await compareAndSet(store, `settings:${guildId}`, undefined, { v: 1, buyerRoleId: 'Buyer' });
		await expect(settings.get(guildId)).rejects.toThrow(StoreCorruptError);
		await expect(settings.change(guildId, buyerIs(other))).rejects.toThrow(StoreCorruptError);
	});
});

it('audit messages use the environment’s channel in the first server, until any server sets its own', async () => {
	const { settings } = open(environment);
	expect(await settings.auditChannelOf(guildId)).toEqual({ guildId, channelId: channel });
	expect(await settings.auditChannelOf(otherGuildId)).toBeUndefined();
	await settings.change(otherGuildId, (current) => ({ ...current, auditChannelId: otherChannel }));
	const elsewhere = { guildId: otherGuildId, channelId: otherChannel };
	expect(await settings.auditChannelOf(otherGuildId)).toEqual(elsewhere);
	// Messages for operators go only to the first server.
	expect(await settings.auditChannelOf()).toEqual({ guildId, channelId: channel });
	const unserved = '100000000000000003';
	await settings.change(unserved, (current) => ({ ...current, auditChannelId: otherChannel }));
	expect(await settings.auditChannelOf(unserved)).toBeUndefined();
	expect(await open().settings.auditChannelOf()).toBeUndefined();
	expect(await open(environment, []).settings.auditChannelOf()).toBeUndefined();
});

it('rules dropped by an upgrade are reported once, and the other settings stay', async () => {
	const rules: readonly DroppedRule[] = [
		{ kind: 'tag', key: 'photo', roleId: '300000000000000001' },
		{ kind: 'option', key: 'PSD', roleId: '300000000000000002' },
	];
	const { store, settings } = open();
	const chosen = { v: 1, itemRoles: { 7: '300000000000000003' }, categoryRoles: {}, licenceRoles: {} };
	await compareAndSet(store, 'settings:a', undefined, { ...chosen, droppedRules: rules });
	await compareAndSet(store, 'settings:b', undefined, chosen);
	await compareAndSet(store, 'settings:c', undefined, 'damaged');
	const [reported, warned]: [unknown[], string[]] = [[], []];
	const audit = { write: (...event: unknown[]) => void reported.push(event), writeInto: () => {} };
	const logger = { warn: ({ guildId }: { guildId: string }) => void warned.push(guildId) };
	for (let start = 0; start < 2; start += 1)
		await reportDroppedRules(['c', 'a', 'b', 'none'], { guilds: settings, audit, logger: logger as never });
	expect(reported).toEqual(rules.map((rule) => ['a', { kind: 'rule-dropped', rule }]));
	expect(warned).toEqual(['c', 'c']);
	expect(await store.get('settings:a')).toEqual(chosen);
});
