import type { ClaimPolicy } from '../claims/policy.js';
import type { GuildFacts } from './guild-facts.js';
import type { GuildFinding } from './guild-finding.js';
import type { GuildSettings, GuildSettingsStore } from './guild-settings.js';
import type { PostedPanel } from './posted-panels.js';
import { type SetupChange, withChange } from './setup-change.js';
import type { Chooser, SetupOutcome } from './setup-outcome.js';
import { faultOf, reachFault, refusalOf, staffFault } from './setup-refusals.js';
import { type Concern, concernsOf, digestOf, isNewlyGiven } from './setup-warnings.js';

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
	readonly examine: (
		facts: GuildFacts,
		settings: GuildSettings,
		panels: readonly PostedPanel[],
	) => readonly GuildFinding[];
	readonly isHome: (guildId: string) => boolean;
	/** The panels that are posted in the guild. Rejects with the store's errors. */
	readonly panelsOf: (guildId: string) => Promise<readonly PostedPanel[]>;
	/** How many members have the role now; undefined where Discord doesn't tell. Never rejects. */
	readonly holdersOf: (guildId: string, roleId: string) => Promise<number | undefined>;
	/** The roles that members can give themselves in the guild's onboarding; undefined where Discord doesn't tell. */
	readonly selfChosenRoles: (guildId: string) => Promise<ReadonlySet<string> | undefined>;
	/** Told of each choice that made a difference, and of the settings before it. */
	readonly onChanged: (guildId: string, userId: string, change: SetupChange, before: GuildSettings) => void;
}

/** What managers choose for their server, one choice at a time, each saved at once or after a question. */
export class Setup {
	readonly #dependencies: SetupDependencies;

	constructor(dependencies: SetupDependencies) {
		this.#dependencies = dependencies;
	}

	async overview(guildId: string): Promise<SetupOverview> {
		const settings = await this.#dependencies.settings.get(guildId);
		const facts = this.#dependencies.factsOf(guildId);
		if (facts === undefined) return { settings, findings: [], isHome: this.isHome(guildId) };
		const panels = await this.#dependencies.panelsOf(guildId);
		const findings = this.#dependencies.examine(facts, settings, panels);
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
	 * Saves a choice, unless the chooser may not make it, it wouldn't work, or it has to be confirmed.
	 * @param confirmed the digest of what the chooser was shown before
	 */
	async choose(chooser: Chooser, change: SetupChange, confirmed?: string): Promise<SetupOutcome> {
		const { guildId, userId } = chooser;
		const refusal = refusalOf(chooser, change);
		if (refusal !== undefined) return refusal;
		const isAboutClaims = change.what === 'unlinking' || change.what === 'seats';
		if (isAboutClaims && !this.isHome(guildId)) return { kind: 'home-only' };
		const facts = this.#dependencies.factsOf(guildId);
		if (facts === undefined && asksDiscord(change)) return { kind: 'guild-unavailable' };
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
		return staffFault(change.roleIds, facts, settings, selfChosen);
	}
}

/** Choices other than roles and channels need nothing from Discord. */
function asksDiscord(change: SetupChange): boolean {
	switch (change.what) {
		case 'unlinking':
		case 'seats':
		case 'item-links':
		case 'sharing':
			return false;
		case 'links':
			return change.links.supportChannelId !== undefined || change.links.helpChannelId !== undefined;
		default:
			return true;
	}
}
