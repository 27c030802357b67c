import type { Limits } from '../storage/rate-limits.js';
import type { GuildQueries } from './guild-facts.js';
import type { GuildSettingsStore } from './guild-settings.js';
import type { Setup } from './setup.js';
import {
	type Chooser,
	type RefusedSetup,
	reachFault,
	refusalOf,
	type SetupOutcome,
} from './setup-refusals.js';

export type RoleMade =
	| { readonly kind: 'made'; readonly roleId: string }
	/** The bot can't manage roles. */
	| { readonly kind: 'powerless' }
	/** The server has reached Discord's limit for roles. */
	| { readonly kind: 'full' }
	/** No response: the role may have been created all the same. */
	| { readonly kind: 'unknown' };

/** Creates Discord roles, without a Discord library. */
export interface RoleMaker {
	/**
	 * The current roles with this name, ignoring case; those that the bot can give come first.
	 * @returns undefined if Discord doesn't say; never rejects
	 */
	rolesNamed(guildId: string, name: string): Promise<readonly string[] | undefined>;
	/**
	 * Creates an unmentionable role without permissions at the bottom of the list.
	 * @param userId the requesting manager, named in Discord's own audit log
	 */
	makeRole(guildId: string, name: string, userId: string): Promise<RoleMade>;
}

export type MadeBuyerRole =
	| { readonly kind: 'saved'; readonly roleId: string }
	| RefusedSetup
	| Extract<SetupOutcome, { readonly kind: 'to-confirm' }>
	| { readonly kind: 'exists'; readonly roleId: string }
	| Exclude<RoleMade, { readonly kind: 'made' | 'unknown' }>
	/** Discord was asked a moment ago, here or by another process, and the role isn't visible yet. */
	| { readonly kind: 'pending' };

export interface BuyerRoleMakerParts {
	readonly setup: Pick<Setup, 'choose'>;
	readonly settings: Pick<GuildSettingsStore, 'get'>;
	readonly discord: Pick<GuildQueries, 'factsOf'>;
	readonly roles: RoleMaker;
	readonly limits: Pick<Limits, 'take' | 'giveBack'>;
}

/**
 * Creates the buyer role for a manager, and sets it. Of several presses, on several processes, only one creates a role.
 */
export class BuyerRoleMaker {
	readonly #parts: BuyerRoleMakerParts;

	constructor(parts: BuyerRoleMakerParts) {
		this.#parts = parts;
	}

	async make(chooser: Chooser, name: string): Promise<MadeBuyerRole> {
		const { discord, settings } = this.#parts;
		const { guildId } = chooser;
		// Compared with @everyone, because the new role is placed right above it.
		const change = { what: 'setting', name: 'buyer', picked: [guildId] } as const;
		const refusal = refusalOf(chooser, change);
		if (refusal !== undefined) return refusal;
		const facts = discord.factsOf(guildId);
		if (facts === undefined) return { kind: 'guild-unavailable' };
		const outOfReach = reachFault(chooser, change, facts, await settings.get(guildId));
		if (outOfReach !== undefined) return outOfReach;
		return facts.canManageRoles ? await this.#makeOnce(chooser, name) : { kind: 'powerless' };
	}

	/** Takes the lock before looking for the role, so that the process that finds none is alone. */
	async #makeOnce(chooser: Chooser, name: string): Promise<MadeBuyerRole> {
		const { roles, limits } = this.#parts;
		const { guildId, userId } = chooser;
		const isMine = (await limits.take('make-role', guildId)) === undefined;
		const named = await roles.rolesNamed(guildId, name);
		const [existing] = named ?? [];
		const asked = isMine && named !== undefined && existing === undefined;
		const made = asked ? await roles.makeRole(guildId, name, userId) : undefined;
		// After a lost response keep the lock: the role may still appear.
		if (isMine && made?.kind !== 'made' && made?.kind !== 'unknown')
			await limits.giveBack('make-role', guildId);
		if (existing !== undefined) return await this.#existing(guildId, existing);
		if (named === undefined) return { kind: 'guild-unavailable' };
		if (made === undefined) return { kind: 'pending' };
		if (made.kind === 'made') return await this.#use(chooser, made.roleId);
		if (made.kind !== 'unknown') return made;
		const [late] = (await roles.rolesNamed(guildId, name)) ?? [];
		return late === undefined ? { kind: 'pending' } : await this.#use(chooser, late);
	}

	/** Another press may have created and set it. */
	async #existing(guildId: string, roleId: string): Promise<MadeBuyerRole> {
		const { buyerRoleId } = await this.#parts.settings.get(guildId);
		return { kind: buyerRoleId === roleId ? 'saved' : 'exists', roleId };
	}

	async #use(chooser: Chooser, roleId: string): Promise<MadeBuyerRole> {
		const change = { what: 'setting', name: 'buyer', picked: [roleId], isMade: true } as const;
		const outcome = await this.#parts.setup.choose(chooser, change);
		return outcome.kind === 'saved' ? { kind: 'saved', roleId } : outcome;
	}
}
