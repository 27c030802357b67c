import type { ClaimPolicy, UnlinkPolicy } from '../claims/policy.js';
import { examineGuild, type GuildFinding, type RoleFault, roleFault } from './examine-guild.js';
import type { GuildFacts, Power } from './guild-facts.js';
import type { ChosenSettings, GuildSettings, GuildSettingsStore, RuleKind } from './guild-settings.js';

/** What a role besides the buyer role is for. `key`: an item's id, or a category or licence type as the shop spells it. */
export interface RuleSubject {
	readonly kind: RuleKind;
	readonly key: string;
}

/** One choice. An id that is undefined takes back what was chosen. */
export type SetupChange =
	| { readonly what: 'buyer-role'; readonly roleId: string }
	| { readonly what: 'supported-role'; readonly roleId: string | undefined }
	| { readonly what: 'audit-channel'; readonly channelId: string | undefined }
	| { readonly what: 'unlinking'; readonly unlinking: UnlinkPolicy }
	/** `seats`: from 1, which is the usual, to 50. */
	| { readonly what: 'seats'; readonly licenseType: string; readonly seats: number }
	| { readonly what: 'rule'; readonly subject: RuleSubject; readonly roleId: string | undefined };

/** Who chooses, where. */
export interface Chooser {
	readonly guildId: string;
	readonly userId: string;
	readonly isAdministrator: boolean;
}

export type SetupOutcome =
	/** What may still be in the way is among the findings of the overview. */
	| { readonly kind: 'saved' }
	/** It is no role that anybody can be given. */
	| {
			readonly kind: 'unusable-role';
			readonly roleId: string;
			readonly fault: Exclude<RoleFault, 'above-bot'>;
	  }
	/** The role would hand out powers that only an administrator may hand out. */
	| { readonly kind: 'powerful-role'; readonly roleId: string; readonly powers: readonly Power[] }
	/** Discord has an outage, and the guild can't be looked at. */
	| { readonly kind: 'guild-unavailable' }
	/** Who may hold a claim is for the people of home to say. */
	| { readonly kind: 'home-only' };

/** What is chosen in a guild, and what about it would not work. */
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
	readonly isHome: (guildId: string) => boolean;
	/** Told of each choice that made a difference. */
	readonly onChanged: (guildId: string, userId: string, change: SetupChange) => void;
}

/** What administrators choose for their server, one choice at a time, each saved at once. */
export class Setup {
	readonly #dependencies: SetupDependencies;

	constructor(dependencies: SetupDependencies) {
		this.#dependencies = dependencies;
	}

	async overview(guildId: string): Promise<SetupOverview> {
		const settings = await this.#dependencies.settings.get(guildId);
		const facts = this.#dependencies.factsOf(guildId);
		const findings = facts === undefined ? [] : examineGuild(facts, settings);
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
	 * Saves a choice, unless it could never work. What a person can still mend in Discord, such as a role above the
	 * bot's, is saved and shows in the overview until it is mended.
	 */
	async choose({ guildId, userId, isAdministrator }: Chooser, change: SetupChange): Promise<SetupOutcome> {
		// What is no role and no channel says nothing that Discord would have to confirm.
		const isAboutClaims = change.what === 'unlinking' || change.what === 'seats';
		if (isAboutClaims && !this.isHome(guildId)) return { kind: 'home-only' };
		const facts = this.#dependencies.factsOf(guildId);
		if (facts === undefined && !isAboutClaims) return { kind: 'guild-unavailable' };
		const roleId = 'roleId' in change ? change.roleId : undefined;
		if (facts !== undefined && roleId !== undefined) {
			const fault = roleFault(facts, roleId);
			if (fault !== undefined && fault !== 'above-bot') return { kind: 'unusable-role', roleId, fault };
			// Else whoever may manage the server could make themselves its administrator, with a purchase.
			const powers = facts.role(roleId)?.powers ?? [];
			if (powers.length > 0 && !isAdministrator) return { kind: 'powerful-role', roleId, powers };
		}
		const changed = await this.#dependencies.settings.change(guildId, (current) => applied(current, change));
		if (changed) this.#dependencies.onChanged(guildId, userId, change);
		return { kind: 'saved' };
	}
}

function applied(current: ChosenSettings, change: SetupChange): ChosenSettings {
	switch (change.what) {
		case 'buyer-role':
			return { ...current, buyerRoleId: change.roleId };
		case 'supported-role': {
			const { supportedRoleId: _, ...rest } = current;
			return change.roleId === undefined ? rest : { ...rest, supportedRoleId: change.roleId };
		}
		case 'audit-channel':
			return { ...current, auditChannelId: change.channelId ?? null };
		case 'unlinking':
			return { ...current, unlinking: change.unlinking };
		case 'seats': {
			const { [change.licenseType]: _, ...others } = current.seats ?? {};
			const seats = change.seats === 1 ? others : { ...others, [change.licenseType]: change.seats };
			return { ...current, seats };
		}
		case 'rule': {
			const field = ruleFields[change.subject.kind];
			const { [change.subject.key]: _, ...others } = current[field];
			const roles = change.roleId === undefined ? others : { ...others, [change.subject.key]: change.roleId };
			return { ...current, [field]: roles };
		}
	}
}

const ruleFields = {
	item: 'itemRoles',
	category: 'categoryRoles',
	licence: 'licenceRoles',
} as const satisfies Record<RuleKind, keyof GuildSettings>;
