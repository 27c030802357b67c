import type { Servers } from '../../floors.js';
import { examineGuild } from '../../servers/examine-guild.js';
import type { GuildSettings } from '../../servers/guild-settings.js';
import { isAbout, type RuleSubject } from '../../servers/rule-subject.js';
import { type SettingName, settings as table } from '../../servers/settings-table.js';
import {
	givenRole,
	nothingShown,
	rolesFollowFrom,
	type SettingsChange,
	type SetupChange,
	withChange,
} from '../../servers/setup-change.js';
import { type Panels, postedPanels } from './panels.js';
import {
	type Chooser,
	digestOf,
	faultOf,
	isNewlyGiven,
	type RefusedSetup,
	type RuleReach,
	reachFault,
	refusalOf,
	refused,
	type Server,
	type SetupOutcome,
	type SetupWarning,
	staffFault,
	unavailable,
	warningsOf,
} from './setup-refusals.js';

export type SetupOverview = Awaited<ReturnType<ReturnType<typeof createSetup>['overview']>>;

const powerless = refused('finding.manageRoles.says', 'finding.manageRoles.todo', {
	permission: { permissions: ['ManageRoles'] },
});
const full = refused('setup.make.full', 'setup.make.full.todo');
/** Discord was asked a moment ago, here or by another process, and the role isn't visible yet. */
const pending = refused('setup.make.pending', 'setup.make.pending.todo');

type Floor = Servers & { readonly panels: Panels };

/** Refused if another manager has turned off meanwhile what the setting belongs to. */
function pointlessChoice(name: SettingName, settings: GuildSettings): RefusedSetup | undefined {
	const { needs } = table[name];
	if (needs === undefined || table[needs].get(settings).length > 0) return undefined;
	return refused('setup.notSaved', table[needs].how);
}

/** Claims that one count of a rule's reach reads: about a second. */
const maxClaims = 20_000;

/** Managers' choices for their server, one at a time, each saved immediately or after a confirmation. */
export function createSetup(floor: Floor) {
	const { audit, catalog, claims, clock, discord, guilds } = floor;
	const { limits, logger, panels, reconciler, roleApi } = floor;
	let lastCount: Promise<unknown> = Promise.resolve();

	async function overview(guildId: string) {
		const settings = await guilds.get(guildId);
		const facts = discord.factsOf(guildId);
		// Discord has an outage.
		if (facts === undefined) return { settings, findings: [] };
		return { settings, findings: examineGuild(facts, settings, await postedPanels(guildId, floor)) };
	}

	/** Saves a choice, unless it is refused or needs a confirmation. `confirmed`: the digest of the shown concerns. */
	async function choose(chooser: Chooser, change: SetupChange, confirmed?: string): Promise<SetupOutcome> {
		const { guildId, userId } = chooser;
		const refusal = refusalOf(chooser, change);
		if (refusal !== undefined) return refusal;
		if (change.what === 'unlinking' || change.what === 'seats') {
			if (await claims.changePolicy(change)) report(guildId, userId, change);
			return { kind: 'saved' };
		}
		const facts = discord.factsOf(guildId);
		if (facts === undefined && asksDiscord(change)) return unavailable;
		const settings = await guilds.get(guildId);
		const pointless = change.what === 'setting' ? pointlessChoice(change.name, settings) : undefined;
		if (pointless !== undefined) return pointless;
		const channelId = change.what === 'setting' && table[change.name].isPrivate && change.picked[0];
		if (channelId) {
			const posted = await postedPanels(guildId, floor);
			const channel = { channel: { id: channelId, name: '' } };
			if (posted.some((panel) => panel.channelId === channelId))
				return refused('setup.panel.posted', 'setup.panelChannel.todo', { channel });
		}
		const concerns: SetupWarning[] = [];
		let tooHigh: RefusedSetup | undefined;
		if (facts !== undefined) {
			const fault =
				reachFault(chooser, change, { facts, settings }) ??
				faultOf(change, { facts, settings }) ??
				(await staffRolesFault(guildId, change, { facts, settings }));
			if (fault !== undefined && !fault.isTooHigh) return fault;
			tooHigh = fault;
			const given = fault === undefined && isNewlyGiven(change, settings) ? givenRole(change) : undefined;
			const holders = given === undefined ? 0 : await discord.holdersOf(guildId, given);
			const all = warningsOf(change, { facts, settings }, holders);
			// Powers first, even for a role that is too high: managers should not move the bot's role up only to see
			// them then.
			concerns.push(...(fault === undefined ? all : all.filter(({ kind }) => kind === 'powers')));
		}
		const digest = digestOf(concerns);
		if (confirmed !== digest) {
			const reach = tooHigh === undefined ? await reachOf(change) : undefined;
			const asks = concerns.length > 0 || reach !== undefined;
			if (asks) return { kind: 'to-confirm', change, concerns, digest, ...(reach && { reach }) };
		}
		if (tooHigh !== undefined)
			return concerns.length === 0 ? tooHigh : { ...tooHigh, todo: [], isTooHigh: false };
		const bits = concerns.find((concern) => concern.kind === 'powers')?.bits ?? 0n;
		const now = clock.now();
		const before = await guilds.change(guildId, (current) => withChange(current, change, now, bits));
		if (before !== undefined) follow(guildId, userId, change, before);
		return { kind: 'saved' };
	}

	/** Creates a setting's role, and sets it. Of several presses, also on several processes, only one creates a role. */
	async function makeRole(chooser: Chooser, setting: SettingName, name: string): Promise<SetupOutcome> {
		const { guildId } = chooser;
		// Compared with @everyone, because the new role is placed right above it.
		const change = choiceOf(setting, guildId);
		const refusal = refusalOf(chooser, change);
		if (refusal !== undefined) return refusal;
		const facts = discord.factsOf(guildId);
		if (facts === undefined) return unavailable;
		const settings = await guilds.get(guildId);
		const outOfReach = reachFault(chooser, change, { facts, settings });
		if (outOfReach !== undefined) return outOfReach;
		const pointless = pointlessChoice(setting, settings);
		if (pointless !== undefined) return pointless;
		return facts.canManageRoles ? await makeOnce(chooser, setting, name) : powerless;
	}

	/** Takes the lock before looking for the role, so that the process that finds none is alone. */
	async function makeOnce(chooser: Chooser, setting: SettingName, name: string): Promise<SetupOutcome> {
		const { guildId, userId } = chooser;
		const lock = `${guildId}:${setting}`;
		const isMine = (await limits.take('make-role', lock)) === undefined;
		const named = await roleApi.rolesNamed(guildId, name);
		const [existing] = named ?? [];
		const asked = isMine && named !== undefined && existing === undefined;
		const made = asked ? await roleApi.makeRole(guildId, name, userId) : undefined;
		// After a lost response keep the lock: the role may still appear.
		if (isMine && made?.kind !== 'made' && made?.kind !== 'unknown') await limits.giveBack('make-role', lock);
		if (existing !== undefined) {
			// Another press may have created and set it.
			if (table[setting].get(await guilds.get(guildId))[0] === existing) return { kind: 'saved' };
			const concerns = [{ kind: 'exists' }] as const;
			return { kind: 'to-confirm', change: choiceOf(setting, existing), concerns, digest: nothingShown };
		}
		if (named === undefined) return unavailable;
		if (made === undefined) return pending;
		if (made.kind === 'made') return await use(chooser, choiceOf(setting, made.roleId));
		if (made.kind !== 'unknown') return made.kind === 'full' ? full : powerless;
		const [late] = (await roleApi.rolesNamed(guildId, name)) ?? [];
		return late === undefined ? pending : await use(chooser, choiceOf(setting, late));
	}

	async function use(chooser: Chooser, change: SettingsChange): Promise<SetupOutcome> {
		const outcome = await choose(chooser, change);
		// A new role opens no channel, and no one has it.
		const isHarmless = (kind: string) => kind === 'unchecked-channels' || kind === 'holders';
		if (outcome.kind === 'to-confirm' && outcome.concerns.every(({ kind }) => isHarmless(kind)))
			return await choose(chooser, change, outcome.digest);
		return outcome;
	}

	/** In the background: saving doesn't wait for panels and roles. */
	function follow(guildId: string, userId: string, change: SettingsChange, before: GuildSettings): void {
		report(guildId, userId, change, before);
		panels.wake();
		if (!rolesFollowFrom(change)) return;
		reconciler
			.rulesChanged(guildId)
			.catch((error) => logger.error({ err: error, guildId }, 'A settings change could not be processed'));
	}

	/** @param before the settings before the change, if it is one of them */
	function report(guildId: string, userId: string, change: SetupChange, before?: GuildSettings): void {
		const isAboutItem = change.what === 'rule' && change.subject.kind === 'item';
		const itemName = isAboutItem ? catalog.get(Number(change.subject.key))?.name : undefined;
		const event = { kind: 'setup', userId, change, itemName } as const;
		// Written to the old channel too, so that its readers notice a move of the audit channel.
		const former = change.what === 'setting' && change.name === 'audit' ? before?.auditChannelId : undefined;
		if (former !== undefined) audit.writeInto(guildId, former, event);
		audit.write(guildId, event);
	}

	/** How many buyers a new rule reaches; undefined for other changes, and while there are no buyers. */
	async function reachOf(change: SettingsChange): Promise<RuleReach | undefined> {
		if (change.what !== 'rule' || change.roleId === undefined) return undefined;
		const { subject } = change;
		// One count at a time, so that presses in a row don't keep the store busy.
		const count = lastCount.then(() => countReach(subject));
		lastCount = count.catch(() => {});
		const reach = await count;
		return reach.buyers === 0 ? undefined : reach;
	}

	async function countReach(subject: RuleSubject): Promise<RuleReach> {
		const [buyers, reached] = [new Set<string>(), new Set<string>()];
		let read = 0;
		for await (const claim of claims.scan.all()) {
			read += 1;
			if (read > maxClaims) break;
			if (claim.status !== 'active') continue;
			buyers.add(claim.holderId);
			if (isAbout(claim, subject)) reached.add(claim.holderId);
		}
		return { reached: reached.size, buyers: buyers.size, isComplete: read <= maxClaims };
	}

	async function staffRolesFault(guildId: string, change: SettingsChange, server: Server) {
		if (change.what !== 'setting' || change.name !== 'staff' || change.picked.length === 0) return undefined;
		const selfChosen = await discord.selfChosenRoles(guildId, true);
		if (selfChosen === undefined) return unavailable;
		return staffFault(change.picked, server, selfChosen);
	}

	return { overview, choose, makeRole };
}

function choiceOf(name: SettingName, roleId: string): SettingsChange {
	return { what: 'setting', name, picked: [roleId] };
}

/** True for choices of roles and channels. */
function asksDiscord(change: SettingsChange): boolean {
	if (change.what !== 'setting') return change.what !== 'addresses';
	const { control } = table[change.name];
	return control === 'role' || control === 'roles' || (control === 'channel' && change.picked.length > 0);
}
