import { PermissionFlagsBits } from 'discord.js';
import type { ClaimPolicy } from '../src/claims/policy.js';
import type { Answerable } from '../src/discord/command.js';
import type { Chooser, SetupOutcome, SetupOverview } from '../src/guilds/setup.js';
import type { SetupChange } from '../src/guilds/setup-change.js';
import type { ItemSearch } from './item-option.js';

/** The set-up of servers. Every choice is saved at once. */
interface SetupService {
	overview(guildId: string): Promise<SetupOverview>;
	policy(guildId: string): Promise<ClaimPolicy>;
	choose(chooser: Chooser, change: SetupChange, confirmed?: string): Promise<SetupOutcome>;
}

/** What `/setup` works with. */
export interface SetupServices {
	readonly setup: SetupService;
	readonly catalogue: ItemSearch;
	/** The licence types that purchases have had so far. From memory: it is asked at every keystroke. */
	readonly licenceTypes: () => readonly string[];
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
