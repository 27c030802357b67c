import type { Logger } from '../base/logger.js';
import type { UncheckableReason } from '../marketplace/purchase-check.js';
import type { DroppedRule, GuildSettings, GuildSettingsStore } from '../servers/guild-settings.js';
import type { SetupChange } from '../servers/setup-change.js';

export type ModerationDeed =
	| 'moved'
	/** A dispute about it ended without a move. */
	| 'left'
	| 'unlinked'
	| 'seats-freed'
	| 'locked'
	| 'unlocked'
	| 'revoked'
	| 'lifted'
	| 'gave'
	| 'undid';

/** A staff action with its details for reports. Never contains a code. */
export interface ModerationEvent {
	readonly deed: ModerationDeed;
	readonly by: string;
	readonly hash: string;
	readonly itemName: string;
	/** The last characters of the code; undefined if there is none. */
	readonly codeEnd: string | undefined;
	/** The previous or current holder. */
	readonly memberId: string | undefined;
	readonly toUserId: string | undefined;
	readonly why: string;
	/** True if the acting administrator is a party to it. */
	readonly isOwnCase: boolean;
}

/** The audit channel's event for a requested check. */
export interface CheckedEvent
	extends Pick<ModerationEvent, 'by' | 'hash' | 'itemName' | 'codeEnd' | 'memberId'> {
	readonly outcome:
		| { readonly kind: 'valid' }
		/** Three of these on different days revoke it and remove the roles. */
		| {
				readonly kind: 'invalid';
				readonly misses: number;
				/** It was already invalid before, so nothing has changed. */
				readonly wasRevoked: boolean;
		  };
}

/** An event in an audit channel. Never contains a code. `hash`: the claim's. */
export type AuditEvent =
	| {
			readonly kind: 'verified';
			readonly userId: string;
			readonly hash: string;
			/** If it is known, the claim needn't be read. */
			readonly codeEnd?: string;
			readonly itemName: string;
			readonly returning: boolean;
	  }
	| {
			readonly kind: 'refused';
			readonly userId: string;
			readonly reason: 'invalid' | 'taken' | 'uncheckable';
			/** Why the code could not be checked. */
			readonly why?: UncheckableReason | undefined;
			readonly reference: string;
			/** The claim, if the code has a holder. */
			readonly hash?: string | undefined;
	  }
	/** Purchases that were verified within some minutes. `items`: the most frequent first; `userIds`: each once. */
	| {
			readonly kind: 'verified-many';
			readonly count: number;
			readonly minutes: number;
			readonly userIds: readonly string[];
			readonly items: readonly { readonly name: string; readonly count: number }[];
	  }
	| {
			readonly kind: 'refused-many';
			/** `taken`: for several reasons, or codes in use. */
			readonly of: 'invalid' | 'taken' | 'uncheckable';
			readonly count: number;
			readonly minutes: number;
			/** Each once. */
			readonly userIds: readonly string[];
	  }
	/** After several wrong codes the member has to wait, or everyone in the guild who has sent one. */
	| { readonly kind: 'limit'; readonly userId: string; readonly scope: 'member' | 'guild' }
	| {
			readonly kind: 'revoked' | 'reinstated' | 'renewed' | 'unlinked';
			readonly userId: string;
			readonly hash?: string;
			/** The hash of a purchase that no longer counts, for its roles. */
			readonly ended?: string;
			readonly itemName: string;
	  }
	/** `itemName`: of the item that it is about, if that is for sale. */
	| {
			readonly kind: 'setup';
			readonly userId: string;
			readonly change: SetupChange;
			readonly itemName?: string | undefined;
	  }
	| { readonly kind: 'rule-dropped'; readonly rule: DroppedRule }
	/** `count`: of purchases in the list. */
	| { readonly kind: 'list-downloaded'; readonly userId: string; readonly count: number }
	| {
			readonly kind: 'panel';
			readonly userId: string;
			readonly channelId: string;
			readonly what: 'posted' | 'updated';
	  }
	| { readonly kind: 'moderation'; readonly event: ModerationEvent }
	| { readonly kind: 'checked'; readonly event: CheckedEvent }
	| { readonly kind: 'pause-ended'; readonly userId: string; readonly by: string }
	/** `lookup-limit`: a member of staff has looked up too many codes without a holder here. */
	| { readonly kind: 'account' | 'data-deleted' | 'lookup-limit'; readonly userId: string };

/** The audit channels of the served guilds, without a Discord library. Every event is logged, too. */
export interface Audit {
	/** Returns immediately. Events about a claim go to all served guilds. `settings`: the guild's, if just read. */
	write(
		guildIds: string | readonly string[],
		event: AuditEvent,
		settings?: Pick<GuildSettings, 'auditChannelId'>,
	): void;
	/** Writes into a channel that is, or was until now, the guild's audit channel. */
	writeInto(guildId: string, channelId: string, event: AuditEvent): void;
}

/** Reports, once, the rules that an upgrade dropped from the settings of these guilds. Never rejects. */
export async function reportDroppedRules(
	guildIds: readonly string[],
	{ guilds, audit, logger }: { guilds: GuildSettingsStore; audit: Audit; logger: Logger },
): Promise<void> {
	for (const guildId of guildIds) {
		try {
			for (const rule of await guilds.takeDroppedRules(guildId))
				audit.write(guildId, { kind: 'rule-dropped', rule });
		} catch (error) {
			logger.warn({ err: error, guildId }, 'The dropped rules of a server could not be reported');
		}
	}
}
