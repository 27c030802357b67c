import type { Services } from '../../../src/create-services.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import type { GuildQueries } from '../../../src/servers/guild-facts.js';
import { GuildSettingsStore } from '../../../src/servers/guild-settings.js';
import { ServedGuilds } from '../../../src/servers/served-guilds.js';
import { linksOfServers } from '../../../src/servers/server-links.js';
import type { SetupChange } from '../../../src/servers/setup-change.js';
import { createPurchases } from '../../../src/services/purchases/purchases.js';
import { createSetup } from '../../../src/services/setup/setup.js';
import { memoryStore } from '../../../src/storage/memory-store.js';
import { policyIn } from '../../claims/policy-in.js';
import { fakeGuild, ids } from '../../servers/checkup/fake-guild.js';
import { floor, type Given as Some } from '../../world/floor.js';
import { FakeCatalog } from '../items/fake-catalog.js';

interface Given {
	readonly items?: readonly Item[];
	readonly licenceTypes?: readonly string[];
	/** Roles with the name of the role that the bot would create. */
	readonly named?: readonly string[];
}

/**
 * The real setup over one in-memory value, for the guild of the fake interaction. `changes` holds the saved changes.
 */
export function fakeSetup({ items = [], licenceTypes = [], named = [] }: Given = {}) {
	const rows = new Map<string, unknown>();
	const changes: SetupChange[] = [];
	const settings = new GuildSettingsStore(
		memoryStore(rows),
		{ BUYER_ROLE_ID: ids.buyer },
		new ServedGuilds([ids.guild]),
	);
	const claims = { ...policyIn(memoryStore()), scan: { async *all() {} } };
	const setup = createSetup(
		floor({
			guilds: settings,
			claims,
			discord: {
				factsOf: () => fakeGuild(),
				holdersOf: async () => 0,
				selfChosenRoles: async () => new Set(),
				isPanelThere: async () => true,
			},
			store: memoryStore(rows),
			panels: { wake: () => {} },
			roleApi: {
				rolesNamed: async () => named,
				makeRole: async () => ({ kind: 'made', roleId: ids.supported }),
			},
			limits: { take: async () => undefined, giveBack: async () => {} },
			reconciler: { rulesChanged: async () => {} },
			audit: {
				write: (_, event) => event.kind === 'setup' && changes.push(event.change),
				writeInto: () => {},
			},
			catalog: { get: () => undefined },
			clock: { now: () => 0 },
			logger: { error: () => {} },
		}),
	);
	const services: Some<Services> = {
		setup,
		claims,
		catalog: new FakeCatalog(items),
		licenceTypes: { list: () => licenceTypes },
		purchases: createPurchases(
			floor({
				guilds: settings,
				catalog: { get: () => undefined, snapshot: () => ({ items: [], state: 'empty', version: 0 }) },
				clock: { now: () => 0 },
			}),
		),
		guilds: settings,
		links: linksOfServers(settings, floor<GuildQueries>({ factsOf: () => fakeGuild() })),
		panels: {
			post: async ({ channelId }) => {
				const post = { state: 'sent', channelId, messageId: '600000000000000001' } as const;
				rows.set(`panel:${ids.guild}:${channelId}`, { v: 1, content: {}, post });
				return { kind: 'posted', messageId: post.messageId };
			},
		},
	};
	return { setup, claims, changes, services, overview: () => setup.overview(ids.guild) };
}
