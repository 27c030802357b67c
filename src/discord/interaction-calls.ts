import {
	type APIModalInteractionResponseCallbackData,
	InteractionResponseType,
	MessageFlags,
	type RawFile,
	type REST,
	Routes,
} from 'discord.js';
import type { MessageView, ReplyView } from '../views/message.js';
import { ApiWire, type ApiWireOptions, errorOf, mostWaits } from './api-wire.js';
import type { AutocompleteChoice } from './command.js';

export interface CallsOptions extends ApiWireOptions {
	/** It sends what has files, too. */
	readonly rest: Pick<REST, 'post' | 'patch' | 'options'>;
	/** Resolves after so many milliseconds. */
	readonly delay: (ms: number) => Promise<void>;
}

/** What names an interaction at Discord. The token is a secret for as long as it lives. */
export interface NamedInteraction {
	readonly id: string;
	readonly token: string;
	readonly applicationId: string;
}

/**
 * Sends answers to interactions without discord.js, whose queue keeps a handler for each interaction's token and reads
 * every answer into a message that nobody looks at. These calls need no bot token, and Discord doesn't count them.
 * Rejects with the errors that discord.js would reject with.
 */
export class InteractionWire {
	readonly #options: CallsOptions;
	readonly #wire: ApiWire;

	constructor(options: CallsOptions) {
		this.#options = options;
		this.#wire = new ApiWire(options);
	}

	of(interaction: NamedInteraction): InteractionCalls {
		return new InteractionCalls(this, interaction);
	}

	/** Repeats nothing but what Discord itself asks to have sent later. `shown`: the route without its token. */
	async send(method: 'POST' | 'PATCH', route: `/${string}`, shown: string, body: object): Promise<void> {
		for (let waits = 0; ; waits += 1) {
			const answer = await this.#wire.send({ method, route, body });
			if (answer.status < 300) return;
			if (answer.status !== 429 || waits >= mostWaits) throw errorOf(answer, method, shown);
			await this.#options.delay(Number(answer.headers['retry-after'] ?? 1) * 1_000);
		}
	}

	async sendFiles(
		method: 'POST' | 'PATCH',
		route: `/${string}`,
		body: object,
		files: RawFile[],
	): Promise<void> {
		const { rest } = this.#options;
		const request = { body, files, auth: false };
		await (method === 'POST' ? rest.post(route, request) : rest.patch(route, request));
	}

	async close(): Promise<void> {
		await this.#wire.close();
	}
}

/** A message's body, and its files. */
type View = Omit<ReplyView, 'flags' | 'content'> & {
	readonly content?: string | null | undefined;
	readonly flags?: MessageView['flags'] | ReplyView['flags'];
};

/** The answers to one interaction. Nothing is repeated here: see `Answers`. */
export class InteractionCalls {
	readonly #wire: Pick<InteractionWire, 'send' | 'sendFiles'>;
	readonly #interaction: NamedInteraction;
	#isEphemeral = false;
	#isThinking = false;

	constructor(wire: Pick<InteractionWire, 'send' | 'sendFiles'>, interaction: NamedInteraction) {
		this.#wire = wire;
		this.#interaction = interaction;
	}

	/** Whether the answer is for the asker's eyes only. */
	get isEphemeral(): boolean {
		return this.#isEphemeral;
	}

	/** Whether the member reads "is thinking …" and nothing yet. */
	get isThinking(): boolean {
		return this.#isThinking;
	}

	async deferReply(flags: MessageFlags.Ephemeral | undefined): Promise<void> {
		this.#isEphemeral = flags !== undefined;
		this.#isThinking = true;
		await this.#callback(InteractionResponseType.DeferredChannelMessageWithSource, { flags });
	}

	async deferUpdate(): Promise<void> {
		await this.#callback(InteractionResponseType.DeferredMessageUpdate);
	}

	async reply(view: ReplyView): Promise<void> {
		this.#isEphemeral = view.flags?.includes(MessageFlags.Ephemeral) ?? false;
		await this.#callback(InteractionResponseType.ChannelMessageWithSource, bodyOf(view), filesOf(view));
	}

	async update(view: View): Promise<void> {
		await this.#callback(InteractionResponseType.UpdateMessage, bodyOf(view), filesOf(view));
	}

	/** Must be the first answer. */
	async showModal(modal: APIModalInteractionResponseCallbackData): Promise<void> {
		await this.#callback(InteractionResponseType.Modal, modal);
	}

	async respond(choices: readonly AutocompleteChoice[]): Promise<void> {
		await this.#callback(InteractionResponseType.ApplicationCommandAutocompleteResult, { choices });
	}

	async editReply(view: View): Promise<void> {
		const { applicationId, token } = this.#interaction;
		const route = Routes.webhookMessage(applicationId, token, '@original');
		await this.#send('PATCH', route, bodyOf(view), filesOf(view));
		this.#isThinking = false;
	}

	async followUp(view: ReplyView): Promise<void> {
		const { applicationId, token } = this.#interaction;
		await this.#send('POST', Routes.webhook(applicationId, token), bodyOf(view), filesOf(view));
		// The first one takes the place of a message that was deferred.
		this.#isThinking = false;
	}

	async #callback(type: InteractionResponseType, data?: object, files?: RawFile[]): Promise<void> {
		const { id, token } = this.#interaction;
		await this.#send('POST', Routes.interactionCallback(id, token), { type, ...(data && { data }) }, files);
	}

	async #send(
		method: 'POST' | 'PATCH',
		route: `/${string}`,
		body: object,
		files: RawFile[] | undefined,
	): Promise<void> {
		if (files !== undefined) await this.#wire.sendFiles(method, route, body, files);
		else await this.#wire.send(method, route, route.replace(this.#interaction.token, '…'), body);
	}
}

function bodyOf({ allowedMentions, files, flags, ...message }: View): object {
	const bits = [flags ?? []].flat().reduce((sum, flag) => sum | flag, 0);
	return {
		...message,
		...(bits !== 0 && { flags: bits }),
		allowed_mentions: allowedMentions,
		...(files && {
			attachments: files.map(({ name, description }, at) => ({
				id: String(at),
				filename: name,
				description,
			})),
		}),
	};
}

function filesOf({ files }: View): RawFile[] | undefined {
	return files?.map(({ name, attachment }) => ({ name, data: attachment }));
}
