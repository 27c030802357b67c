import { PermissionFlagsBits } from 'discord.js';
import type { MemberRef } from '../../src/base/member-ref.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { Disputes } from '../../src/moderation/disputes/disputes.js';
import type { FormLabels } from '../../src/moderation/form-labels.js';
import type { Giving } from '../../src/moderation/give-purchase.js';
import type { MemberPage } from '../../src/moderation/member-page.js';
import type { Moderation } from '../../src/moderation/moderation.js';
import type { Carried, Checked, Moderator } from '../../src/moderation/moderation-outcomes.js';
import type { References } from '../../src/moderation/references/references.js';
import type { ModerationRights } from '../../src/views/moderation/moderation-lines.js';
import type { ItemSearch } from '../items/item-option.js';

/** What the commands need of the moderation. */
type ModerationService = Pick<
	Moderation,
	| 'isHome'
	| 'byCode'
	| 'byMember'
	| 'purchase'
	| 'receiverHindrance'
	| 'propose'
	| 'takeProposal'
	| 'carryOut'
	| 'undo'
>;

/** How often staff can look things up. Times are milliseconds since the epoch. */
interface StaffLimits {
	lookUp<Found>(
		staff: MemberRef,
		look: () => Promise<{ readonly found: Found; readonly isMiss: boolean }>,
	): Promise<{ readonly found: Found } | { readonly retryAt: number }>;
	/** Undefined: now. */
	whoisRetryAt(staff: MemberRef, memberId: string): Promise<number | undefined>;
	/** Undefined: now. */
	reconcileRetryAt(staff: MemberRef, memberId: string): Promise<number | undefined>;
	recheck<Outcome extends { readonly kind: string }>(
		hash: string,
		check: () => Promise<Outcome>,
	): Promise<Outcome | { readonly kind: 'too-soon'; readonly retryAt: number }>;
}

/** What the moderators' commands work with. */
export interface ModerationServices {
	readonly moderation: ModerationParts;
	readonly references: Pick<References, 'find' | 'since'>;
	readonly disputes: Pick<Disputes, 'factsOf'>;
	readonly catalogue: ItemSearch;
}

interface ModerationParts {
	readonly moderation: ModerationService;
	readonly giving: Pick<Giving, 'give' | 'lookUp' | 'lookedUp' | 'giveLookedUp' | 'blockLookedUp'>;
	/** Asks the shop about a purchase now. `holderId`: whose roles are looked at. */
	check(hash: string, holderId: string | undefined, moderator: Moderator): Promise<Checked>;
	/** Carries out what was proposed by a typed command, once. */
	confirm(id: string, moderator: Moderator): Promise<Carried>;
	readonly limits: StaffLimits;
	/** What staff see of a member; with `former`, also purchases that they once held. */
	memberPage(member: MemberRef, former: boolean): Promise<MemberPage>;
	/** A member's display name, foreign text; undefined where they are not in the guild. */
	nameOf(guildId: string, userId: string): Promise<string | undefined>;
	/** Syncs the member's roles now, and reports the state after a few seconds. */
	reconcile(
		guildId: string,
		userId: string,
	): Promise<{ readonly kind: 'granted' | 'blocked' | 'member-left' | 'member-pending' | 'waiting' }>;
	/** Lets a member try codes again at once. */
	endPause(guildId: string, userId: string, by: string): Promise<void>;
	/** How many members may have a code of this licence type at once. */
	seatsOf(licenseType: string): Promise<number>;
	readonly formLabels: Pick<FormLabels, 'remember' | 'recall'>;
	thumbnailOf(itemId: number): string | undefined;
	/** Milliseconds since the epoch. */
	now(): number;
}

/** Who an interaction is from, as a moderator. */
export function moderatorOf({ guildId, user, rights }: Answerable): Moderator {
	return {
		userId: user.id,
		guildId,
		isAdministrator: rights.isAdministrator,
		canManageRoles: rights.has(PermissionFlagsBits.ManageRoles),
		isAbove: (roleId) => rights.isAbove(roleId),
	};
}

/** What whoever looks may do on the pages of moderation. */
export function moderationRightsOf(
	{ guildId, rights }: Answerable,
	{ moderation: { moderation } }: Pick<ModerationServices, 'moderation'>,
): ModerationRights {
	return {
		isHome: moderation.isHome(guildId),
		canManageRoles: rights.has(PermissionFlagsBits.ManageRoles),
	};
}
