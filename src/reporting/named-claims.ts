import type { ClaimStore } from '../claims/claim-store.js';
import { codeEnding } from '../claims/code-ending.js';
import type { ModeratedClaims } from '../claims/moderated-claims.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { NameClaim, NamedClaim } from '../views/channels/audit-view.js';

/**
 * What a server's staff may be told of claims in their audit channel: at home the end of the code and who has it;
 * elsewhere the end of a code that was verified there. A claim that can't be read has no name.
 */
export function createNamedClaims({
	claims,
	served,
}: {
	readonly claims: Pick<ClaimStore, 'codeOf'> & { readonly moderated: Pick<ModeratedClaims, 'byHash'> };
	readonly served: Pick<ServedGuilds, 'isHome'>;
}) {
	const name = async (guildId: string, hash: string): Promise<NamedClaim | undefined> => {
		const [file, code] = await Promise.all([claims.moderated.byHash(hash, guildId), claims.codeOf(hash)]);
		if (file === undefined) return undefined;
		return {
			itemName: file.item.name,
			ending: code === undefined ? '' : codeEnding(code),
			holderIds: served.isHome(guildId) ? file.claims.map(({ holderId }) => holderId) : [],
		};
	};
	return async (guildId: string, hashes: readonly string[]): Promise<NameClaim> => {
		const names = [...new Set(hashes)].map(
			async (hash) => [hash, await name(guildId, hash).catch(() => undefined)] as const,
		);
		const named = new Map(await Promise.all(names));
		return (hash) => named.get(hash);
	};
}
