import { describe, expect, it } from 'vitest';
import { type DroppedRule, GuildSettingsStore, reportDroppedRules } from '../../src/guilds/guild-settings.js';
import { memoryStore } from '../roles/memory-store.js';
import { compareAndSet } from '../storage/compare-and-set.js';

const rules: readonly DroppedRule[] = [
	{ kind: 'tag', key: 'photo', roleId: '300000000000000001' },
	{ kind: 'option', key: 'PSD', roleId: '300000000000000002' },
];

describe('rules that an upgrade dropped', () => {
	it('are reported once, and the other settings stay', async () => {
		const store = memoryStore();
		const settings = new GuildSettingsStore(store, () => ({
			buyerRoleId: undefined,
			auditChannelId: undefined,
		}));
		const chosen = { v: 1, itemRoles: { 7: '300000000000000003' }, categoryRoles: {}, licenceRoles: {} };
		await compareAndSet(store, 'settings:a', undefined, { ...chosen, droppedRules: rules });
		await compareAndSet(store, 'settings:b', undefined, chosen);
		await compareAndSet(store, 'settings:c', undefined, 'damaged');
		const reported: unknown[] = [];
		const warned: unknown[] = [];
		const report = {
			ruleDropped: (guildId: string, rule: DroppedRule) => void reported.push([guildId, rule]),
		};
		const logger = { warn: ({ guildId }: { guildId: string }) => void warned.push(guildId) };
		for (let start = 0; start < 2; start += 1)
			await reportDroppedRules(['c', 'a', 'b', 'none'], settings, report, logger as never);
		expect(reported).toEqual(rules.map((rule) => ['a', rule]));
		expect(warned).toEqual(['c', 'c']);
		expect(await store.get('settings:a')).toEqual(chosen);
	});
});
