import { PermissionFlagsBits } from 'discord.js';
import type { Clock } from '../../src/base/clock.js';
import type { MemberNames } from '../../src/discord/guilds/member-names.js';
import type { Asked } from '../../src/discord/interactions/handler.js';
import type { Checking } from '../../src/moderation/checking.js';
import type { Disputes } from '../../src/moderation/disputes.js';
import type { FormLabels } from '../../src/moderation/form-labels.js';
import type { Giving } from '../../src/moderation/giving.js';
import type { MemberPages } from '../../src/moderation/member-page.js';
import type { ModeratedRoles } from '../../src/moderation/moderated-roles.js';
import type { Moderation } from '../../src/moderation/moderation.js';
import type { Moderator } from '../../src/moderation/moderation-outcomes.js';
import type { References } from '../../src/moderation/references/references.js';
import type { StaffLimits } from '../../src/moderation/staff-limits.js';
import type { ItemSearch } from '../items/item-option.js';

export interface ModerationServices {
	readonly moderation: Pick<
		Moderation,
		'seatsOf' | 'findByCode' | 'findByMember' | 'findByHash' | 'carryOut' | 'undo'
	>;
	readonly giving: Pick<Giving, 'give' | 'lookUpCode' | 'lookedUp' | 'giveLookedUp' | 'blockLookedUp'>;
	readonly checking: Pick<Checking, 'check'>;
	readonly staffLimits: Pick<StaffLimits, 'limitLookUp' | 'whoisRetryAt' | 'reconcileRetryAt' | 'limitCheck'>;
	readonly memberPages: Pick<MemberPages, 'of' | 'nameOf' | 'endPause'>;
	readonly moderatedRoles: Pick<ModeratedRoles, 'reconcile' | 'endedWith' | 'fromAlone'>;
	readonly formLabels: Pick<FormLabels, 'remember' | 'recall'>;
	readonly references: Pick<References, 'find'>;
	readonly memberNames: Pick<MemberNames, 'of'>;
	readonly disputes: Pick<Disputes, 'factsOf'>;
	readonly catalogue: ItemSearch;
	readonly clock: Pick<Clock, 'now'>;
}

export function moderatorOf({ guildId, userId, rights }: Asked): Moderator {
	return {
		userId: userId,
		guildId,
		isAdministrator: rights.isAdministrator,
		canManageRoles: rights.has(PermissionFlagsBits.ManageRoles),
		rights,
	};
}
