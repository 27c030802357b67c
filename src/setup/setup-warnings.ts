import { createHash } from 'node:crypto';
import type { GuildFacts, Power } from '../guilds/guild-facts.js';
import type { GuildSettings } from '../guilds/guild-settings.js';
import { givenRoles } from '../guilds/rule-subject.js';
import { settings as table } from '../guilds/settings-table.js';
import { givenRole, type SetupChange } from './setup-change.js';

/** A concern to confirm before a choice is saved. */
export type SetupWarning =
	/** Every buyer would get these powers. */
	| { readonly kind: 'powers'; readonly powers: readonly Power[]; readonly bits: bigint }
	/** Every buyer would see these channels, which @everyone can't see. */
	| { readonly kind: 'channels'; readonly channelIds: readonly string[] }
	/**
	 * Members hold the role already. From now on purchases decide about it: a member who verifies here without a
	 * purchase for it loses it. `count` is undefined if unknown.
	 */
	| { readonly kind: 'holders'; readonly count: number | undefined }
	/** The role may open channels that the bot can't see, so they were not checked. */
	| { readonly kind: 'unchecked-channels'; readonly count: number }
	/** Everyone could read the audit channel. */
	| { readonly kind: 'open-channel'; readonly channelId: string }
	/** The bot can't see the audit channel, so its readers were not checked. */
	| { readonly kind: 'unchecked-channel'; readonly channelId: string };

/** The concerns about a change. `holders`: the current number of members with the role, if relevant. */
export function warningsOf(
	change: SetupChange,
	facts: GuildFacts,
	settings: GuildSettings,
	holders: number | undefined,
): readonly SetupWarning[] {
	if (change.what === 'setting' && table[change.name].isPrivate) {
		const [channelId] = change.picked;
		const channel = channelId === undefined ? undefined : facts.channel(channelId);
		if (channelId === undefined || channel === undefined) return [];
		if (channel === 'hidden') return [{ kind: 'unchecked-channel', channelId }];
		return channel.isOpenToAll ? [{ kind: 'open-channel', channelId }] : [];
	}
	const roleId = givenRole(change);
	const role = roleId === undefined ? undefined : facts.role(roleId);
	if (role === undefined) return [];
	const { powers, powerBits: bits, opens } = role;
	const isNew = isNewlyGiven(change, settings) && holders !== 0;
	const { hiddenChannels: count = 0 } = facts;
	// A role that the bot makes opens nothing.
	const isMade = 'isMade' in change && change.isMade === true;
	const unchecked =
		count > 0 && !isMade && isNewlyGiven(change, settings)
			? [{ kind: 'unchecked-channels', count } as const]
			: [];
	return [
		...(powers.length > 0 ? [{ kind: 'powers', powers, bits } as const] : []),
		...(opens.length > 0 ? [{ kind: 'channels', channelIds: opens } as const] : []),
		...unchecked,
		...(isNew ? [{ kind: 'holders', count: holders } as const] : []),
	];
}

/** True if the change makes the bot give, and so remove, a role that it did not before. */
export function isNewlyGiven(change: SetupChange, settings: GuildSettings): boolean {
	const roleId = givenRole(change);
	return roleId !== undefined && !givenRoles(settings).has(roleId);
}

/**
 * Digest of the concerns shown before a confirmation, in 8 characters: the confirmation is valid only for them. The
 * number of members with a role is not included: it changes by the minute.
 */
export function digestOf(concerns: readonly SetupWarning[]): string {
	const shown = concerns.map(shownOf);
	return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 8);
}

function shownOf(concern: SetupWarning): readonly string[] {
	switch (concern.kind) {
		case 'powers':
			return [concern.kind, String(concern.bits)];
		case 'channels':
			return [concern.kind, ...[...concern.channelIds].sort()];
		case 'holders':
			return [concern.kind];
		case 'unchecked-channels':
			return [concern.kind, String(concern.count)];
		case 'open-channel':
		case 'unchecked-channel':
			return [concern.kind, concern.channelId];
	}
}
