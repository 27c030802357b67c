import type { Servers } from '../../floors.js';
import { nothingShown } from '../../servers/setup-change.js';
import type { Setup } from './setup.js';
import {
	type Chooser,
	reachFault,
	refusalOf,
	refused,
	type SetupOutcome,
	unavailable,
} from './setup-refusals.js';

type MadeBuyerRole =
	| { readonly kind: 'saved'; readonly roleId: string }
	| Exclude<SetupOutcome, { readonly kind: 'saved' }>;

const powerless = refused('finding.manageRoles.says', 'finding.manageRoles.todo', {
	permission: { permissions: ['ManageRoles'] },
});
const full = refused('setup.make.full', 'setup.make.full.todo');
/** Discord was asked a moment ago, here or by another process, and the role isn't visible yet. */
const pending = refused('setup.make.pending', 'setup.make.pending.todo');

type Floor = Servers & { readonly setup: Setup };

/**
 * Creates the buyer role for a manager, and sets it. Of several presses, on several processes, only one creates a role.
 */
export class BuyerRoleMaker {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	async make(chooser: Chooser, name: string): Promise<MadeBuyerRole> {
		const { discord, guilds } = this.#floor;
		const { guildId } = chooser;
		// Compared with @everyone, because the new role is placed right above it.
		const change = { what: 'setting', name: 'buyer', picked: [guildId] } as const;
		const refusal = refusalOf(chooser, change);
		if (refusal !== undefined) return refusal;
		const facts = discord.factsOf(guildId);
		if (facts === undefined) return unavailable;
		const outOfReach = reachFault(chooser, change, facts, await guilds.get(guildId));
		if (outOfReach !== undefined) return outOfReach;
		return facts.canManageRoles ? await this.#makeOnce(chooser, name) : powerless;
	}

	/** Takes the lock before looking for the role, so that the process that finds none is alone. */
	async #makeOnce(chooser: Chooser, name: string): Promise<MadeBuyerRole> {
		const { roleMaker: roles, limits } = this.#floor;
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
		if (named === undefined) return unavailable;
		if (made === undefined) return pending;
		if (made.kind === 'made') return await this.#use(chooser, made.roleId);
		if (made.kind !== 'unknown') return made.kind === 'full' ? full : powerless;
		const [late] = (await roles.rolesNamed(guildId, name)) ?? [];
		return late === undefined ? pending : await this.#use(chooser, late);
	}

	/** Another press may have created and set it. */
	async #existing(guildId: string, roleId: string): Promise<MadeBuyerRole> {
		const { buyerRoleId } = await this.#floor.guilds.get(guildId);
		if (buyerRoleId === roleId) return { kind: 'saved', roleId };
		const change = { what: 'setting', name: 'buyer', picked: [roleId] } as const;
		return { kind: 'to-confirm', change, concerns: [{ kind: 'exists' }], digest: nothingShown };
	}

	async #use(chooser: Chooser, roleId: string): Promise<MadeBuyerRole> {
		const { setup } = this.#floor;
		const change = { what: 'setting', name: 'buyer', picked: [roleId] } as const;
		let outcome = await setup.choose(chooser, change);
		// A new role opens no channel, and no one has it.
		const isHarmless = (kind: string) => kind === 'unchecked-channels' || kind === 'holders';
		if (outcome.kind === 'to-confirm' && outcome.concerns.every(({ kind }) => isHarmless(kind)))
			outcome = await setup.choose(chooser, change, outcome.digest);
		return outcome.kind === 'saved' ? { kind: 'saved', roleId } : outcome;
	}
}
