import type { BackupState } from '../../claims/admin/examine-backup.js';
import type { Dependency } from '../../dependencies/dependency-states.js';
import { failureReason } from '../../dependencies/failure-reason.js';
import { lastBackupAt } from '../../storage/backups/last-backup.js';
import { examineGuild } from '../examine-guild.js';
import type { GuildFacts } from '../guild-facts.js';
import type { GuildFinding, Level } from '../guild-finding.js';
import type { GuildSettings } from '../guild-settings.js';
import type { PostedPanel } from '../panels.js';
import { examineVisibility } from './command-visibility.js';
import type {
	CheckName,
	CommandChanges,
	Finding,
	GatewayState,
	GuildNews,
	GuildTrouble,
	Identity,
	Probes,
	StoredCounts,
} from './findings.js';

/** A header with whole seconds can't show smaller differences. */
const clockWarningMs = 30_000;
const clockProblemMs = 5 * 60_000;
/** From so many users on, Discord has to approve privileged intents. */
const approvalFrom = 10_000;
const manyMembers = 8_000;
/** A bot in a restart loop uses this many within minutes. */
const fewIdentifies = 50;
const dayMs = 86_400_000;
/** Backups are made daily; one more day tolerates a machine that was off overnight. */
const oldBackupDays = 3;
/** This many refusals in a day suggest a misleading panel or receipt. */
const manyRefusals = 10;

/**
 * Checks everything that the bot depends on. Never rejects.
 * @param guildIds the guilds to check; by default all served ones
 */
export async function diagnose(probes: Probes, guildIds?: readonly string[]): Promise<readonly Finding[]> {
	const [discord, key, store, refunds, backup] = await Promise.all([
		examineDiscord(probes, guildIds),
		orUnchecked('marketplace-key', () => examineKey(probes)),
		examineStore(probes),
		examineRefundChecks(probes),
		examineBackup(probes),
	]);
	const version: Finding = { check: 'version', level: 'ok', version: probes.version };
	return [...discord, ...key, ...store, ...refunds, ...backup, version];
}

export function worstOf(findings: readonly { readonly level: Level }[]): Level {
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

async function examineDiscord(
	probes: Probes,
	guildIds: readonly string[] | undefined,
): Promise<readonly Finding[]> {
	const { discord } = probes;
	const identity = await discord
		.identity()
		.catch((error: unknown): Identity => ({ kind: 'unreachable', reason: failureReason(error) }));
	// Nothing else can be requested with such a token, and rejections count against the IP address.
	if (identity.kind !== 'known') {
		const trouble = identity.kind === 'unreachable' ? troubleOf(probes, 'discord', identity.reason) : {};
		return [{ check: 'token', level: 'problem', fault: identity.kind, ...trouble }];
	}
	const groups = await Promise.all([
		orUnchecked('guilds', () => examineIntents(probes, identity)),
		orUnchecked('gateway', async () => examineGateway(await discord.gateway())),
		orUnchecked('commands', async () => examineCommands(await discord.commands())),
		orUnchecked('guilds', async () => examineGuilds(probes, guildIds ?? discord.guildIds)),
		orUnchecked('guilds', async () => {
			const { guilds } = await discord.otherGuilds();
			return [{ check: 'other-servers', level: guilds.length === 0 ? 'ok' : 'warning', guilds }];
		}),
		orUnchecked('guilds', async () => {
			return [{ check: 'public-bot', level: (await discord.isPublic()) ? 'warning' : 'ok' }];
		}),
	]);
	return [{ check: 'token', level: 'ok', botName: identity.name }, ...groups.flat()];
}

/** Discord counts the users of all servers: https://github.com/discord/discord-api-docs/pull/8394 */
async function examineIntents(
	{ wantsMembersIntent, discord }: Probes,
	{ hasMembersIntent, isApproved = false }: Extract<Identity, { kind: 'known' }>,
): Promise<readonly Finding[]> {
	const check = 'intents';
	if (!wantsMembersIntent || isApproved) return [{ check, level: 'ok' }];
	if (!hasMembersIntent) return [{ check, level: 'problem' }];
	const members = await discord.memberCount();
	const isNear = members >= manyMembers;
	return [isNear ? { check, level: 'warning', members, limit: approvalFrom } : { check, level: 'ok' }];
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

async function examineGuilds(probes: Probes, ids: readonly string[]): Promise<readonly Finding[]> {
	if (ids.length === 0) return [{ check: 'membership', level: 'problem', guildId: undefined }];
	const findings: Finding[] = [];
	// Sequential, so that a bot in many servers doesn't use up its rate limit in one burst.
	for (const guildId of ids)
		findings.push(...(await orUnchecked('guild', () => examineOne(probes, guildId))));
	return findings;
}

async function examineOne(probes: Probes, guildId: string): Promise<readonly Finding[]> {
	const { discord, stored } = probes;
	const settings = await probes.settings.get(guildId);
	const panels = 'store' in stored ? await stored.panels(guildId).catch(() => undefined) : undefined;
	const facts = await discord.guild(guildId, channelsOf(settings, panels));
	if (facts === undefined) return [{ check: 'membership', level: 'problem', guildId }];
	const guild = { id: facts.id, name: facts.name };
	const inGuild = (findings: readonly (GuildFinding | GuildNews)[]) =>
		findings.map((finding) => ({ ...finding, guild }));
	return [
		...inGuild(examineGuild(facts, settings, panels)),
		...(await orUnchecked('guild', async () => inGuild(await examineSelfChosen(probes, facts, settings)))),
		...(await orUnchecked('commands', async () =>
			inGuild(examineVisibility(facts, settings, await discord.visibility(guildId))),
		)),
		...('store' in stored ? inGuild(await examineNews(stored.counts, guildId)) : []),
	];
}

/** The channels that the guild's findings are about. */
function channelsOf(
	{ auditChannelId, links, updates }: GuildSettings,
	panels: readonly PostedPanel[] = [],
): readonly string[] {
	const chosen = [auditChannelId, links.supportChannelId, links.helpChannelId, updates?.channelId];
	return [...chosen.filter((id) => id !== undefined), ...panels.map(({ channelId }) => channelId)];
}

/** Staff roles that members can give themselves don't count. */
async function examineSelfChosen(
	probes: Probes,
	facts: GuildFacts,
	{ staffRoleIds }: GuildSettings,
): Promise<readonly GuildFinding[]> {
	if (staffRoleIds.length === 0) return [];
	const offered = await probes.discord.onboardingRoles(facts.id);
	return staffRoleIds
		.filter((id) => offered.has(id))
		.map((id) => ({ check: 'staff-role', level: 'problem', role: { id, name: facts.role(id)?.name } }));
}

/** An unreadable store is a separate finding. */
async function examineNews(counts: StoredCounts, guildId: string): Promise<readonly GuildNews[]> {
	const [waiting, today] = await Promise.all([
		counts.waiting(guildId).catch(() => undefined),
		counts.today(guildId).catch(() => undefined),
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

/** Only for databases that the bot backs up; an unreadable store is a separate finding. */
async function examineBackup({ stored, clock }: Probes): Promise<readonly Finding[]> {
	if (!('store' in stored) || stored.backups === undefined) return [];
	const last = await lastBackupAt(stored.store).catch(() => 'unreadable' as const);
	if (last === 'unreadable') return [];
	const [newest, isOnOneDisk] = await Promise.all([
		stored.backups.newest().catch((): BackupState => 'damaged'),
		stored.backups.shareDiskWithSecret().catch(() => false),
	]);
	const days = last === undefined ? undefined : Math.max(0, Math.floor((clock.now() - last) / dayMs));
	const isOld = days === undefined || days >= oldBackupDays;
	const isUseless = newest !== undefined && newest !== 'good';
	return [
		{
			check: 'backup',
			level: isOld || isUseless ? 'warning' : 'ok',
			days,
			...(newest !== undefined && { newest }),
		},
		...(isOnOneDisk ? [{ check: 'backup-disk', level: 'warning' } as const] : []),
	];
}

async function examineKey(probes: Probes): Promise<readonly Finding[]> {
	const { state, reason } = await probes.key();
	const known = probes.states?.of('shop');
	// While the shop is down, the bot asks nothing for a check-up: the reason is that of the last real request.
	const why = known?.status === 'down' ? known.reason : reason;
	const trouble = state === 'unreachable' ? troubleOf(probes, 'shop', why) : {};
	return [{ check: 'marketplace-key', level: state === 'good' ? 'ok' : 'problem', state, ...trouble }];
}

async function examineStore(probes: Probes): Promise<readonly Finding[]> {
	try {
		if (!('store' in probes.stored)) throw probes.stored.problem;
		await probes.stored.store.ping();
		return [{ check: 'store', level: 'ok' }];
	} catch (error) {
		return [{ check: 'store', level: 'problem', ...troubleOf(probes, 'database', failureReason(error)) }];
	}
}

function troubleOf(
	{ states }: Pick<Probes, 'states'>,
	dependency: Dependency,
	reason: string | undefined,
): GuildTrouble {
	const state = states?.of(dependency);
	const since = state === undefined || state.status === 'up' ? undefined : state.since;
	return { ...(reason !== undefined && { reason }), ...(since !== undefined && { since }) };
}

/** An unreadable store is a separate finding. */
async function examineRefundChecks({ stored }: Probes): Promise<readonly Finding[]> {
	const known = 'store' in stored ? await stored.counts.refundChecks().catch(() => undefined) : undefined;
	if (known === undefined) return [];
	const { neededADay, possibleADay, overdue } = known;
	// More than a day behind: the bot catches up on shorter outages by itself.
	const isBehind = neededADay > possibleADay || overdue > possibleADay;
	return isBehind ? [{ check: 'refund-checks', level: 'warning', neededADay, possibleADay, overdue }] : [];
}
