import { type Client, RESTJSONErrorCodes } from 'discord.js';
import type { Greeter } from '../../guilds/first-run.js';
import { translatorFor } from '../../i18n/translator.js';
import { greetingInChannelView, greetingView } from '../../views/channels/greeting-view.js';
import { apiCodeOf } from '../connection/api-errors.js';
import { hasArrived } from '../guilds/has-arrived.js';
import type { MentionIn } from '../registration/command-mentions.js';

/** Greets the owner of a guild by direct message or, if those are closed, in the guild's system channel. */
export class Greeting implements Greeter {
	readonly #client: Client;
	readonly #mentionIn: MentionIn;

	constructor(client: Client, mentionIn: MentionIn) {
		this.#client = client;
		this.#mentionIn = mentionIn;
	}

	/**
	 * @returns false if the bot is not in the guild, Discord withholds it, or it has no such channel; rejects with
	 * discord.js errors
	 */
	async greet(guildId: string): Promise<boolean> {
		const guild = this.#client.guilds.cache.get(guildId);
		if (guild === undefined || !hasArrived(guild)) return false;
		const t = translatorFor(guild.preferredLocale, this.#mentionIn(guildId));
		try {
			await this.#client.users.send(guild.ownerId, greetingView(t, guildId));
			return true;
		} catch (error) {
			if (apiCodeOf(error) !== RESTJSONErrorCodes.CannotSendMessagesToThisUser) throw error;
		}
		if (guild.systemChannel === null) return false;
		await guild.systemChannel.send({ ...greetingInChannelView(t) });
		return true;
	}
}
