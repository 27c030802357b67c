import type { GuildFacts } from './guild-facts.js';

export interface GuildQueries {
	/** The guild as the gateway last reported it; undefined during an outage of Discord. */
	factsOf(guildId: string): GuildFacts | undefined;
	/** The current number of members with the role; undefined if Discord doesn't say. Never rejects. */
	holdersOf(guildId: string, roleId: string): Promise<number | undefined>;
	/**
	 * The roles that members can give themselves in the guild's onboarding; undefined if Discord doesn't say. `fresh`:
	 * bypasses the cache. Never rejects.
	 */
	selfChosenRoles(guildId: string, fresh?: boolean): Promise<ReadonlySet<string> | undefined>;
	/** True if the panel's message still exists, or Discord doesn't say. Never rejects. */
	isPanelThere(panel: { readonly channelId: string; readonly messageId: string }): Promise<boolean>;
}
