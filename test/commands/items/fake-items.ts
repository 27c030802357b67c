import { expect } from 'vitest';
import { itemSharing } from '../../../src/discord/interactions/access.js';
import type { Links } from '../../../src/guilds/guild-settings.js';
import type { OwnedItem } from '../../../src/purchases/owned-item.js';
import type { Services } from '../../../src/services.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { noStaffRoles } from '../../discord/interactions/asking.js';
import { memoryStore } from '../../roles/memory-store.js';
import type { Given } from '../../world/floor.js';
import type { FakeCatalogue } from './fake-catalogue.js';

/** The services of the item commands: a server without links and purchases, where everyone may share. */
export function itemServices(
	catalogue: FakeCatalogue,
	changes: {
		readonly own?: OwnedItem;
		readonly links?: Links;
		readonly mayShare?: boolean;
		readonly limits?: Limits;
	} = {},
) {
	const limits = changes.limits ?? new Limits({ store: memoryStore(), clock: { now: () => 0 } });
	const sharing = itemSharing({ get: expect.unreachable }, noStaffRoles, limits);
	return {
		catalogue,
		links: { of: async () => changes.links ?? {} },
		ownedItems: { of: async () => changes.own },
		clock: { now: () => 0 },
		sharing: { ...sharing, allows: async () => changes.mayShare ?? true },
	} satisfies Given<Services>;
}
