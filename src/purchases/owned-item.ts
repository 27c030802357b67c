import type { Logger } from '../base/logger.js';
import type { MemberRef } from '../base/member-ref.js';
import { knownEnd, type SupportEnd } from '../base/support-end.js';
import type { Claim } from '../claims/claim.js';
import type { ClaimStore } from '../claims/claim-store.js';

export interface OwnedItem {
	/** The latest end of support that is known; `unknown` only if there is no other. */
	readonly supportedUntil: SupportEnd;
}

/** The member's ownership of an item according to purchases verified in the guild; undefined if none counts there. */
export function ownedItem(
	claims: readonly Pick<Claim, 'item' | 'guildIds' | 'status' | 'supportedUntil'>[],
	itemId: number,
	guildId: string,
): OwnedItem | undefined {
	const own = claims.filter(
		({ item, guildIds, status }) => item.id === itemId && status === 'active' && guildIds.includes(guildId),
	);
	if (own.length === 0) return undefined;
	const ends = own.flatMap(({ supportedUntil }) => knownEnd(supportedUntil) ?? []);
	if (ends.length > 0) return { supportedUntil: Math.max(...ends) };
	return { supportedUntil: own.find(({ supportedUntil }) => supportedUntil !== undefined)?.supportedUntil };
}

export class OwnedItems {
	readonly #claims: Pick<ClaimStore, 'claimsOf'>;
	readonly #logger: Pick<Logger, 'warn'>;

	constructor(claims: Pick<ClaimStore, 'claimsOf'>, logger: Pick<Logger, 'warn'>) {
		this.#claims = claims;
		this.#logger = logger;
	}

	/** Never rejects: on an error the item is shown without ownership. */
	async of({ guildId, userId }: MemberRef, itemId: number): Promise<OwnedItem | undefined> {
		try {
			return ownedItem(await this.#claims.claimsOf(userId), itemId, guildId);
		} catch (err) {
			this.#logger.warn({ err }, 'A member’s purchases could not be read');
			return undefined;
		}
	}
}
