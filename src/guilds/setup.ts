import type { Logger } from '../base/logger.js';
import type { ClaimPolicy } from '../claims/policy.js';
import { examineGuild } from './examine-guild.js';
import type { GuildFacts } from './guild-facts.js';
import type { GuildFinding } from './guild-finding.js';
import type { GuildQueries } from './guild-queries.js';
import type { GuildSettings, GuildSettingsStore } from './guild-settings.js';
import type { Panels } from './panels.js';
import type { PostedPanels } from './posted-panels.js';
import type { RoleRulesFollower } from './role-rules.js';
import type { ServedGuilds } from './served-guilds.js';
import { rolesFollowFrom, type SetupChange, withChange } from './setup-change.js';
import type { Chooser, SetupOutcome } from './setup-outcome.js';
import { faultOf, reachFault, refusalOf, staffFault } from './setup-refusals.js';
import { digestOf, isNewlyGiven, type SetupWarning, warningsOf } from './setup-warnings.js';

/** What is chosen in a guild, and what of it wouldn't work. */
export interface SetupOverview {
	readonly settings: GuildSettings;
	/** Empty where Discord has an outage. */
	readonly findings: readonly GuildFinding[];
	/** Whether the rules for purchases are chosen here: they are home's, and count everywhere. */
	readonly isHome: boolean;
}

/** Where changes are reported. Declared here because reporting stands above this room. */
interface SetupReport {
	/** Called for each choice that made a difference. `before`: the settings before the change. */
	setup(guildId: string, userId: string, change: SetupChange, before: GuildSettings): void;
}

export interface SetupDependencies {
	readonly settings: Pick<GuildSettingsStore, 'get' | 'policyOf' | 'change'>;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly discord: Pick<GuildQueries, 'factsOf' | 'holdersOf' | 'selfChosenRoles'>;
	readonly posted: Pick<PostedPanels, 'of'>;
	readonly panels: Pick<Panels, 'refresh'>;
	readonly reconciler: RoleRulesFollower;
	readonly report: SetupReport;
	readonly logger: Pick<Logger, 'error'>;
}

/** What managers choose for their server, one choice at a time, each saved at once or after a question. */
export class Setup {
	readonly #dependencies: SetupDependencies;

	constructor(dependencies: SetupDependencies) {
		this.#dependencies = dependencies;
	}

	async overview(guildId: string): Promise<SetupOverview> {
		const settings = await this.#dependencies.settings.get(guildId);
		const facts = this.#dependencies.discord.factsOf(guildId);
		if (facts === undefined) return { settings, findings: [], isHome: this.isHome(guildId) };
		const panels = await this.#dependencies.posted.of(guildId);
		const findings = examineGuild(facts, settings, panels);
		return { settings, findings, isHome: this.isHome(guildId) };
	}

	/** Whether the rules for purchases are chosen in this guild. */
	isHome(guildId: string): boolean {
		return this.#dependencies.served.isHome(guildId);
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
		const facts = this.#dependencies.discord.factsOf(guildId);
		if (facts === undefined && asksDiscord(change)) return { kind: 'guild-unavailable' };
		const settings = await this.#dependencies.settings.get(guildId);
		const concerns: SetupWarning[] = [];
		let tooHigh: Extract<SetupOutcome, { kind: 'unusable-role' }> | undefined;
		if (facts !== undefined) {
			const fault =
				reachFault(chooser, change, facts, settings) ??
				faultOf(change, facts, settings) ??
				(await this.#staffFault(guildId, change, facts, settings));
			if (fault !== undefined && !isTooHigh(fault)) return fault;
			tooHigh = fault;
			const holders = fault === undefined ? await this.#holders(guildId, change, settings) : 0;
			const all = warningsOf(change, facts, settings, holders);
			// Of a role that is too high its powers are said first: nobody should drag mine above it to find out then.
			concerns.push(...(fault === undefined ? all : all.filter(({ kind }) => kind === 'powers')));
		}
		const digest = digestOf(concerns);
		if (concerns.length > 0 && confirmed !== digest) {
			return { kind: 'to-confirm', change, concerns, digest };
		}
		if (tooHigh !== undefined) return concerns.length === 0 ? tooHigh : { ...tooHigh, isPowerful: true };
		const powers = concerns.find(({ kind }) => kind === 'powers');
		const bits = powers?.kind === 'powers' ? powers.bits : 0n;
		const before = await this.#dependencies.settings.change(guildId, (current) =>
			withChange(current, change, bits),
		);
		if (before !== undefined) this.#follow(guildId, userId, change, before);
		return { kind: 'saved' };
	}

	/** In the background: a choice is saved without waiting for panels and roles. */
	#follow(guildId: string, userId: string, change: SetupChange, before: GuildSettings): void {
		const { report, panels, reconciler, logger } = this.#dependencies;
		report.setup(guildId, userId, change, before);
		if (change.what === 'buyer-role' || change.what === 'links') void panels.refresh(guildId);
		if (!rolesFollowFrom(change)) return;
		reconciler
			.rulesChanged(guildId)
			.catch((error) =>
				logger.error({ err: error, guildId }, 'A change of the set-up could not be followed'),
			);
	}

	async #holders(guildId: string, change: SetupChange, settings: GuildSettings): Promise<number | undefined> {
		const roleId = 'roleId' in change ? change.roleId : undefined;
		if (roleId === undefined || !isNewlyGiven(change, settings)) return 0;
		return await this.#dependencies.discord.holdersOf(guildId, roleId);
	}

	/** What is wrong with one of the staff roles, such as that members can give it to themselves. */
	async #staffFault(
		guildId: string,
		change: SetupChange,
		facts: GuildFacts,
		settings: GuildSettings,
	): Promise<SetupOutcome | undefined> {
		if (change.what !== 'staff-roles' || change.roleIds.length === 0) return undefined;
		const selfChosen = await this.#dependencies.discord.selfChosenRoles(guildId, true);
		if (selfChosen === undefined) return { kind: 'guild-unavailable' };
		return staffFault(change.roleIds, facts, settings, selfChosen);
	}
}

function isTooHigh(fault: SetupOutcome): fault is Extract<SetupOutcome, { kind: 'unusable-role' }> {
	return fault.kind === 'unusable-role' && fault.fault === 'above-bot';
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
