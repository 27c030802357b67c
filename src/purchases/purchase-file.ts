import type { Servers } from '../floors.js';
import { purchaseList, purchaseListHeader } from './purchase-list.js';

/** Discord accepts attachments of up to 10 MiB in servers without boosts; the request has other parts too. */
const maxBytes = 10 * 1024 * 1024 - 64 * 1024;

export type PurchaseFile =
	| { readonly kind: 'file'; readonly content: Buffer; readonly count: number }
	/** More than Discord accepts in a message. */
	| { readonly kind: 'too-big' }
	/** `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'later'; readonly retryAt: number };

type Floor = Servers & { readonly maxBytes?: number };

/** The list of all purchases as a CSV file, for administrators. */
export class PurchaseFiles {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/** One a minute. Reads no further than a message can hold. Rejects with the store's errors. */
	async make(guildId: string): Promise<PurchaseFile> {
		const { claims, guilds, discord, limits, clock } = this.#floor;
		const retryAt = await limits.take('list', guildId);
		if (retryAt !== undefined) return { kind: 'later', retryAt };
		const lines = purchaseList(claims.scan.allPaid(), {
			rules: await guilds.rulesOf(guildId),
			now: clock.now(),
			facts: discord.factsOf(guildId),
		});
		return await this.#collected(lines);
	}

	async #collected(lines: AsyncIterable<string>): Promise<PurchaseFile> {
		const max = this.#floor.maxBytes ?? maxBytes;
		const header = Buffer.from(purchaseListHeader);
		const parts = [header];
		let bytes = header.length;
		for await (const line of lines) {
			const part = Buffer.from(line);
			bytes += part.length;
			if (bytes > max) return { kind: 'too-big' };
			parts.push(part);
		}
		return { kind: 'file', content: Buffer.concat(parts), count: parts.length - 1 };
	}
}
