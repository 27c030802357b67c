import { PermissionFlagsBits } from 'discord.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { LicenceTypes } from '../../src/guilds/licence-types.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { Setup } from '../../src/guilds/setup.js';
import type { Chooser } from '../../src/guilds/setup-outcome.js';
import type { ItemSearch } from '../items/item-option.js';
import type { PanelService } from './panel.js';

/** What `/setup` works with. */
export interface SetupServices {
	readonly setup: Pick<Setup, 'overview' | 'isHome' | 'policy' | 'choose'>;
	readonly catalogue: ItemSearch;
	/** The license types that purchases have had so far. From memory: it is asked at every keystroke. */
	readonly licenceTypes: Pick<LicenceTypes, 'list'>;
	readonly links: Pick<LinksOfServers, 'of' | 'known' | 'isKnown'>;
	readonly panels: Pick<PanelService, 'post' | 'look'>;
}

/** The member of an interaction as the one who chooses. */
export function chooserOf({ guildId, user, rights }: Answerable): Chooser {
	const { ManageGuild, ManageRoles } = PermissionFlagsBits;
	return {
		guildId,
		userId: user.id,
		isAdministrator: rights.isAdministrator,
		canManage: rights.has(ManageGuild | ManageRoles),
		rights,
	};
}
