/** The bot's own account at Discord, without its library. Rejects as Discord does. */
export interface BotAccount {
	/** Whether the user owns the application, alone or in a team. */
	isOperator(userId: string): Promise<boolean>;
	leave(guildId: string): Promise<void>;
}
