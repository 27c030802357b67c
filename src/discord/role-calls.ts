import { type REST, Routes } from 'discord.js';
import { ApiWire, type ApiWireOptions, errorOf } from './api-wire.js';
import type { WireAnswer } from './wire.js';

export interface RoleCallsOptions extends ApiWireOptions {
	/** Also knows when Discord lets the whole bot send again. */
	readonly rest: Pick<REST, 'options' | 'globalReset' | 'globalRemaining'>;
	readonly token: string;
	/** Told before each wait that Discord asks for. */
	readonly onSlower: (wait: {
		readonly route: string;
		readonly retryAfter: number;
		readonly scope: string;
	}) => void;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after so many milliseconds. */
	readonly delay: (ms: number) => Promise<void>;
}

export interface RoleTarget {
	readonly guildId: string;
	readonly userId: string;
	readonly roleId: string;
}

/** How often a call is repeated that Discord has asked to send later. */
const mostWaits = 5;
/** Discord's clock may be a little behind; discord.js waits as long. */
const leewayMs = 50;

/**
 * Gives and takes roles without discord.js' REST, which takes more than twice the processor time for it: ADR 33. Discord
 * has a limit for each guild here, which its answers tell, and one for the whole bot, of which discord.js knows too.
 * Callers send one call at a time for a guild. Rejects with the errors that discord.js would reject with.
 */
export class RoleCalls {
	readonly #options: RoleCallsOptions;
	readonly #wire: ApiWire;
	readonly #headers: Readonly<Record<string, string>>;
	/** By guild: when the next call may be sent, in milliseconds since the epoch. Only those that have to wait. */
	readonly #freeAt = new Map<string, number>();

	constructor(options: RoleCallsOptions) {
		this.#options = options;
		this.#wire = new ApiWire(options);
		this.#headers = { authorization: `${options.rest.options.authPrefix} ${options.token}` };
	}

	/** `reason`: for the guild's audit log. */
	async add(target: RoleTarget, reason: string): Promise<void> {
		await this.#send('PUT', target, reason);
	}

	async remove(target: RoleTarget, reason: string): Promise<void> {
		await this.#send('DELETE', target, reason);
	}

	async close(): Promise<void> {
		await this.#wire.close();
	}

	async #send(
		method: 'PUT' | 'DELETE',
		{ guildId, userId, roleId }: RoleTarget,
		reason: string,
	): Promise<void> {
		const route = Routes.guildMemberRole(guildId, userId, roleId);
		const headers = { ...this.#headers, 'x-audit-log-reason': encodeURIComponent(reason) };
		for (let waits = 0; ; waits += 1) {
			await this.#turn(guildId);
			const answer = await this.#wire.send({ method, route, headers });
			this.#noteLimits(guildId, answer);
			if (answer.status < 300) return;
			if (answer.status !== 429 || waits >= mostWaits) throw errorOf(answer, method, route);
		}
	}

	/** Resolves when Discord takes a call again, as far as its answers have told. */
	async #turn(guildId: string): Promise<void> {
		const { rest, now, delay, onSlower } = this.#options;
		for (;;) {
			const ofGuild = this.#freeAt.get(guildId) ?? 0;
			const ofBot = rest.globalRemaining > 0 ? 0 : rest.globalReset + leewayMs;
			const retryAfter = Math.max(ofGuild, ofBot) - now();
			if (retryAfter <= 0) break;
			const scope = ofBot > ofGuild ? 'global' : 'user';
			onSlower({ route: '/guilds/:id/members/:id/roles/:id', retryAfter, scope });
			await delay(retryAfter);
		}
		this.#freeAt.delete(guildId);
	}

	/** https://discord.com/developers/docs/topics/rate-limits#header-format */
	#noteLimits(guildId: string, { status, headers }: WireAnswer): void {
		const { rest, now } = this.#options;
		const seconds = (name: string): number => Number(headers[name] ?? 0);
		if (status === 429) {
			const freeAt = now() + seconds('retry-after') * 1_000;
			if (headers['x-ratelimit-global'] === undefined) this.#freeAt.set(guildId, freeAt + leewayMs);
			else {
				rest.globalRemaining = 0;
				rest.globalReset = freeAt;
			}
		} else if (headers['x-ratelimit-remaining'] === '0') {
			this.#freeAt.set(guildId, now() + seconds('x-ratelimit-reset-after') * 1_000 + leewayMs);
		}
	}
}
