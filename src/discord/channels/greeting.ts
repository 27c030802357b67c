import type { Client } from 'discord.js';
import { translatorFor } from '../../i18n/translator.js';
import type { Greeter } from '../../setup/first-run.js';
import { greetingInChannelView, greetingView } from '../../ui/messages/notices.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';
import { hasArrived } from '../guilds/has-arrived.js';
import type { MentionIn } from '../registration/command-mentions.js';

/** Greets the owner of a guild by direct message or, if those are closed, in the guild's system channel. */
export function createGreeter(client: Client, mentionIn: MentionIn): Greeter {
	return {
		/**
		 * @returns false if the bot is not in the guild, Discord withholds it, or it has no such channel; rejects with
		 * discord.js errors
		 */
		async greet(guildId) {
			const guild = client.guilds.cache.get(guildId);
			if (guild === undefined || !hasArrived(guild)) return false;
			const t = translatorFor(guild.preferredLocale, mentionIn(guildId));
			try {
				await client.users.send(guild.ownerId, greetingView(t, guildId));
				return true;
			} catch (error) {
				if (apiCodeOf(error) !== apiCodes.cannotMessageUser) throw error;
			}
			await guild.systemChannel?.send({ ...greetingInChannelView(t) });
			return guild.systemChannel !== null;
		},
	};
}
