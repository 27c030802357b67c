import type { ClaimPolicy } from '../claims/policy.js';
import type { MemberRef } from '../member-ref.js';
import type { GuildFacts } from './guild-facts.js';
import { type GuildFinding, type RoleFault, roleFault } from './guild-finding.js';
import type { GuildSettings, GuildSettingsStore } from './guild-settings.js';
import { givenRoles, replacedRole, ruleFields, type SetupChange, withChange } from './setup-change.js';
import { type Concern, concernsOf, digestOf, isNewlyGiven } from './setup-concerns.js';

/** Who chooses, where, with the rights that they have in the server at this moment. */
export interface Chooser extends MemberRef {
	readonly isAdministrator: boolean;
	/** Manage Server and Manage Roles, both. Administrators can. */
	readonly canManage: boolean;
	/** Whether the role is below their highest one. */
	isAbove(roleId: string): boolean;
}

export type SetupOutcome =
	/** What may still be in the way is among the findings of the overview. */
	| { readonly kind: 'saved' }
	/** It takes Manage Server and Manage Roles, or an administrator. */
	| { readonly kind: 'not-allowed'; readonly takes: 'management' | 'administrator' }
	/** It is no role that anybody can be given. */
	| {
			readonly kind: 'unusable-role';
			readonly roleId: string;
			readonly fault: Exclude<RoleFault, 'above-bot'>;
	  }
	| {
			readonly kind: 'refused-role';
			readonly roleId: string;
			readonly fault: /** Not below the chooser's highest role, so they couldn't hand it out in Discord either. */
				| 'out-of-reach'
				/** It has the permission Administrator. */
				| 'administrator'
				/** A role for buyers that is a staff role. */
				| 'is-staff'
				/** A staff role that the bot gives, or that members can give themselves. */
				| 'is-given'
				| 'self-chosen';
	  }
	/** It is no channel of this server in which messages can be written. */
	| { readonly kind: 'unusable-channel' }
	/** There are as many roles for items, categories and licence types as there can be. */
	| { readonly kind: 'too-many-rules'; readonly most: number }
	/** Saved as soon as the same choice comes with this digest of its concerns. */
	| {
			readonly kind: 'to-confirm';
			readonly change: SetupChange;
			readonly concerns: readonly Concern[];
			readonly digest: string;
	  }
	/** Discord has an outage, and the guild can't be looked at. */
	| { readonly kind: 'guild-unavailable' }
	/** Only home's managers choose who may hold a claim. */
	| { readonly kind: 'home-only' };

/** What is chosen in a guild, and what of it wouldn't work. */
export interface SetupOverview {
	readonly settings: GuildSettings;
	/** Empty where Discord has an outage. */
	readonly findings: readonly GuildFinding[];
	/** Whether the rules for purchases are chosen here: they are home's, and count everywhere. */
	readonly isHome: boolean;
}

export interface SetupDependencies {
	readonly settings: Pick<GuildSettingsStore, 'get' | 'policyOf' | 'change'>;
	/** The guild as the gateway has told it; undefined while Discord has an outage. */
	readonly factsOf: (guildId: string) => GuildFacts | undefined;
	/** What in the guild does not fit the settings. */
	readonly examine: (facts: GuildFacts, settings: GuildSettings) => readonly GuildFinding[];
	readonly isHome: (guildId: string) => boolean;
	/** How many members have the role now; undefined where Discord doesn't tell. Never rejects. */
	readonly holdersOf: (guildId: string, roleId: string) => Promise<number | undefined>;
	/** The roles that members can give themselves in the guild's onboarding; undefined where Discord doesn't tell. */
	readonly selfChosenRoles: (guildId: string) => Promise<ReadonlySet<string> | undefined>;
	/** Told of each choice that made a difference, and of the settings before it. */
	readonly onChanged: (guildId: string, userId: string, change: SetupChange, before: GuildSettings) => void;
}

const mostRules = 200;

/** What managers choose for their server, one choice at a time, each saved at once or after a question. */
export class Setup {
	readonly #dependencies: SetupDependencies;

	constructor(dependencies: SetupDependencies) {
		this.#dependencies = dependencies;
	}

	async overview(guildId: string): Promise<SetupOverview> {
		const settings = await this.#dependencies.settings.get(guildId);
		const facts = this.#dependencies.factsOf(guildId);
		const findings = facts === undefined ? [] : this.#dependencies.examine(facts, settings);
		return { settings, findings, isHome: this.isHome(guildId) };
	}

	/** Whether the rules for purchases are chosen in this guild. */
	isHome(guildId: string): boolean {
		return this.#dependencies.isHome(guildId);
	}

	async policy(guildId: string): Promise<ClaimPolicy> {
		return await this.#dependencies.settings.policyOf(guildId);
	}

	/**
	 * Saves a choice, unless the chooser may not make it, it could never work, or it has to be confirmed. What a
	 * person can still fix in Discord, such as a role above the bot's, is saved and shown in the overview until it is
	 * fixed.
	 * @param confirmed the digest of what the chooser was shown before
	 */
	async choose(chooser: Chooser, change: SetupChange, confirmed?: string): Promise<SetupOutcome> {
		const { guildId, userId } = chooser;
		const refusal = refusalOf(chooser, change);
		if (refusal !== undefined) return refusal;
		// Choices other than roles and channels need nothing from Discord.
		const isAboutClaims = change.what === 'unlinking' || change.what === 'seats';
		if (isAboutClaims && !this.isHome(guildId)) return { kind: 'home-only' };
		const facts = this.#dependencies.factsOf(guildId);
		if (facts === undefined && !isAboutClaims) return { kind: 'guild-unavailable' };
		const settings = await this.#dependencies.settings.get(guildId);
		const concerns: Concern[] = [];
		if (facts !== undefined) {
			const fault =
				reachFault(chooser, change, facts, settings) ??
				faultOf(change, facts, settings) ??
				(await this.#staffFault(guildId, change, facts, settings));
			if (fault !== undefined) return fault;
			const holders = await this.#holders(guildId, change, settings);
			concerns.push(...concernsOf(change, facts, settings, holders));
		}
		const digest = digestOf(concerns);
		if (concerns.length > 0 && confirmed !== digest) {
			return { kind: 'to-confirm', change, concerns, digest };
		}
		const powers = concerns.find(({ kind }) => kind === 'powers');
		const bits = powers?.kind === 'powers' ? powers.bits : 0n;
		const before = await this.#dependencies.settings.change(guildId, (current) =>
			withChange(current, change, bits),
		);
		if (before !== undefined) this.#dependencies.onChanged(guildId, userId, change, before);
		return { kind: 'saved' };
	}

	async #holders(guildId: string, change: SetupChange, settings: GuildSettings): Promise<number | undefined> {
		const roleId = 'roleId' in change ? change.roleId : undefined;
		if (roleId === undefined || !isNewlyGiven(change, settings)) return 0;
		return await this.#dependencies.holdersOf(guildId, roleId);
	}

	/** What is wrong with one of the staff roles, such as that members can give it to themselves. */
	async #staffFault(
		guildId: string,
		change: SetupChange,
		facts: GuildFacts,
		settings: GuildSettings,
	): Promise<SetupOutcome | undefined> {
		if (change.what !== 'staff-roles' || change.roleIds.length === 0) return undefined;
		const selfChosen = await this.#dependencies.selfChosenRoles(guildId);
		if (selfChosen === undefined) return { kind: 'guild-unavailable' };
		const given = givenRoles(settings);
		for (const roleId of change.roleIds) {
			const fault = roleFault(facts, roleId);
			if (fault !== undefined && fault !== 'above-bot') return { kind: 'unusable-role', roleId, fault };
			if (given.has(roleId)) return { kind: 'refused-role', roleId, fault: 'is-given' };
			if (selfChosen.has(roleId)) return { kind: 'refused-role', roleId, fault: 'self-chosen' };
		}
		return undefined;
	}
}

/** Why the chooser may not make such a choice at all. */
function refusalOf(chooser: Chooser, change: SetupChange): SetupOutcome | undefined {
	if (chooser.isAdministrator) return undefined;
	if (change.what === 'staff-roles') return { kind: 'not-allowed', takes: 'administrator' };
	return chooser.canManage ? undefined : { kind: 'not-allowed', takes: 'management' };
}

/** A role that the chooser couldn't hand out or take away in Discord: the one that is chosen, or the one before it. */
function reachFault(
	chooser: Chooser,
	change: SetupChange,
	facts: GuildFacts,
	settings: GuildSettings,
): SetupOutcome | undefined {
	if (chooser.isAdministrator) return undefined;
	const chosen = 'roleId' in change ? change.roleId : undefined;
	// Nobody is above a role that was deleted.
	const roleId = [chosen, replacedRole(settings, change)].find(
		(id) => id !== undefined && facts.role(id) !== undefined && !chooser.isAbove(id),
	);
	return roleId === undefined ? undefined : { kind: 'refused-role', roleId, fault: 'out-of-reach' };
}

/** What makes a choice impossible, whoever makes it. */
function faultOf(change: SetupChange, facts: GuildFacts, settings: GuildSettings): SetupOutcome | undefined {
	if (change.what === 'audit-channel' && change.channelId !== undefined) {
		return facts.channel(change.channelId)?.takesMessages ? undefined : { kind: 'unusable-channel' };
	}
	const roleId = 'roleId' in change ? change.roleId : undefined;
	if (roleId === undefined) return undefined;
	const fault = roleFault(facts, roleId);
	if (fault !== undefined && fault !== 'above-bot') return { kind: 'unusable-role', roleId, fault };
	if (settings.staffRoleIds.includes(roleId)) return { kind: 'refused-role', roleId, fault: 'is-staff' };
	if (facts.role(roleId)?.powers.includes('Administrator')) {
		return { kind: 'refused-role', roleId, fault: 'administrator' };
	}
	return change.what === 'rule' && isOneTooMany(change.subject, settings)
		? { kind: 'too-many-rules', most: mostRules }
		: undefined;
}

function isOneTooMany(
	{ kind, key }: { readonly kind: keyof typeof ruleFields; readonly key: string },
	settings: GuildSettings,
): boolean {
	const count = Object.values(ruleFields).reduce(
		(sum, field) => sum + Object.keys(settings[field]).length,
		0,
	);
	return count >= mostRules && !Object.hasOwn(settings[ruleFields[kind]], key);
}
