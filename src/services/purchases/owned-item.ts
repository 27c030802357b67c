import type { Logger } from '../../base/logger.js';
import { knownEnd, type SupportEnd } from '../../base/purchase-fields.js';
import type { Claim } from '../../claims/claim.js';
import type { ClaimStore } from '../../claims/claim-store.js';

export interface OwnedItem {
	/** The latest end of support that is known; `unknown` only if there is no other. */
	readonly supportedUntil: SupportEnd;
}

/** The member's ownership of an item according to their purchases; undefined if none counts. */
export function ownedItem(
	claims: readonly Pick<Claim, 'item' | 'status' | 'supportedUntil'>[],
	itemId: number,
): OwnedItem | undefined {
	const own = claims.filter(({ item, status }) => item.id === itemId && status === 'active');
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
	async of(userId: string, itemId: number): Promise<OwnedItem | undefined> {
		try {
			return ownedItem(await this.#claims.claimsOf(userId), itemId);
		} catch (err) {
			this.#logger.warn({ err }, 'A member’s purchases could not be read');
			return undefined;
		}
	}
}
