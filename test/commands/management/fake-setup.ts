import type { SetupServices } from '../../../commands/management/setup-services.js';
import { GuildSettingsStore } from '../../../src/guilds/guild-settings.js';
import { LinksOfServers } from '../../../src/guilds/server-links.js';
import { Setup } from '../../../src/guilds/setup.js';
import type { SetupChange } from '../../../src/guilds/setup-change.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import type { ItemsSnapshot } from '../../../src/views/items/items-view.js';
import { fakeGuild, ids } from '../../guilds/checkup/fake-guild.js';
import { FakeCatalogue } from '../items/fake-catalogue.js';

interface Given {
	readonly items?: readonly Item[];
	readonly catalogueState?: ItemsSnapshot['state'];
	readonly licenceTypes?: readonly string[];
}

/** The real set-up over one value in memory, for the guild of the fake interaction. `changes` holds what was saved. */
export function fakeSetup({ items = [], catalogueState = 'ready', licenceTypes = [] }: Given = {}) {
	let row: unknown;
	const changes: SetupChange[] = [];
	const posted: string[] = [];
	const settings = new GuildSettingsStore(
		{
			get: async () => row,
			compareAndSet: async (_key, _expected, next) => {
				row = next;
				return true;
			},
			async *list() {},
		},
		() => ({ buyerRoleId: ids.buyer, auditChannelId: undefined }),
	);
	const setup = new Setup({
		settings,
		served: { isHome: () => true },
		discord: {
			factsOf: () => fakeGuild(),
			holdersOf: async () => 0,
			selfChosenRoles: async () => new Set(),
		},
		posted: { of: async () => posted.map((channelId) => ({ channelId, messageId: '600000000000000001' })) },
		panels: { refresh: async () => {} },
		reconciler: { rulesChanged: async () => {} },
		report: { setup: (_guildId, _userId, change) => changes.push(change) },
		logger: { error: () => {} },
	});
	const services: SetupServices = {
		setup,
		catalogue: new FakeCatalogue(items, undefined, catalogueState),
		licenceTypes: { list: () => licenceTypes },
		links: new LinksOfServers(settings, { factsOf: () => fakeGuild() }),
		panels: {
			post: async ({ channelId }) => {
				posted.push(channelId);
				return { kind: 'posted', messageId: '600000000000000001', content: {} };
			},
			look: async () => ({ kind: 'missing' }),
		},
	};
	return { setup, changes, services, overview: () => setup.overview(ids.guild) };
}
