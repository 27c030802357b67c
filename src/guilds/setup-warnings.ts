import { createHash } from 'node:crypto';
import type { GuildFacts, Power } from './guild-facts.js';
import type { GuildSettings } from './guild-settings.js';
import { givenRoles, type SetupChange } from './setup-change.js';

/** What somebody should know before a choice is saved. */
export type SetupWarning =
	/** Every buyer would get these powers. */
	| { readonly kind: 'powers'; readonly powers: readonly Power[]; readonly bits: bigint }
	/** Every buyer would see these channels, which not everybody sees. */
	| { readonly kind: 'channels'; readonly channelIds: readonly string[] }
	/**
	 * Members hold the role already. From then on purchases decide over it, so that who verifies here and has no purchase
	 * for it loses it. `count` undefined: nobody knows how many.
	 */
	| { readonly kind: 'holders'; readonly count: number | undefined }
	/** Everybody could read the audit channel. */
	| { readonly kind: 'open-channel'; readonly channelId: string };

/** The concerns about a change. `holders`: how many have the role now, where that matters. */
export function warningsOf(
	change: SetupChange,
	facts: GuildFacts,
	settings: GuildSettings,
	holders: number | undefined,
): readonly SetupWarning[] {
	if (change.what === 'audit-channel') {
		const { channelId } = change;
		const isOpen = channelId !== undefined && facts.channel(channelId)?.isOpenToAll === true;
		return isOpen ? [{ kind: 'open-channel', channelId }] : [];
	}
	const roleId = 'roleId' in change ? change.roleId : undefined;
	const role = roleId === undefined ? undefined : facts.role(roleId);
	if (role === undefined) return [];
	const { powers, powerBits: bits, opens } = role;
	return [
		...(powers.length > 0 ? [{ kind: 'powers', powers, bits } as const] : []),
		...(opens.length > 0 ? [{ kind: 'channels', channelIds: opens } as const] : []),
		...(isNewlyGiven(change, settings) && holders !== 0
			? [{ kind: 'holders', count: holders } as const]
			: []),
	];
}

/** Whether the change makes the bot give, and so take away, a role that it did not before. */
export function isNewlyGiven(change: SetupChange, settings: GuildSettings): boolean {
	const roleId = 'roleId' in change ? change.roleId : undefined;
	return roleId !== undefined && !givenRoles(settings).has(roleId);
}

/**
 * What was shown before it was confirmed, in 8 characters: a confirmation counts for nothing else. How many hold a role
 * is no part of it: that changes by the minute.
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
		case 'open-channel':
			return [concern.kind, concern.channelId];
	}
}
