import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import { rolesOfOneAlone, wantedRoles } from '../roles/role-plan.js';

/** The roles in a guild of a member whose purchase no longer counts. Role ids. */
export interface EndedRoles {
	/** They followed from this purchase alone. */
	readonly lost: readonly string[];
	/** They follow from another purchase too. */
	readonly kept: readonly string[];
}

export interface EndedRolesParts {
	readonly claims: {
		readonly checks: Pick<ClaimStore['checks'], 'rolesFrom'>;
		readonly claimsOf: ClaimStore['claimsOf'];
	};
	readonly settings: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly clock: Pick<Clock, 'now'>;
}

export class RoleEndings {
	readonly #parts: EndedRolesParts;

	constructor(parts: EndedRolesParts) {
		this.#parts = parts;
	}

	/** The roles that a member loses and keeps without this purchase, by the role plan. Rejects with the store's errors. */
	async of({ guildId, userId }: MemberRef, hash: string): Promise<EndedRoles> {
		const { claims, settings, clock } = this.#parts;
		const rules = await settings.rulesOf(guildId);
		const ended = await claims.checks.rolesFrom(hash);
		if (rules === undefined || ended === undefined) return { lost: [], kept: [] };
		const now = clock.now();
		const others = (await claims.claimsOf(userId)).filter((claim) => claim.hash !== hash);
		const claim = { ...ended, status: 'active' } as const;
		const lost = rolesOfOneAlone(claim, others, rules, now);
		const kept = [...wantedRoles([claim], rules, now)].filter((role) => !lost.includes(role));
		return { lost, kept };
	}
}
