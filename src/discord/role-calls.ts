import { type REST, Routes } from 'discord.js';
import { ApiWire, type ApiWireOptions, errorOf, mostWaits } from './api-wire.js';
import { leewayMs, RoleBucket } from './role-bucket.js';
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

/** The calls of one guild. */
interface Line {
	readonly bucket: RoleBucket;
	/** Resolves when the last one that has come may be sent. */
	turn: Promise<void>;
	/** Told of each answer, for whose turn depends on it. */
	onAnswer: () => void;
	/** How many are waiting or under way. */
	size: number;
}

/**
 * Gives and takes roles without discord.js' REST, which takes almost three times the processor time for it: ADR 33.
 * Discord has a limit for each guild here, which its answers tell, and one for the whole bot, of which discord.js knows
 * too. Calls go out in the order in which they came, as many at once as the limits allow. Rejects with the errors that
 * discord.js would reject with.
 */
export class RoleCalls {
	readonly #options: RoleCallsOptions;
	readonly #wire: ApiWire;
	readonly #headers: Readonly<Record<string, string>>;
	/** By guild, where calls are under way, or the next one has to wait. */
	readonly #lines = new Map<string, Line>();

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
			const answer = await this.#inTurn(guildId, () => this.#wire.send({ method, route, headers }));
			if (answer.status < 300) return;
			if (answer.status !== 429 || waits >= mostWaits) throw errorOf(answer, method, route);
		}
	}

	async #inTurn(guildId: string, send: () => Promise<WireAnswer>): Promise<WireAnswer> {
		const line = this.#lines.get(guildId) ?? createLine();
		this.#lines.set(guildId, line);
		line.size += 1;
		line.turn = line.turn.then(() => this.#turn(line));
		await line.turn;
		let answer: WireAnswer | undefined;
		try {
			answer = await send();
			this.#noteGlobal(answer);
			return answer;
		} finally {
			const now = this.#options.now();
			line.bucket.answered(answer, now);
			line.onAnswer();
			line.size -= 1;
			if (line.size === 0 && line.bucket.isIdle(now)) this.#lines.delete(guildId);
		}
	}

	/** Resolves when Discord takes a call again, as far as its answers have told. */
	async #turn(line: Line): Promise<void> {
		const { rest, now, delay, onSlower } = this.#options;
		for (;;) {
			const ofGuild = line.bucket.wait(now());
			if (ofGuild === undefined) {
				await new Promise<void>((resolve) => (line.onAnswer = resolve));
				continue;
			}
			const ofBot = rest.globalRemaining > 0 ? 0 : rest.globalReset + leewayMs - now();
			const retryAfter = Math.max(ofGuild, ofBot);
			if (retryAfter <= 0) break;
			const scope = ofBot > ofGuild ? 'global' : 'user';
			onSlower({ route: '/guilds/:id/members/:id/roles/:id', retryAfter, scope });
			await delay(retryAfter);
		}
		line.bucket.sent();
	}

	#noteGlobal({ status, headers }: WireAnswer): void {
		if (status !== 429 || headers['x-ratelimit-global'] === undefined) return;
		const { rest, now } = this.#options;
		rest.globalRemaining = 0;
		rest.globalReset = now() + Number(headers['retry-after'] ?? 0) * 1_000;
	}
}

function createLine(): Line {
	return { bucket: new RoleBucket(), turn: Promise.resolve(), onAnswer: () => {}, size: 0 };
}
