import type { ShareServices } from '../../../commands/items/item.js';
import { Cooldowns } from '../../../src/base/time/cooldowns.js';
import type { Links } from '../../../src/guilds/guild-settings.js';
import type { OwnedItem } from '../../../src/purchases/owned-item.js';
import type { FakeCatalogue } from './fake-catalogue.js';

/** The services of the item commands: a server without links and purchases, where everyone may share. */
export function itemServices(
	catalogue: FakeCatalogue,
	changes: {
		readonly own?: OwnedItem;
		readonly links?: Links;
		readonly mayShare?: boolean;
		readonly pauses?: Cooldowns;
	} = {},
) {
	return {
		catalogue,
		links: { of: async () => changes.links ?? {} },
		ownedItems: { of: async () => changes.own },
		clock: { now: () => 0 },
		sharePauses: changes.pauses ?? new Cooldowns({ now: () => 0 }),
		sharing: { allows: async () => changes.mayShare ?? true },
	} satisfies ShareServices;
}
