import { PermissionFlagsBits } from 'discord.js';
import type { ClaimPolicy } from '../../src/claims/policy.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { SetupOverview } from '../../src/guilds/setup.js';
import type { SetupChange } from '../../src/guilds/setup-change.js';
import type { Chooser, SetupOutcome } from '../../src/guilds/setup-outcome.js';
import type { ItemSearch } from '../items/item-option.js';
import type { PanelService } from './panel.js';

/** The settings of servers. */
interface SetupService {
	overview(guildId: string): Promise<SetupOverview>;
	isHome(guildId: string): boolean;
	policy(guildId: string): Promise<ClaimPolicy>;
	choose(chooser: Chooser, change: SetupChange, confirmed?: string): Promise<SetupOutcome>;
}

/** What `/setup` works with. */
export interface SetupServices {
	readonly setup: SetupService;
	readonly catalogue: ItemSearch;
	/** The license types that purchases have had so far. From memory: it is asked at every keystroke. */
	readonly licenceTypes: () => readonly string[];
	readonly links: Pick<LinksOfServers, 'of' | 'known' | 'isKnown'>;
	readonly panels: Pick<PanelService, 'post'>;
}

/** The member of an interaction as the one who chooses. */
export function chooserOf({ guildId, user, rights }: Answerable): Chooser {
	const { ManageGuild, ManageRoles } = PermissionFlagsBits;
	return {
		guildId,
		userId: user.id,
		isAdministrator: rights.isAdministrator,
		canManage: rights.has(ManageGuild | ManageRoles),
		isAbove: (roleId) => rights.isAbove(roleId),
	};
}
