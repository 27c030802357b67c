import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { ClaimScan } from '../claims/claim-scan.js';

/** How many of a guild's claims have support. */
export interface SupportShare {
	/** Claims that count: not revoked. */
	readonly claims: number;
	/** Those of them whose support has not ended. */
	readonly supported: number;
	/** When they were counted, in milliseconds since the epoch. */
	readonly countedAt: number;
}

export interface SupportShareDependencies {
	readonly claims: Pick<ClaimScan, 'all'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Clock;
}

interface Count {
	readonly startedAt: number;
	/** When the next one is due. */
	readonly goodUntil: number;
	readonly guilds: ReadonlyMap<string, { claims: number; supported: number }>;
}

/** The pause between counts as a multiple of their duration: 1 % of the time, however many claims. */
const restFactor = 100;
/**
 * How long `/stats` waits for the claims to be counted: enough for tens of thousands. With more the answer comes all the
 * same, with what was counted last.
 */
const patienceMs = 500;

/**
 * The share of claims that have support. Support ends by itself, without a write, so no counter kept beside the
 * claims would stay right, and scanning a million claims for each request would take too long. So one background scan
 * of all claims serves every guild, and its result is used until the next scan is due: with a few thousand claims
 * that is within a second or two, with a million some minutes.
 */
export class SupportShares {
	readonly #dependencies: SupportShareDependencies;
	#latest: Count | undefined;
	#underWay: Promise<void> | undefined;

	constructor(dependencies: SupportShareDependencies) {
		this.#dependencies = dependencies;
	}

	/**
	 * The share in a guild, as fresh as it can be had in half a second; undefined if the first count takes longer than
	 * that. Never rejects.
	 */
	async of(guildId: string): Promise<SupportShare | undefined> {
		const { clock } = this.#dependencies;
		const isDue = this.#latest === undefined || this.#latest.goodUntil <= clock.now();
		if (isDue) await Promise.race([this.#countOnce(), clock.delay(patienceMs)]);
		if (this.#latest === undefined) return undefined;
		const { claims, supported } = this.#latest.guilds.get(guildId) ?? { claims: 0, supported: 0 };
		return { claims, supported, countedAt: this.#latest.startedAt };
	}

	#countOnce(): Promise<void> {
		this.#underWay ??= this.#count()
			.catch((err: unknown) => {
				// The count before stays.
				this.#dependencies.logger.warn({ err }, 'The claims with support could not be counted');
			})
			.finally(() => {
				this.#underWay = undefined;
			});
		return this.#underWay;
	}

	async #count(): Promise<void> {
		const { claims, clock } = this.#dependencies;
		const startedAt = clock.now();
		const guilds = new Map<string, { claims: number; supported: number }>();
		for await (const { status, guildIds, supportedUntil } of claims.all()) {
			if (status !== 'active') continue;
			for (const guildId of guildIds) {
				const count = guilds.get(guildId) ?? { claims: 0, supported: 0 };
				count.claims += 1;
				if (supportedUntil !== undefined && supportedUntil > startedAt) count.supported += 1;
				guilds.set(guildId, count);
			}
		}
		const endedAt = clock.now();
		this.#latest = { startedAt, goodUntil: endedAt + (endedAt - startedAt) * restFactor, guilds };
	}
}
