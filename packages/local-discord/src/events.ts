import type { APIMessage } from 'discord-api-types/v10';
import type { RecordedCall, RequestLog } from './request-log.js';

/** Everything that can be watched, each with `at`: milliseconds since the epoch. */
export type LocalDiscordEvent = { readonly at: number } & (
	| {
			readonly type: 'interaction-dispatched';
			readonly interactionId: string;
			readonly kind: string;
			/** The command's name or the component's custom_id. */
			readonly target: string;
			/** Undefined in a direct conversation with the bot. */
			readonly guildId: string | undefined;
			readonly userId: string;
	  }
	| {
			readonly type: 'interaction-acknowledged';
			readonly interactionId: string;
			/** Discord's interaction callback type. */
			readonly callbackType: number;
			readonly afterMs: number;
	  }
	| { readonly type: 'interaction-failed'; readonly interactionId: string; readonly reason: string }
	| {
			readonly type: 'message-created' | 'message-edited' | 'message-deleted';
			readonly message: APIMessage;
			/** Set if only this user sees it. */
			readonly visibleTo: string | undefined;
	  }
	/** A new message has notified people by a mention. Edits, ephemeral messages and embeds never do. */
	| { readonly type: 'pinged'; readonly message: APIMessage; readonly userIds: readonly string[] }
	| {
			readonly type: 'role-added' | 'role-removed';
			readonly guildId: string;
			readonly userId: string;
			readonly roleId: string;
			/** The audit log's reason, if the bot gave one. */
			readonly reason: string | undefined;
	  }
	| { readonly type: 'member-joined' | 'member-left'; readonly guildId: string; readonly userId: string }
	| {
			readonly type: 'role-created' | 'role-changed' | 'role-deleted';
			readonly guildId: string;
			readonly roleId: string;
			/** The audit log's reason, if the bot gave one. */
			readonly reason?: string | undefined;
	  }
	/** Any change to a server: its name, roles, channels or members, or the bot joining or leaving. */
	| { readonly type: 'guild-changed'; readonly guildId: string }
	| {
			readonly type: 'commands-registered';
			readonly guildId: string | undefined;
			readonly names: readonly string[];
	  }
	| {
			readonly type: 'gateway-connected' | 'gateway-identified' | 'gateway-resumed';
			readonly connection: number;
	  }
	/** Too many logins in a day: the bot's token is no longer accepted. */
	| { readonly type: 'token-reset' }
	| { readonly type: 'gateway-closed'; readonly connection: number; readonly code: number }
	| { readonly type: 'request'; readonly call: RecordedCall }
);

export type EventType = LocalDiscordEvent['type'];
/** The member of the union for a type, even if several types share one member. */
export type EventOf<T extends EventType> = Carrying<LocalDiscordEvent, T>;
type Carrying<E, T> = E extends { readonly type: infer U }
	? T extends U
		? E & { readonly type: T }
		: never
	: never;
type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;
export type NewEvent = WithoutTime<LocalDiscordEvent>;

/** Longer than a busy machine needs, shorter than the timeout of test runners. */
export const defaultWaitTimeoutMs = 10_000;

/** The maximum number of kept events: more than any test causes, and a bound for long sessions. */
const remembered = 50_000;

/** Everything that has happened, in order. Tests can wait for it, and a page or a terminal can follow it. */
export class EventLog {
	readonly #now: () => number;
	readonly #waitTimeoutMs: number;
	readonly #calls: RequestLog | undefined;
	readonly #listeners = new Set<(event: LocalDiscordEvent) => void>();
	readonly #history: LocalDiscordEvent[] = [];

	constructor(now: () => number, waitTimeoutMs = defaultWaitTimeoutMs, calls?: RequestLog) {
		this.#now = now;
		this.#waitTimeoutMs = waitTimeoutMs;
		this.#calls = calls;
	}

	/** The remembered events, oldest first. */
	get history(): readonly LocalDiscordEvent[] {
		return this.#history;
	}

	emit(event: NewEvent): void {
		// The spread keeps each member of the union whole; TypeScript only sees the union's common part.
		const stamped = { ...event, at: this.#now() } as LocalDiscordEvent;
		this.#history.push(stamped);
		if (this.#history.length > remembered) this.#history.splice(0, remembered / 10);
		for (const listener of this.#listeners) listener(stamped);
	}

	/** Calls `listener` for each event of this type from now on; the returned function stops that. */
	on<T extends EventType>(type: T, listener: (event: EventOf<T>) => void): () => void {
		return this.onAny((event) => {
			if (isOfType(event, type)) listener(event);
		});
	}

	/** Calls `listener` for every event from now on; the returned function stops that. */
	onAny(listener: (event: LocalDiscordEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** The remembered events of one type. */
	all<T extends EventType>(type: T): EventOf<T>[] {
		return this.#history.filter((event): event is EventOf<T> => isOfType(event, type));
	}

	/**
	 * The first matching event of this type, past or future, so that a test can't be too late for it. Rejects after
	 * `timeoutMs`, by default the local Discord's `waitTimeoutMs`, and lists the bot's requests since the call.
	 */
	waitFor<T extends EventType>(
		type: T,
		fits: (event: EventOf<T>) => boolean = () => true,
		timeoutMs = this.#waitTimeoutMs,
	): Promise<EventOf<T>> {
		const past = this.all(type).find(fits);
		if (past !== undefined) return Promise.resolve(past);
		let found: EventOf<T> | undefined;
		const isFitting = (event: LocalDiscordEvent) => {
			if (!isOfType(event, type) || !fits(event)) return false;
			found = event;
			return true;
		};
		return this.until(isFitting, `No fitting ${type}`, timeoutMs).then(() => found as EventOf<T>);
	}

	/** Resolves with the next event for which `isSo` returns true; rejects with `otherwise` like `waitFor`. */
	until(
		isSo: (event: LocalDiscordEvent) => boolean,
		otherwise: string,
		timeoutMs = this.#waitTimeoutMs,
	): Promise<void> {
		const since = this.#now();
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				end();
				const calls = this.#calls === undefined ? '' : `\n${this.#calls.describe(since)}`;
				reject(new Error(`${otherwise} within ${timeoutMs} ms${calls}`));
			}, timeoutMs);
			const end = this.onAny((event) => {
				if (!isSo(event)) return;
				clearTimeout(timer);
				end();
				resolve();
			});
		});
	}
}

function isOfType<T extends EventType>(event: LocalDiscordEvent, type: T): event is EventOf<T> {
	return event.type === type;
}
