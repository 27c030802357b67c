import {
	type APIModalInteractionResponseCallbackData,
	DiscordAPIError,
	HTTPError,
	InteractionResponseType,
	type Message,
	MessageFlags,
	RateLimitError,
	type RawFile,
	type REST,
	RequestMethod,
	Routes,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { failureReason } from '../../base/errors.js';
import type { Logger } from '../../base/logger.js';
import type { Measures } from '../../base/measures.js';
import type { GatheredLines } from '../../base/time/log-lines.js';
import { translatorFor } from '../../i18n/translator.js';
import { asPage, ephemeral, type MessageView } from '../../ui/message.js';
import { apiCodeOf, apiCodes, isPassing } from '../connection/api-errors.js';
import { sendWithLinkFallback } from '../connection/discord-http.js';
import { type RequestKind, type RequestQueue, TooLate } from '../connection/request-queue.js';

/** Another process with the same token has answered this interaction; this one stays silent. */
export class AnsweredElsewhere extends Error {}

/** The parts of the process that send responses. */
export interface Calling {
	readonly rest: REST;
	readonly queue: RequestQueue;
	readonly clock: Clock;
}

export interface ResponsesParts extends Calling {
	/** Of the command or component, for metrics. */
	readonly name: string;
	readonly logger: Logger;
	readonly failures: GatheredLines;
	readonly metrics: Measures;
}

/** The part of an interaction that a response needs. The token is a secret while it is valid. */
export interface Answerable {
	readonly id: string;
	readonly token: string;
	readonly applicationId: string;
	readonly locale: string;
	readonly message?: Pick<Message, 'flags'> | null;
}

export interface Choice {
	readonly name: string;
	readonly value: string;
}

/** How long Discord accepts an answer after it has sent the interaction. */
const usefulMs: Readonly<Record<Exclude<RequestKind, 'bot'>, number>> = {
	acknowledgement: 3_000,
	edit: 15 * 60_000,
};
const editPausesMs = [300, 1_000, 3_000];

/**
 * The responses to one interaction, sent so that Discord's random failures neither lose the work nor show an answer
 * twice. Discord sometimes responds 10062 to a fast bot, and a dropped connection may or may not have delivered the
 * answer. The requests carry no bot token, so they don't count against the bot's rate limits.
 *
 * The first response rejects with AnsweredElsewhere if another process was faster. It resolves even if the member may
 * not have been reached: the work goes on, so that a lost answer doesn't lose the claim.
 */
export class Responses {
	/** True if no later answer can reach the member. */
	isLost = false;
	readonly #parts: ResponsesParts;
	readonly #interaction: Answerable;
	readonly #receivedAt: number;
	readonly #startedAt = performance.now();
	/** True if a first response was sent or may have been delivered. */
	#isAcknowledged = false;
	/** True while the member sees only "is thinking …". */
	#isThinking = false;

	/** Create it on receipt of the interaction: Discord's three seconds start then. */
	constructor(parts: ResponsesParts, interaction: Answerable) {
		this.#parts = parts;
		this.#interaction = interaction;
		this.#receivedAt = parts.clock.now();
	}

	/** Acknowledges, which buys 15 minutes: as a new ephemeral message, or as a change of the component's message. */
	async defer(as: 'reply' | 'update'): Promise<void> {
		if (as === 'update')
			return await this.#first(() => this.#callback(InteractionResponseType.DeferredMessageUpdate));
		this.#isThinking = true;
		const data = { flags: MessageFlags.Ephemeral };
		await this.#first(() => this.#callback(InteractionResponseType.DeferredChannelMessageWithSource, data));
	}

	/** Shows a message, in the same two ways. Once there is an answer, it replaces that. */
	async show(as: 'reply' | 'update', view: MessageView): Promise<void> {
		if (this.#isAcknowledged) return await this.#edit(view);
		const { UpdateMessage, ChannelMessageWithSource } = InteractionResponseType;
		const update = (it: MessageView) => this.#callback(UpdateMessage, bodyOf(this.#asEdit(it)), filesOf(it));
		const reply = (it: MessageView) => this.#callback(ChannelMessageWithSource, bodyOf(it), filesOf(it));
		if (as === 'update') await this.#first(() => this.#show(view, update));
		else await this.#first(() => this.#show(ephemeral(view), reply));
	}

	/** Must be the first response: don't await anything before it. */
	async openForm(form: APIModalInteractionResponseCallbackData): Promise<void> {
		await this.#first(() => this.#callback(InteractionResponseType.Modal, form));
	}

	/** At most 25 choices, with names and values of 1 to 100 characters. */
	async suggest(choices: readonly Choice[]): Promise<void> {
		const type = InteractionResponseType.ApplicationCommandAutocompleteResult;
		await this.#first(() => this.#callback(type, { choices }));
	}

	/** @returns false if it didn't reach the member */
	async followUp(view: MessageView): Promise<boolean> {
		// One person who sees it twice is better off than with silence.
		const { applicationId, token } = this.#interaction;
		const route = Routes.webhook(applicationId, token);
		const post = (it: MessageView) => this.#send('post', route, bodyOf(it), filesOf(it));
		return await this.#later(() => this.#show(view, post), view.isEphemeral === true);
	}

	/** Sends an error message to a member whose handler failed, if anything can still reach them. Never rejects. */
	async fail(view: MessageView): Promise<void> {
		if (this.isLost) return;
		try {
			if (!this.#isAcknowledged || this.#isThinking) await this.show('reply', view);
			else await this.followUp(ephemeral(view));
		} catch (failure) {
			this.#parts.logger.error({ err: failure }, 'A failed interaction could not be responded to');
		}
	}

	/** Records the time until the acknowledgement or answer. */
	took(what: 'acknowledgement' | 'answer'): void {
		this.#parts.metrics.durations[what].observe(performance.now() - this.#startedAt);
	}

	/** A lost response may have been delivered: the second try finds out. */
	async #first(send: () => Promise<void>): Promise<void> {
		await this.#attempt(send, [0], true);
		this.#isAcknowledged = true;
		if (!this.isLost) this.took('acknowledgement');
	}

	async #edit(view: MessageView): Promise<void> {
		const { applicationId, token } = this.#interaction;
		const route = Routes.webhookMessage(applicationId, token, '@original');
		const edit = (it: MessageView) => this.#send('patch', route, bodyOf(this.#asEdit(it)), filesOf(it));
		await this.#later(() => this.#show(view, edit), true);
	}

	/** A retried follow-up could appear twice, so a public one is not `repeatable`. */
	async #later(send: () => Promise<void>, repeatable: boolean): Promise<boolean> {
		if (this.isLost) return false;
		const isSent = await this.#attempt(send, repeatable ? editPausesMs : [], false);
		// The first follow-up replaces a deferred message, too.
		this.#isThinking = false;
		return isSent;
	}

	/** Repeats a response that may not have arrived, after each of the pauses. @returns true once it has */
	async #attempt(send: () => Promise<void>, pausesMs: readonly number[], isFirst: boolean): Promise<boolean> {
		const { name, logger, metrics, failures, clock } = this.#parts;
		for (const [tries, pauseMs] of [...pausesMs, undefined].entries()) {
			try {
				await send();
				return true;
			} catch (error) {
				const code = apiCodeOf(error);
				if (isFirst && code === apiCodes.alreadyAcknowledged) {
					if (tries === 0) throw new AnsweredElsewhere();
					// By our own first try, whose response was lost.
					return true;
				}
				if (error instanceof TooLate || (code !== undefined && expiredCodes.has(code))) {
					this.isLost = true;
					logger.debug({ code }, 'Discord no longer accepts a response to this interaction');
					metrics.interactions.inc({ name, result: 'lost' });
					return false;
				}
				if (!isPassing(error)) throw error;
				logger.debug({ err: error }, 'A response may not have reached Discord');
				if (pauseMs !== undefined) await clock.delay(pauseMs);
				else if (!isFirst)
					failures.note(logger, 'A response could not be delivered', { reason: failureReason(error) });
			}
		}
		return false;
	}

	/** Sends a message, without links and images if Discord rejects them. */
	async #show(view: MessageView, send: (view: MessageView) => Promise<void>): Promise<void> {
		const { locale } = this.#interaction;
		await sendWithLinkFallback(view, send, {
			note: () => translatorFor(locale)('refusal.linksLeftOut'),
			onRefused: (error) => {
				const message = 'Discord rejected a response. Sending it without links and images';
				this.#parts.logger.warn({ err: error }, message);
			},
		});
	}

	/** A message with content or embeds has to lose them before Discord accepts components. */
	#asEdit(view: MessageView): View {
		const before = this.#interaction.message;
		const isV2 = view.flags === MessageFlags.IsComponentsV2;
		return !isV2 || before == null || before.flags.has(MessageFlags.IsComponentsV2) ? view : asPage(view);
	}

	async #callback(type: InteractionResponseType, data?: object, files?: RawFile[]): Promise<void> {
		const { id, token } = this.#interaction;
		const body = { type, ...(data && { data }) };
		await this.#send('acknowledge', Routes.interactionCallback(id, token), body, files);
	}

	/** Sends while the answer is still useful. Rejects with discord.js errors, stripped of secrets, or with TooLate. */
	async #send(
		how: 'acknowledge' | 'patch' | 'post',
		route: `/${string}`,
		body: object,
		files: RawFile[] | undefined,
	): Promise<void> {
		const { rest, queue } = this.#parts;
		const kind = how === 'acknowledge' ? 'acknowledgement' : 'edit';
		const method = how === 'patch' ? RequestMethod.Patch : RequestMethod.Post;
		const request = { fullRoute: route, method, body, ...(files && { files }), auth: false };
		try {
			// `rest.patch` would parse the whole message that Discord sends back.
			await queue.send(kind, this.#receivedAt + usefulMs[kind], () => rest.queueRequest(request));
		} catch (error) {
			throw withoutSecrets(error);
		}
	}
}

const expiredCodes = new Set<number>([
	apiCodes.unknownInteraction,
	apiCodes.unknownWebhook,
	apiCodes.unknownMessage,
	apiCodes.invalidWebhookToken,
]);

/** discord.js errors contain the request's URL, with the interaction token, and the message. */
function withoutSecrets(error: unknown): unknown {
	if (error instanceof DiscordAPIError || error instanceof HTTPError)
		return Object.assign(error, { url: '', requestBody: { files: undefined, json: undefined } });
	if (error instanceof RateLimitError) return Object.assign(error, { url: '', majorParameter: '' });
	return error;
}

type View = Omit<MessageView, 'content'> & { readonly content?: string | null | undefined };

function bodyOf({ allowedMentions, files, flags, isEphemeral, ...message }: View): object {
	const bits = (flags ?? 0) | (isEphemeral ? MessageFlags.Ephemeral : 0);
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
