import type { Dependency } from '../../dependencies/dependency-states.js';
import { failureReason } from '../../dependencies/failure-reason.js';
import type { MarketplaceResult } from '../../marketplace/result.js';
import { examineGuild } from '../examine-guild.js';
import type { GuildFacts } from '../guild-facts.js';
import type { GuildFinding, Level } from '../guild-finding.js';
import type { GuildSettings } from '../guild-settings.js';
import { examineVisibility } from './command-visibility.js';
import type {
	CheckName,
	CommandChanges,
	Finding,
	GatewayState,
	GuildNews,
	GuildTrouble,
	Identity,
	KeyState,
	OtherGuilds,
	Probes,
} from './findings.js';

/**
 * What the account behind the key tells about it.
 * @param sellsNothing whether the account is known to have no items
 * @param isOther whether the claims belong to another account
 */
export function keyStateOf(
	account: MarketplaceResult<unknown>,
	sellsNothing: boolean,
	isOther = false,
): KeyState {
	if (!account.ok) return account.failure.kind === 'bad-key' ? 'refused' : 'unreachable';
	if (isOther) return 'other-account';
	return sellsNothing ? 'sells-nothing' : 'good';
}

/** Below this the clock is as accurate as a header with whole seconds can show. */
const clockWarningMs = 30_000;
const clockProblemMs = 5 * 60_000;
/** A bot in a restart loop uses this many within minutes. */
const fewIdentifies = 50;
const dayMs = 86_400_000;
/** One a day is made; a day more is a machine that was off at night. */
const oldBackupDays = 3;
/** So many refusals in a day can be a panel or a receipt that misleads people. */
const manyRefusals = 10;

/** Checks everything that the bot depends on. Never rejects. */
export async function diagnose(probes: Probes): Promise<readonly Finding[]> {
	const [discord, key, store, slices, refunds, backup] = await Promise.all([
		examineDiscord(probes),
		orUnchecked('marketplace-key', () => examineKey(probes)),
		examineStore(probes),
		examineSlices(probes),
		examineRefundChecks(probes),
		examineBackup(probes),
	]);
	const version: Finding = { check: 'version', level: 'ok', version: probes.version };
	return [...discord, ...key, ...store, ...slices, ...refunds, ...backup, version];
}

/** Checks one guild. Never rejects. */
export async function diagnoseGuild(probes: Probes, guildId: string): Promise<readonly Finding[]> {
	return await orUnchecked('guild', () => examineOne(probes, guildId));
}

/** The worst level among the findings. */
export function worstOf(findings: readonly Finding[]): Level {
	if (findings.some(({ level }) => level === 'problem')) return 'problem';
	return findings.some(({ level }) => level === 'warning') ? 'warning' : 'ok';
}

async function orUnchecked(
	what: CheckName,
	examine: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
	try {
		return await examine();
	} catch {
		return [{ check: 'unchecked', level: 'warning', what }];
	}
}

async function examineDiscord(probes: Probes): Promise<readonly Finding[]> {
	const identity = await probes
		.identity()
		.catch((error: unknown): Identity => ({ kind: 'unreachable', reason: failureReason(error) }));
	// Nothing else can be requested with such a token, and refusals count against the IP address.
	if (identity.kind !== 'known') {
		const trouble = identity.kind === 'unreachable' ? troubleOf(probes, 'discord', identity.reason) : {};
		return [{ check: 'token', level: 'problem', fault: identity.kind, ...trouble }];
	}
	const intentMissing = probes.wantsMembersIntent && !identity.hasMembersIntent;
	const groups = await Promise.all([
		orUnchecked('gateway', async () => examineGateway(await probes.gateway())),
		orUnchecked('commands', async () => examineCommands(await probes.commands())),
		orUnchecked('guilds', () => examineGuilds(probes)),
		orUnchecked('guilds', async () => examineOthers(await probes.otherGuilds())),
		orUnchecked('guilds', async () => examinePublic(await probes.isPublic())),
	]);
	return [
		{ check: 'token', level: 'ok', botName: identity.name },
		{ check: 'intents', level: intentMissing ? 'problem' : 'ok' },
		...groups.flat(),
	];
}

function examineGateway(state: GatewayState): readonly Finding[] {
	const { identifiesLeft, clockAheadMs } = state;
	const few = identifiesLeft < fewIdentifies ? 'warning' : 'ok';
	const identifies: Finding = { check: 'identifies', level: identifiesLeft === 0 ? 'problem' : few, state };
	if (clockAheadMs === undefined) return [identifies];
	const off = Math.abs(clockAheadMs);
	const wrong = off >= clockWarningMs ? 'warning' : 'ok';
	return [
		identifies,
		{ check: 'clock', level: off >= clockProblemMs ? 'problem' : wrong, aheadMs: clockAheadMs },
	];
}

function examineCommands(changes: CommandChanges): readonly Finding[] {
	const stale = changes.removed.length > 0 ? 'warning' : 'ok';
	const isMissing = changes.added.length + changes.changed.length > 0;
	return [{ check: 'commands', level: isMissing ? 'problem' : stale, changes }];
}

async function examineGuilds(probes: Probes): Promise<readonly Finding[]> {
	const ids = await probes.guildIds();
	if (ids.length === 0) return [{ check: 'membership', level: 'problem', guildId: undefined }];
	const findings: Finding[] = [];
	// One after the other: a bot in many servers must not spend its whole rate limit at once.
	for (const guildId of ids)
		findings.push(...(await orUnchecked('guild', () => examineOne(probes, guildId))));
	return findings;
}

function examineOthers(others: OtherGuilds): readonly Finding[] {
	return [{ check: 'other-servers', level: others.guilds.length === 0 ? 'ok' : 'warning', ...others }];
}

async function examineOne(probes: Probes, guildId: string): Promise<readonly Finding[]> {
	const facts = await probes.guild(guildId);
	if (facts === undefined) return [{ check: 'membership', level: 'problem', guildId }];
	const guild = { id: facts.id, name: facts.name };
	const settings = await probes.settingsOf(guildId);
	const panels = await probes.panels(guildId).catch(() => undefined);
	const inGuild = (findings: readonly (GuildFinding | GuildNews)[]) =>
		findings.map((finding) => ({ ...finding, guild }));
	return [
		...inGuild(examineGuild(facts, settings, panels)),
		...(await orUnchecked('guild', async () => inGuild(await examineSelfChosen(probes, facts, settings)))),
		...(await orUnchecked('commands', async () =>
			inGuild(examineVisibility(facts, settings, await probes.visibility(guildId))),
		)),
		...inGuild(await examineNews(probes, guildId)),
	];
}

/** Staff roles that members can give themselves make nobody staff. */
async function examineSelfChosen(
	probes: Probes,
	facts: GuildFacts,
	{ staffRoleIds }: GuildSettings,
): Promise<readonly GuildFinding[]> {
	if (staffRoleIds.length === 0) return [];
	const offered = await probes.onboardingRoles(facts.id);
	return staffRoleIds
		.filter((id) => offered.has(id))
		.map((id) => ({ check: 'staff-role', level: 'problem', role: { id, name: facts.role(id)?.name } }));
}

/** An unreadable store is a finding of its own. */
async function examineNews(probes: Probes, guildId: string): Promise<readonly GuildNews[]> {
	const [waiting, today] = await Promise.all([
		probes.waiting(guildId).catch(() => undefined),
		probes.today(guildId).catch(() => undefined),
	]);
	const news: GuildNews[] = [];
	if (waiting !== undefined) {
		news.push({ check: 'waiting', level: waiting === 0 ? 'ok' : 'warning', count: waiting });
	}
	if (today !== undefined) {
		const isMany = today.refused >= manyRefusals && today.refused > today.verified;
		news.push({ check: 'refusals', level: isMany ? 'warning' : 'ok', ...today });
	}
	return news;
}

function examinePublic(isPublic: boolean | undefined): readonly Finding[] {
	return isPublic === undefined ? [] : [{ check: 'public-bot', level: isPublic ? 'warning' : 'ok' }];
}

/** Only of a database that the bot backs up; an unreadable store is a finding of its own. */
async function examineBackup(probes: Probes): Promise<readonly Finding[]> {
	const last = await probes.lastBackup().catch(() => undefined);
	if (last === undefined) return [];
	const days = last.at === undefined ? undefined : Math.max(0, Math.floor((probes.now() - last.at) / dayMs));
	const isOld = days === undefined || days >= oldBackupDays;
	return [{ check: 'backup', level: isOld ? 'warning' : 'ok', days }];
}

async function examineKey(probes: Probes): Promise<readonly Finding[]> {
	const { state, reason } = await probes.marketplaceKey();
	const trouble = state === 'unreachable' ? troubleOf(probes, 'shop', reason) : {};
	return [{ check: 'marketplace-key', level: state === 'good' ? 'ok' : 'problem', state, ...trouble }];
}

async function examineStore(probes: Probes): Promise<readonly Finding[]> {
	try {
		await probes.pingStore();
		return [{ check: 'store', level: 'ok' }];
	} catch (error) {
		return [{ check: 'store', level: 'problem', ...troubleOf(probes, 'store', failureReason(error)) }];
	}
}

function troubleOf(
	probes: Pick<Probes, 'failingSince'>,
	dependency: Dependency,
	reason: string | undefined,
): GuildTrouble {
	const since = probes.failingSince(dependency);
	return { ...(reason !== undefined && { reason }), ...(since !== undefined && { since }) };
}

/** Of several processes, or of one with some of the servers. An unreadable store is a finding of its own. */
async function examineSlices(probes: Probes): Promise<readonly Finding[]> {
	const division = await probes.division().catch(() => undefined);
	if (division === undefined) return [];
	const { slices, isMixed, missing, doubled } = division;
	const finding = (level: Level, fault: 'none' | 'missing' | 'doubled' | 'mixed'): readonly Finding[] => [
		{ check: 'slices', level, fault, division },
	];
	if (isMixed) return finding('problem', 'mixed');
	if (missing.length > 0) return finding('problem', 'missing');
	if (doubled.length > 0) return finding('warning', 'doubled');
	return slices.every((slice) => slice === 'auto') ? [] : finding('ok', 'none');
}

/** An unreadable store is a finding of its own. */
async function examineRefundChecks(probes: Probes): Promise<readonly Finding[]> {
	const known = await probes.refundChecks().catch(() => undefined);
	if (known === undefined) return [];
	const { neededADay, possibleADay, overdue } = known;
	// More than a day behind: a shorter outage is caught up automatically.
	const isBehind = neededADay > possibleADay || overdue > possibleADay;
	return isBehind ? [{ check: 'refund-checks', level: 'warning', neededADay, possibleADay, overdue }] : [];
}
