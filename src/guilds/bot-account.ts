export interface OwnGuild {
	readonly id: string;
	readonly name: string;
}

/**
 * The only guild of the bot, served without configuration if the application's owner also owns it. `several`:
 * more than one; `foreign`: another owner's, because anyone can invite the bot first. Names are safe for a terminal.
 */
export type OnlyGuild =
	| { readonly kind: 'own'; readonly guild: OwnGuild }
	| { readonly kind: 'none' }
	| { readonly kind: 'several' | 'foreign'; readonly guilds: readonly OwnGuild[] };

/** The bot's own Discord account, without a Discord library. Rejects with Discord's errors. */
export interface BotAccount {
	/** The guild that is served without configuration. */
	onlyGuild(): Promise<OnlyGuild>;
	isIn(guildId: string): Promise<boolean>;
	/** True if any command is registered in these guilds, or globally. */
	hasCommands(guildIds: readonly string[]): Promise<boolean>;
	/** The application's owner, or the owner of its team followed by the accepted team members. */
	operatorIds(): Promise<readonly string[]>;
	/** True if the user owns the application, alone or in a team. */
	isOperator(userId: string): Promise<boolean>;
	isPublic(): Promise<boolean>;
	leave(guildId: string): Promise<void>;
}
