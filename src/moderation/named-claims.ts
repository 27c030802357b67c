import type { ClaimStore } from '../claims/claim-store.js';
import { codeEnding } from '../claims/code-ending.js';
import type { ModeratedClaims } from '../claims/moderated-claims.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';

/** The part of a claim that a server's staff may see in an audit line. */
export interface NamedClaim {
	readonly itemName: string;
	/** The end of its code; '' if it has none. */
	readonly ending: string;
	readonly holderIds: readonly string[];
}

/** @returns undefined if the claim is unknown, or may not be shown */
export type NameClaim = (hash: string) => NamedClaim | undefined;

type NamedClaimStore = Pick<ClaimStore, 'codeOf'> & { readonly moderated: Pick<ModeratedClaims, 'byHash'> };

/**
 * Claims as a server's staff may see them in their audit channel: in home the end of the code and its holders;
 * elsewhere the end of a code that was verified there. A claim that can't be read has no name.
 */
export class NamedClaims {
	readonly #claims: NamedClaimStore;
	readonly #served: Pick<ServedGuilds, 'isHome'>;

	constructor(claims: NamedClaimStore, served: Pick<ServedGuilds, 'isHome'>) {
		this.#claims = claims;
		this.#served = served;
	}

	/** Reads the claims with these hashes, as the guild's staff may see them. Never rejects. */
	async read(guildId: string, hashes: readonly string[]): Promise<NameClaim> {
		const names = [...new Set(hashes)].map(
			async (hash) => [hash, await this.#name(guildId, hash).catch(() => undefined)] as const,
		);
		const named = new Map(await Promise.all(names));
		return (hash) => named.get(hash);
	}

	async #name(guildId: string, hash: string): Promise<NamedClaim | undefined> {
		const [file, code] = await Promise.all([
			this.#claims.moderated.byHash(hash, guildId),
			this.#claims.codeOf(hash),
		]);
		if (file === undefined) return undefined;
		return {
			itemName: file.item.name,
			ending: code === undefined ? '' : codeEnding(code),
			holderIds: this.#served.isHome(guildId) ? file.claims.map(({ holderId }) => holderId) : [],
		};
	}
}
