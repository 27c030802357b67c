import {
	type APIModalInteractionResponseCallbackData,
	DiscordAPIError,
	HTTPError,
	InteractionResponseType,
	MessageFlags,
	RateLimitError,
	type RawFile,
	type REST,
	Routes,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { MessageView, ReplyView } from '../../views/kit/message.js';
import { type RequestKind, type RequestQueue, TooLate } from '../connection/request-queue.js';
import type { AutocompleteChoice } from './interaction-ports.js';

export interface InteractionCallsParts {
	readonly rest: Pick<REST, 'post' | 'patch'>;
	readonly queue: Pick<RequestQueue, 'send'>;
	readonly clock: Clock;
}

type AnswerKind = Exclude<RequestKind, 'bot'>;

/** Identifies an interaction to Discord. The token is a secret while it is valid. */
export interface NamedInteraction {
	readonly id: string;
	readonly token: string;
	readonly applicationId: string;
}

/** How long Discord accepts an answer after it has sent the interaction. */
const usefulMs: Readonly<Record<AnswerKind, number>> = { acknowledgement: 3_000, edit: 15 * 60_000 };
const maxRepeats = 10;

/** discord.js errors contain the request's URL, with the interaction token, and the message. */
function withoutSecrets(error: unknown): unknown {
	if (error instanceof DiscordAPIError || error instanceof HTTPError)
		return Object.assign(error, { url: '', requestBody: { files: undefined, json: undefined } });
	if (error instanceof RateLimitError) return Object.assign(error, { url: '', majorParameter: '' });
	return error;
}

type View = Omit<ReplyView, 'flags' | 'content'> & {
	readonly content?: string | null | undefined;
	readonly flags?: MessageView['flags'] | ReplyView['flags'];
};

/**
 * The requests that answer one interaction, without retries: see `ReliableAnswers`. They carry no bot token, so they don't
 * count against the bot's rate limits.
 */
export class InteractionCalls {
	readonly #parts: InteractionCallsParts;
	readonly #interaction: NamedInteraction;
	readonly #receivedAt: number;
	/** True if only the member sees the answer. */
	isEphemeral = false;
	/** True while the member sees only "is thinking …". */
	isThinking = false;

	/** Create it on receipt of the interaction: Discord's three seconds start then. */
	constructor(parts: InteractionCallsParts, interaction: NamedInteraction) {
		this.#parts = parts;
		this.#interaction = interaction;
		this.#receivedAt = parts.clock.now();
	}

	async deferReply(flags: MessageFlags.Ephemeral | undefined): Promise<void> {
		this.isEphemeral = flags !== undefined;
		this.isThinking = true;
		await this.#callback(InteractionResponseType.DeferredChannelMessageWithSource, { flags });
	}

	async deferUpdate(): Promise<void> {
		await this.#callback(InteractionResponseType.DeferredMessageUpdate);
	}

	async reply(view: ReplyView): Promise<void> {
		this.isEphemeral = view.flags?.includes(MessageFlags.Ephemeral) ?? false;
		await this.#callback(InteractionResponseType.ChannelMessageWithSource, bodyOf(view), filesOf(view));
	}

	async update(view: View): Promise<void> {
		await this.#callback(InteractionResponseType.UpdateMessage, bodyOf(view), filesOf(view));
	}

	async showModal(modal: APIModalInteractionResponseCallbackData): Promise<void> {
		await this.#callback(InteractionResponseType.Modal, modal);
	}

	async respond(choices: readonly AutocompleteChoice[]): Promise<void> {
		await this.#callback(InteractionResponseType.ApplicationCommandAutocompleteResult, { choices });
	}

	async editReply(view: View): Promise<void> {
		const { applicationId, token } = this.#interaction;
		const route = Routes.webhookMessage(applicationId, token, '@original');
		await this.#send('edit', route, bodyOf(view), filesOf(view));
		this.isThinking = false;
	}

	async followUp(view: ReplyView): Promise<void> {
		const { applicationId, token } = this.#interaction;
		await this.#send('follow-up', Routes.webhook(applicationId, token), bodyOf(view), filesOf(view));
		// The first follow-up replaces a deferred message.
		this.isThinking = false;
	}

	async #callback(type: InteractionResponseType, data?: object, files?: RawFile[]): Promise<void> {
		const { id, token } = this.#interaction;
		const body = { type, ...(data && { data }) };
		await this.#send('acknowledgement', Routes.interactionCallback(id, token), body, files);
	}

	/**
	 * Retries only if Discord asks for it and only while the answer is still useful. Rejects with discord.js errors,
	 * stripped of secrets, or with TooLate.
	 */
	async #send(
		what: 'acknowledgement' | 'edit' | 'follow-up',
		route: `/${string}`,
		body: object,
		files: RawFile[] | undefined,
	): Promise<void> {
		const { rest, queue, clock } = this.#parts;
		const kind = what === 'acknowledgement' ? what : 'edit';
		const until = this.#receivedAt + usefulMs[kind];
		const request = { body, ...(files && { files }), auth: false };
		const post = () => (what === 'edit' ? rest.patch(route, request) : rest.post(route, request));
		for (let repeats = 0; ; repeats += 1) {
			try {
				await queue.send(kind, until, post);
				return;
			} catch (error) {
				if (!(error instanceof RateLimitError) || repeats === maxRepeats) throw withoutSecrets(error);
				if (clock.now() + error.retryAfter >= until) throw new TooLate();
				await clock.delay(error.retryAfter);
			}
		}
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
