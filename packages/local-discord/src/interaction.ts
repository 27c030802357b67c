import {
	type APIApplicationCommandOptionChoice,
	type APIMessage,
	InteractionType,
	MessageFlags,
} from 'discord-api-types/v10';
import type { ModalBody } from './message-body.js';
import type { StoredMessage } from './message-store.js';
import type { RequestLog } from './request-log.js';

export const interactionTypes = {
	'chat-input': InteractionType.ApplicationCommand,
	'user-menu': InteractionType.ApplicationCommand,
	component: InteractionType.MessageComponent,
	autocomplete: InteractionType.ApplicationCommandAutocomplete,
	'modal-submit': InteractionType.ModalSubmit,
} as const;

export type InteractionKind = keyof typeof interactionTypes;

export interface Acknowledgement {
	/** Discord's callback type: 4 message, 5 deferred, 6 deferred update, 7 update, 8 choices, 9 modal. */
	readonly type: number;
	/** Milliseconds from the dispatch to the callback. */
	readonly afterMs: number;
	readonly isEphemeral: boolean;
}

export type InteractionFailure =
	/** "The application did not respond": no response within 3 s. */
	| 'no-response'
	/** The token's 15 minutes are over and the member still sees "is thinking …". */
	| 'never-answered'
	/** The stand-in was closed. */
	| 'closed'
	/** The test's own wait is over; the interaction itself may still be answered. */
	| 'timed-out';

/** The member waits for something that never arrives. */
export class InteractionFailed extends Error {
	readonly failure: InteractionFailure;

	/** `course`: the events since the interaction started, in readable form. */
	constructor(failure: InteractionFailure, target: string, course: string) {
		super(`The interaction with ${target} failed: ${failure}\n${course}`);
		this.name = 'InteractionFailed';
		this.failure = failure;
	}
}

/** The fields of an interaction that come from a person's act. */
export interface NewInteraction {
	readonly kind: InteractionKind;
	readonly target: string;
	readonly guildId: string | undefined;
	readonly channelId: string;
	readonly userId: string;
	/** The message that the component is on. */
	readonly source?: StoredMessage | undefined;
	/** The interaction as its messages refer to it. */
	readonly metadata: Record<string, unknown>;
	/** How the person's app shows a form; by default, as the bot sent it. */
	readonly showForm?: ((form: ModalBody) => ModalBody) | undefined;
}

interface InteractionParts extends NewInteraction {
	readonly id: string;
	readonly token: string;
	readonly dispatchedAt: number;
	/** The log of the bot's requests. */
	readonly calls: RequestLog;
	/** The default duration of a wait. */
	readonly waitTimeoutMs: number;
}

interface Waiter {
	readonly check: () => boolean;
	readonly reject: (error: InteractionFailed) => void;
}

/** An interaction as the member who started it sees it, with its token, so that tests can look for leaks. */
export class Interaction {
	readonly id: string;
	/** Secret: its holder can respond in the bot's name. */
	readonly token: string;
	readonly kind: InteractionKind;
	/** The command's name or the component's custom_id. */
	readonly target: string;
	/** Undefined in a direct conversation with the bot. */
	readonly guildId: string | undefined;
	readonly channelId: string;
	readonly userId: string;
	/** Milliseconds since the epoch. */
	readonly dispatchedAt: number;
	readonly source: StoredMessage | undefined;
	readonly metadata: Record<string, unknown>;
	acknowledgement: Acknowledgement | undefined;
	/** Set once the member sees "The application did not respond" or waits in vain. */
	failure: InteractionFailure | undefined;
	/** The modal that was opened, if any, as the person's app shows it. */
	modal: ModalBody | undefined;
	/** The suggestions of an autocomplete. */
	choices: readonly APIApplicationCommandOptionChoice[] | undefined;
	#answer: StoredMessage | undefined;
	readonly #followUps: StoredMessage[] = [];
	/** The number of states that the source message had before this interaction. */
	readonly #olderRevisions: number;
	readonly #waiters = new Set<Waiter>();
	readonly #calls: RequestLog;
	readonly #waitTimeoutMs: number;
	readonly #showForm: (form: ModalBody) => ModalBody;

	constructor(parts: InteractionParts) {
		this.id = parts.id;
		this.token = parts.token;
		this.kind = parts.kind;
		this.target = parts.target;
		this.guildId = parts.guildId;
		this.channelId = parts.channelId;
		this.userId = parts.userId;
		this.dispatchedAt = parts.dispatchedAt;
		this.source = parts.source;
		this.metadata = parts.metadata;
		this.#calls = parts.calls;
		this.#waitTimeoutMs = parts.waitTimeoutMs;
		this.#showForm = parts.showForm ?? ((form) => form);
		this.#olderRevisions = parts.source?.revisions.length ?? 0;
	}

	/** The message that the component is on; undefined for commands. */
	get messageId(): string | undefined {
		return this.source?.id;
	}

	/** The current reply: a new message, or the message with the component. Undefined if deleted. */
	get original(): APIMessage | undefined {
		return this.#answer === undefined || this.#answer.isDeleted ? undefined : this.#answer.current;
	}

	/** Every state of the reply, oldest first. */
	get revisions(): readonly APIMessage[] {
		if (this.#answer === undefined) return [];
		return this.#answer === this.source
			? this.#answer.revisions.slice(this.#olderRevisions)
			: this.#answer.revisions;
	}

	/** The follow-ups in their current state, oldest first. */
	get followUps(): readonly APIMessage[] {
		return this.#followUps.map((message) => message.current);
	}

	/** The stored message behind `@original`; undefined before there is one. */
	get answer(): StoredMessage | undefined {
		return this.#answer;
	}

	/**
	 * The first response of any kind. This and the others reject with InteractionFailed once it can't come anymore, or
	 * after `timeoutMs`: by default the local Discord's `waitTimeoutMs`.
	 */
	acknowledged(timeoutMs?: number): Promise<Acknowledgement> {
		return this.#until(() => this.acknowledgement, timeoutMs);
	}

	/** The first reply with content: it follows "is thinking …", or updates the component's message. */
	answered(timeoutMs?: number): Promise<APIMessage> {
		return this.edited(() => true, timeoutMs);
	}

	/** The reply in its latest state that matches, or in the next one that does. */
	edited(fits: (message: APIMessage) => boolean, timeoutMs?: number): Promise<APIMessage> {
		return this.#until(() => {
			const states = this.revisions.filter((message) => !isLoading(message));
			return states.findLast(fits);
		}, timeoutMs);
	}

	/** The follow-up at this index (0 is the first). */
	followedUp(index = 0, timeoutMs?: number): Promise<APIMessage> {
		return this.#until(() => this.followUps[index], timeoutMs);
	}

	/** The modal, once the bot has opened it. */
	modalOpened(timeoutMs?: number): Promise<ModalBody> {
		return this.#until(() => this.modal, timeoutMs);
	}

	/** The suggestions for an autocomplete, once the bot has sent them. */
	suggested(timeoutMs?: number): Promise<readonly APIApplicationCommandOptionChoice[]> {
		return this.#until(() => this.choices, timeoutMs);
	}

	/** The bot's first response. */
	acknowledge(
		acknowledgement: Acknowledgement,
		result: {
			readonly answer?: StoredMessage | undefined;
			readonly modal?: ModalBody;
			readonly choices?: readonly APIApplicationCommandOptionChoice[];
		},
	): void {
		this.acknowledgement = acknowledgement;
		this.#answer = result.answer;
		this.modal = result.modal && this.#showForm(result.modal);
		this.choices = result.choices;
		this.changed();
	}

	addFollowUp(message: StoredMessage): void {
		this.#followUps.push(message);
		this.changed();
	}

	/** True if `messageId` is one of this interaction's messages. */
	owns(messageId: string): boolean {
		return this.#answer?.id === messageId || this.#followUps.some((message) => message.id === messageId);
	}

	/** Ends the interaction. Only the first reason counts. */
	fail(failure: InteractionFailure): void {
		this.failure ??= failure;
		const error = this.#failed(failure);
		for (const waiter of this.#waiters) waiter.reject(error);
		this.#waiters.clear();
	}

	/** Checks whether a wait is over. */
	changed(): void {
		for (const waiter of this.#waiters) {
			if (waiter.check()) this.#waiters.delete(waiter);
		}
	}

	#until<T>(read: () => T | undefined, timeoutMs = this.#waitTimeoutMs): Promise<T> {
		const now = read();
		if (now !== undefined) return Promise.resolve(now);
		if (this.failure !== undefined) return Promise.reject(this.#failed(this.failure));
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				this.#waiters.delete(waiter);
				reject(this.#failed('timed-out'));
			}, timeoutMs);
			const waiter: Waiter = {
				check: () => {
					const value = read();
					if (value === undefined) return false;
					clearTimeout(timer);
					resolve(value);
					return true;
				},
				reject: (error) => {
					clearTimeout(timer);
					reject(error);
				},
			};
			this.#waiters.add(waiter);
		});
	}

	#failed(failure: InteractionFailure): InteractionFailed {
		const { acknowledgement } = this;
		const first =
			acknowledgement === undefined
				? '  The bot has not responded to it.'
				: `  after ${acknowledgement.afterMs} ms: ${responses[acknowledgement.type] ?? 'acknowledged'}`;
		return new InteractionFailed(
			failure,
			this.target,
			`${first}\n${this.#calls.describe(this.dispatchedAt)}`,
		);
	}
}

/** The responses by Discord's callback type. */
const responses: Readonly<Record<number, string>> = {
	4: 'answered',
	5: 'deferred',
	6: 'deferred the update',
	7: 'updated the message',
	8: 'suggested choices',
	9: 'opened a modal',
};

function isLoading(message: APIMessage): boolean {
	return ((message.flags ?? 0) & MessageFlags.Loading) !== 0;
}
