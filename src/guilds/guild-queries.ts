import type { GuildFacts } from './guild-facts.js';

/** Questions to Discord about a guild, without its library. */
export interface GuildQueries {
	/** The guild as the gateway last reported it; undefined during an outage of Discord. */
	factsOf(guildId: string): GuildFacts | undefined;
	/** How many members have the role now; undefined if Discord doesn't say. Never rejects. */
	holdersOf(guildId: string, roleId: string): Promise<number | undefined>;
	/**
	 * The roles that members can give themselves in the guild's onboarding; undefined if Discord doesn't say.
	 * `fresh`: asks Discord, whatever is cached. Never rejects.
	 */
	selfChosenRoles(guildId: string, fresh?: boolean): Promise<ReadonlySet<string> | undefined>;
	/** Whether the message of a panel is still in its channel, or Discord doesn't say. Never rejects. */
	isPanelThere(panel: { readonly channelId: string; readonly messageId: string }): Promise<boolean>;
}
