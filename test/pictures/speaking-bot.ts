import type { InteractionHandle, LocalDiscord } from '@claimcheck/local-discord';
import {
	type APIModalInteractionResponseCallbackData,
	Client,
	Events,
	GatewayIntentBits,
	type Interaction,
	type InteractionReplyOptions,
	type MessageCreateOptions,
	MessageFlags,
} from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import type { MessageView } from '../../src/ui/message.js';

/** Something that the bot has said. */
interface Saying {
	readonly messageId: string;
	/** Removes it from the channel. */
	takeBack(): Promise<void>;
}

/** A bot with Claimcheck's commands that answers with what it is handed, by way of discord.js as Claimcheck does. */
export class SpeakingBot {
	readonly #client: Client<true>;

	static async start(discord: LocalDiscord, guildId: string): Promise<SpeakingBot> {
		const client = new Client({
			intents: [GatewayIntentBits.Guilds],
			rest: { api: discord.apiUrl },
		});
		const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
		await client.login(discord.token);
		const bot = new SpeakingBot(await ready);
		await bot.#client.application.commands.set(commandPayloads, guildId);
		return bot;
	}

	private constructor(client: Client<true>) {
		this.#client = client;
	}

	/** Writes to a channel. */
	async write(view: MessageView, channelId: string): Promise<Saying> {
		const channel = await this.#client.channels.fetch(channelId);
		if (!channel?.isSendable()) throw new Error(`Nothing can be written in ${channelId}`);
		const message = await channel.send(view as MessageCreateOptions);
		return { messageId: message.id, takeBack: async () => void (await message.delete()) };
	}

	/** Answers a command for the eyes of who uses it. */
	async answer(view: MessageView, use: () => InteractionHandle): Promise<Saying> {
		const interaction = await this.#next(use);
		const flags = MessageFlags.Ephemeral | (view.flags ?? 0);
		const answer = { ...view, flags, withResponse: true } as InteractionReplyOptions & { withResponse: true };
		const { resource } = await interaction.reply(answer);
		return {
			messageId: resource?.message?.id ?? '',
			takeBack: () => interaction.deleteReply(),
		};
	}

	/** Answers a command with a form. It goes when it is closed. */
	async openForm(
		form: APIModalInteractionResponseCallbackData,
		use: () => InteractionHandle,
	): Promise<Saying> {
		const interaction = await this.#next(use);
		await interaction.showModal(form);
		return { messageId: '', takeBack: async () => undefined };
	}

	async stop(): Promise<void> {
		await this.#client.destroy();
	}

	async #next(use: () => InteractionHandle) {
		const arrived = new Promise<Interaction>((resolve) =>
			this.#client.once(Events.InteractionCreate, resolve),
		);
		use();
		const interaction = await arrived;
		if (!interaction.isChatInputCommand()) throw new Error('Something else than a command was used');
		return interaction;
	}
}
