import type { Logger } from '../base/logger.js';
import type { MemberRef } from '../base/member-ref.js';
import type { Claim } from '../claims/claim.js';
import type { ClaimStore } from '../claims/claim-store.js';

/** That a member has an item. */
export interface OwnedItem {
	/** The latest of their purchases of it, in milliseconds since the epoch; undefined: without support. */
	readonly supportedUntil: number | undefined;
}

/** What a member has of an item by the purchases that were shown in the guild; undefined: nothing that counts there. */
export function ownedItem(
	claims: readonly Pick<Claim, 'item' | 'guildIds' | 'status' | 'supportedUntil'>[],
	itemId: number,
	guildId: string,
): OwnedItem | undefined {
	const own = claims.filter(
		({ item, guildIds, status }) => item.id === itemId && status === 'active' && guildIds.includes(guildId),
	);
	if (own.length === 0) return undefined;
	const ends = own.flatMap(({ supportedUntil }) => supportedUntil ?? []);
	return { supportedUntil: ends.length === 0 ? undefined : Math.max(...ends) };
}

/** Finds what members have of an item. */
export class OwnedItems {
	readonly #claims: Pick<ClaimStore, 'claimsOf'>;
	readonly #logger: Pick<Logger, 'warn'>;

	constructor(claims: Pick<ClaimStore, 'claimsOf'>, logger: Pick<Logger, 'warn'>) {
		this.#claims = claims;
		this.#logger = logger;
	}

	/** An item is shown without, rather than not at all: never rejects. */
	async of({ guildId, userId }: MemberRef, itemId: number): Promise<OwnedItem | undefined> {
		try {
			return ownedItem(await this.#claims.claimsOf(userId), itemId, guildId);
		} catch (err) {
			this.#logger.warn({ err }, 'What a member has could not be read');
			return undefined;
		}
	}
}
