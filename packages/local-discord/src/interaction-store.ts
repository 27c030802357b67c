import { randomBytes } from 'node:crypto';
import { apiError } from './api-error.js';
import { defaultWaitTimeoutMs } from './events.js';
import { Interaction, type NewInteraction } from './interaction.js';
import type { World } from './world.js';

/** https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback */
const acknowledgementTimeout = 3000;
const tokenLives = 15 * 60 * 1000;

/** Every interaction, with Discord's two deadlines. */
export class InteractionStore {
	readonly #world: World;
	readonly #byId = new Map<string, Interaction>();
	readonly #byToken = new Map<string, Interaction>();
	readonly #byMessage = new Map<string, readonly Interaction[]>();
	readonly #timers = new Set<() => void>();
	readonly #acknowledgementTimeoutMs: number;

	constructor(world: World) {
		this.#world = world;
		this.#acknowledgementTimeoutMs = world.options.acknowledgementTimeoutMs ?? acknowledgementTimeout;
	}

	/** Starts an interaction and its 3 seconds. */
	begin(options: NewInteraction): Interaction {
		const id = this.#world.ids.next();
		const interaction = new Interaction({
			...options,
			id,
			token: randomBytes(48).toString('base64url'),
			dispatchedAt: this.#world.clock.now(),
			metadata: { ...options.metadata, id },
			calls: this.#world.calls,
			waitTimeoutMs: this.#world.options.waitTimeoutMs ?? defaultWaitTimeoutMs,
		});
		this.#byId.set(id, interaction);
		this.#byToken.set(interaction.token, interaction);
		this.#after(this.#acknowledgementTimeoutMs, () => {
			if (interaction.acknowledgement === undefined) this.#fail(interaction, 'no-response');
		});
		this.#after(tokenLives, () => {
			if (interaction.answer?.isLoading) this.#fail(interaction, 'never-answered');
		});
		this.#world.events.emit({
			type: 'interaction-dispatched',
			interactionId: id,
			kind: options.kind,
			target: options.target,
			guildId: options.guildId,
			userId: options.userId,
		});
		return interaction;
	}

	find(id: string): Interaction | undefined {
		return this.#byId.get(id);
	}

	findByToken(token: string): Interaction | undefined {
		return this.#byToken.get(token);
	}

	/** Throws ApiError 10062. */
	get(id: string): Interaction {
		const interaction = this.find(id);
		if (interaction === undefined) throw apiError('unknownInteraction');
		return interaction;
	}

	/** The interaction that a callback may still answer. Throws ApiError 10062 or 40060. */
	forCallback(id: string, token: string): Interaction {
		const interaction = this.get(id);
		if (interaction.token !== token) throw apiError('unknownInteraction');
		if (interaction.acknowledgement !== undefined) throw apiError('alreadyAcknowledged');
		const isLate =
			interaction.failure !== undefined || this.#age(interaction) > this.#acknowledgementTimeoutMs;
		if (isLate) throw apiError('unknownInteraction');
		return interaction;
	}

	/** The acknowledged interaction behind a webhook's token. Throws ApiError 50027 or 10015. */
	forWebhook(token: string): Interaction {
		const interaction = this.#byToken.get(token);
		if (interaction === undefined || this.#age(interaction) > tokenLives)
			throw apiError('invalidWebhookToken');
		if (interaction.acknowledgement === undefined) throw apiError('unknownWebhook');
		return interaction;
	}

	/** From now on, a change of this message may end a wait on the interaction. */
	watch(interaction: Interaction, messageId: string): void {
		const watching = this.#byMessage.get(messageId) ?? [];
		this.#byMessage.set(messageId, [...watching, interaction]);
	}

	messageChanged(messageId: string): void {
		for (const interaction of this.#byMessage.get(messageId) ?? []) interaction.changed();
	}

	/** Ends all waits. */
	close(): void {
		for (const cancel of this.#timers) cancel();
		for (const interaction of this.#byId.values()) interaction.fail('closed');
	}

	#age(interaction: Interaction): number {
		return this.#world.clock.now() - interaction.dispatchedAt;
	}

	#fail(interaction: Interaction, failure: 'no-response' | 'never-answered'): void {
		interaction.fail(failure);
		this.#world.events.emit({ type: 'interaction-failed', interactionId: interaction.id, reason: failure });
	}

	#after(ms: number, task: () => void): void {
		const cancel = this.#world.clock.after(ms, () => {
			this.#timers.delete(cancel);
			task();
		});
		this.#timers.add(cancel);
	}
}
