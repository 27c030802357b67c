import { PermissionFlagsBits } from 'discord.js';
import type { Asked } from '../../src/discord/interactions/handler.js';
import type { BuyerRoleMaker } from '../../src/guilds/buyer-role-maker.js';
import type { LicenceTypes } from '../../src/guilds/licence-types.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { Setup } from '../../src/guilds/setup.js';
import type { Chooser } from '../../src/guilds/setup-refusals.js';
import type { TrialPurchases } from '../../src/purchases/trial-purchase.js';
import type { ItemSearch } from '../items/item-option.js';
import type { PanelService } from './panel.js';

export interface SetupServices {
	readonly setup: Pick<Setup, 'overview' | 'policy' | 'choose'>;
	readonly buyerRole: Pick<BuyerRoleMaker, 'make'>;
	readonly catalogue: ItemSearch;
	/** The licence types seen in purchases so far. From memory, because autocomplete reads it on every keystroke. */
	readonly licenceTypes: Pick<LicenceTypes, 'list'>;
	readonly links: Pick<LinksOfServers, 'of' | 'from' | 'known' | 'isKnown'>;
	readonly trials: Pick<TrialPurchases, 'of'>;
	readonly panels: Pick<PanelService, 'post' | 'look'>;
}

export function chooserOf({ guildId, userId, rights }: Asked): Chooser {
	const { ManageGuild, ManageRoles } = PermissionFlagsBits;
	return {
		guildId,
		userId: userId,
		isAdministrator: rights.isAdministrator,
		canManage: rights.has(ManageGuild | ManageRoles),
		rights,
	};
}
