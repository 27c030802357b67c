import type { Claim } from '../../../src/claims/claim.js';
import type { GuildFacts } from '../../../src/servers/guild-facts.js';
import { GuildSettingsStore } from '../../../src/servers/guild-settings.js';
import { ServedGuilds } from '../../../src/servers/served-guilds.js';
import type { SetupChange } from '../../../src/servers/setup-change.js';
import { createSetup } from '../../../src/services/setup/setup.js';
import type { Chooser } from '../../../src/services/setup/setup-refusals.js';
import { memoryStore } from '../../../src/storage/memory-store.js';
import { policyIn } from '../../claims/policy-in.js';
import { fakeGuild, ids } from '../../servers/checkup/fake-guild.js';
import { type FloorOf, floor } from '../../world/floor.js';

export const manager: Chooser = {
	guildId: ids.guild,
	userId: '200000000000000001',
	isAdministrator: false,
	canManage: true,
	rights: { isAbove: (roleId) => roleId !== ids.legend },
};
export const administrator: Chooser = { ...manager, isAdministrator: true };

/** The setup of the fake guild over a store in memory. */
export function openSetup(
	factsOf: () => GuildFacts | undefined = fakeGuild,
	{
		holders = 0,
		selfChosen = new Set(),
		panels = [],
		claims = [],
		rows = new Map(),
		reported = [],
		buyerRoleId,
		...changes
	}: {
		readonly holders?: number | 'unknown';
		readonly selfChosen?: ReadonlySet<string> | 'unknown';
		readonly panels?: readonly string[];
		readonly claims?: readonly Claim[];
		/** The store's rows, which several processes share. */
		readonly rows?: Map<string, unknown>;
		readonly reported?: SetupChange[];
		readonly buyerRoleId?: string | undefined;
	} & Pick<FloorOf<typeof createSetup>, 'limits' | 'roleApi'> = {},
) {
	const store = memoryStore(rows);
	for (const channelId of panels) {
		const post = { state: 'sent', channelId, messageId: '600000000000000001' };
		rows.set(`panel:${ids.guild}:${channelId}`, { v: 1, content: {}, post });
	}
	const settings = new GuildSettingsStore(
		store,
		{ BUYER_ROLE_ID: buyerRoleId },
		new ServedGuilds([ids.guild]),
	);
	const formerChannels: string[] = [];
	const setup = createSetup(
		floor({
			guilds: settings,
			claims: {
				...policyIn(store),
				scan: {
					async *all() {
						yield* claims;
					},
				},
			},
			discord: {
				factsOf,
				isPanelThere: async () => true,
				holdersOf: async () => (holders === 'unknown' ? undefined : holders),
				selfChosenRoles: async () => (selfChosen === 'unknown' ? undefined : selfChosen),
			},
			store,
			panels: { wake: () => {} },
			reconciler: { rulesChanged: async () => {} },
			audit: {
				write: (_, event) => event.kind === 'setup' && reported.push(event.change),
				writeInto: (_, channelId) => void formerChannels.push(channelId),
			},
			catalog: { get: () => undefined },
			...changes,
			clock: { now: () => 7 },
			logger: {
				error: (line: unknown) => {
					throw new Error(JSON.stringify(line));
				},
			},
		}),
	);
	return {
		...{ store, settings, setup, reported, formerChannels },
		saved: () => settings.get(ids.guild),
		row: () => rows.get(`settings:${ids.guild}`),
		/** Makes a choice, and confirms it if asked. */
		async confirm(change: SetupChange, by = manager) {
			const asked = await setup.choose(by, change);
			return await setup.choose(by, change, asked.kind === 'to-confirm' ? asked.digest : '');
		},
	};
}
