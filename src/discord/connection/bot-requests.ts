import { HTTPError } from 'discord.js';
import type { DiscordHttp, DiscordResponse, RequestInit } from './discord-http.js';
import { type RequestGate, refusal } from './request-gate.js';

const maxRepeats = 5;
/** A request that would wait longer for a limit is given up: its caller decides when to try again. */
export const maxWaitMs = 60_000;

export interface BotRequestsOptions {
	readonly http: Pick<DiscordHttp, 'send'>;
	readonly gate: Pick<RequestGate, 'pass'>;
	/** `…/users/@me`, where the token alone decides about the response. */
	readonly ownUserUrl: string;
	/** Discord has refused the token twice in a row. */
	readonly onUnauthorized: () => void;
	/** Resolves after `ms` milliseconds. */
	readonly delay: (ms: number) => Promise<void>;
}

/**
 * The requests that carry the bot token. discord.js would repeat a 429 without end, and forget its token after a single
 * 401: it sees neither, unless Discord means it.
 */
export class BotRequests {
	readonly #options: BotRequestsOptions;
	#isRefused: Promise<boolean> | undefined;

	constructor(options: BotRequestsOptions) {
		this.#options = options;
	}

	/** discord.js' `makeRequest`. */
	async send(url: string, init: RequestInit): Promise<DiscordResponse> {
		for (let repeats = 0; ; repeats += 1) {
			const response = await this.#send(url, init);
			if (response.status === 401) return await this.#confirmed(response, init);
			const { limit } = response;
			// Of a long wait discord.js is notified, and holds the route's other requests too.
			if (limit === undefined || limit.waitMs > maxWaitMs) return response;
			if (repeats === maxRepeats) throw refusal();
			// The gate knows of all other limits.
			if (limit.scope === 'route') await this.#options.delay(limit.waitMs);
		}
	}

	async #send(url: string, init: RequestInit): Promise<DiscordResponse> {
		const { http, gate } = this.#options;
		return await gate.pass(() => http.send(url, init));
	}

	/** A single 401 may be a mistake of Discord's. Requests that get one together ask once. */
	async #confirmed(response: DiscordResponse, init: RequestInit): Promise<DiscordResponse> {
		const { ownUserUrl, onUnauthorized } = this.#options;
		this.#isRefused ??= this.#send(ownUserUrl, { ...init, method: 'GET', body: null })
			.then(({ status }) => status === 401)
			.finally(() => {
				this.#isRefused = undefined;
			});
		if (!(await this.#isRefused)) throw new HTTPError(401, 'Discord refused a good token', '', '', {});
		onUnauthorized();
		return response;
	}
}
