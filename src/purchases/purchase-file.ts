import type { Clock } from '../base/clock.js';
import type { ClaimScan } from '../claims/claim-scan.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Limits } from '../storage/rate-limits.js';
import { purchaseList } from './purchase-list.js';

/** Discord accepts attachments of up to 10 MiB in servers without boosts; the request has other parts too. */
const maxBytes = 10 * 1024 * 1024 - 64 * 1024;

export type PurchaseFile =
	| { readonly kind: 'file'; readonly content: Buffer; readonly count: number }
	/** More than Discord accepts in a message. */
	| { readonly kind: 'too-big' }
	/** `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'later'; readonly retryAt: number };

export interface PurchaseFilesDependencies {
	readonly claims: Pick<ClaimScan, 'allPaid'>;
	readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly served: Pick<ServedGuilds, 'homeId' | 'isHome'>;
	readonly discord: Pick<GuildQueries, 'factsOf'>;
	readonly limits: Pick<Limits, 'take'>;
	readonly clock: Pick<Clock, 'now'>;
	/** Default: Discord's limit. */
	readonly maxBytes?: number;
}

/** The list of all purchases as a CSV file, for administrators of home. */
export class PurchaseFiles {
	readonly #dependencies: PurchaseFilesDependencies;

	constructor(dependencies: PurchaseFilesDependencies) {
		this.#dependencies = dependencies;
	}

	/** @returns true in home, whose administrators may see every purchase */
	isOfferedIn(guildId: string): boolean {
		return this.#dependencies.served.isHome(guildId);
	}

	/** One a minute. Reads no further than a message can hold. Rejects with the store's errors. */
	async make(guildId: string): Promise<PurchaseFile> {
		const { claims, guilds, discord, limits, clock } = this.#dependencies;
		const retryAt = await limits.take('list', guildId);
		if (retryAt !== undefined) return { kind: 'later', retryAt };
		const facts = discord.factsOf(guildId);
		const lines = purchaseList(claims.allPaid(), {
			homeId: guildId,
			rules: await guilds.rulesOf(guildId),
			now: clock.now(),
			roleNameOf: (id) => facts?.role(id)?.name,
		});
		return await this.#collected(lines);
	}

	async #collected(lines: AsyncIterable<string>): Promise<PurchaseFile> {
		const max = this.#dependencies.maxBytes ?? maxBytes;
		const parts: Buffer[] = [];
		let bytes = 0;
		for await (const line of lines) {
			const part = Buffer.from(line);
			bytes += part.length;
			if (bytes > max) return { kind: 'too-big' };
			parts.push(part);
		}
		// The first one is the header.
		return { kind: 'file', content: Buffer.concat(parts), count: parts.length - 1 };
	}
}
