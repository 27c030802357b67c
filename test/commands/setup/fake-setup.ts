import { PermissionFlagsBits } from 'discord.js';
import { setupComponents } from '../../../commands/setup/setup.js';
import type { Services } from '../../../src/create-services.js';
import type { ComponentKind } from '../../../src/discord/interactions/handler.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import { policyIn } from '../../claims/policy-in.js';
import { askComponent } from '../../discord/interactions/asking.js';
import type { Given as Asked } from '../../discord/interactions/fake-interaction.js';
import { fakeGuild, ids } from '../../servers/checkup/fake-guild.js';
import { openSetup } from '../../services/setup/open-setup.js';
import type { Given as Some } from '../../world/floor.js';
import { FakeCatalog } from '../items/fake-catalog.js';

const manager = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ManageRoles;

interface Given {
	readonly items?: readonly Item[];
	readonly licenceTypes?: readonly string[];
}

/** The real setup, for the guild of the fake interaction. `changes` holds the saved changes. */
export function fakeSetup({ items = [], licenceTypes = [] }: Given = {}) {
	const { store, settings, setup, reported: changes } = openSetup(fakeGuild, { buyerRoleId: ids.buyer });
	const claims = policyIn(store);
	const services: Some<Services> = {
		setup,
		claims,
		catalog: new FakeCatalog(items),
		licenceTypes: { list: () => licenceTypes },
		guilds: settings,
	};
	/** Sends a component's interaction, by a manager on their own answer. */
	const use = (kind: ComponentKind, given: Asked & { readonly customId: string }) =>
		askComponent(setupComponents, kind, services, { permissions: manager, isOnOwnAnswer: true, ...given });
	return { setup, claims, changes, use, overview: () => setup.overview(ids.guild) };
}
