import type { ClaimStore } from '../../claims/claim-store.js';
import type { ModeratedClaims } from '../../claims/moderated-claims.js';

/** The part of a claim that an audit line shows. */
export interface NamedClaim {
	readonly itemName: string;
	/** The end of its code; '' if it has none. */
	readonly ending: string;
	readonly holderIds: readonly string[];
}

/** @returns undefined if the claim is unknown */
export type NameClaim = (hash: string) => NamedClaim | undefined;

type NamedClaimStore = Pick<ClaimStore, 'endingOf'> & { readonly moderated: Pick<ModeratedClaims, 'byHash'> };

/** Claims as audit lines name them. A claim that can't be read has no name. */
export class NamedClaims {
	readonly #claims: NamedClaimStore;

	constructor(claims: NamedClaimStore) {
		this.#claims = claims;
	}

	/** Reads the claims with these hashes. Never rejects. */
	async read(hashes: readonly string[]): Promise<NameClaim> {
		const names = [...new Set(hashes)].map(
			async (hash) => [hash, await this.#name(hash).catch(() => undefined)] as const,
		);
		const named = new Map(await Promise.all(names));
		return (hash) => named.get(hash);
	}

	async #name(hash: string): Promise<NamedClaim | undefined> {
		const [file, ending = ''] = await Promise.all([
			this.#claims.moderated.byHash(hash),
			this.#claims.endingOf(hash),
		]);
		if (file === undefined) return undefined;
		return {
			itemName: file.item.name,
			ending,
			holderIds: file.claims.map(({ holderId }) => holderId),
		};
	}
}
