import type { Clock } from '../../base/clock.js';
import { TtlCache } from '../../base/time/ttl-cache.js';
import type { BackupState } from '../../claims/admin/examine-backup.js';
import type { MessageKey } from '../../i18n/messages.js';
import type { Dependency } from '../../operate/dependency-states.js';
import { failureReason } from '../../operate/failure-reason.js';
import { lastBackupAt } from '../../storage/backups/backup-path.js';
import { examineGuild, uselessStaffRole } from '../examine-guild.js';
import type { GuildFacts, PostedPanel } from '../guild-facts.js';
import { type Finding, type Level, ok, trouble } from '../guild-finding.js';
import type { GuildSettings } from '../guild-settings.js';
import { examineVisibility } from './command-visibility.js';
import type { CommandChanges, GatewayState, Identity, Probes, StoredCounts } from './findings.js';

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
	const { version: number } = probes;
	const version = ok('version', 'finding.version', { values: { version: number } });
	return [...discord, ...key, ...store, ...refunds, ...backup, version];
}

export function worstOf(findings: readonly { readonly level: Level }[]): Level {
	if (findings.some(({ level }) => level === 'problem')) return 'problem';
	return findings.some(({ level }) => level === 'warning') ? 'warning' : 'ok';
}

async function orUnchecked(
	what: 'gateway' | 'commands' | 'guilds' | 'guild' | 'marketplace-key',
	examine: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
	try {
		return await examine();
	} catch {
		return [trouble('warning', 'unchecked', `finding.unchecked.${what}`, 'finding.unchecked.todo')];
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
		return identity.kind === 'refused'
			? [trouble('problem', 'token', 'finding.token.refused', 'finding.token.makeNew')]
			: [
					trouble(
						'problem',
						'token',
						'finding.token.silent',
						...because(probes, 'discord', identity.reason, 'finding.token.checkNetwork'),
					),
				];
	}
	const groups = await Promise.all([
		orUnchecked('guilds', () => examineIntents(probes, identity)),
		orUnchecked('gateway', async () => examineGateway(await discord.gateway())),
		orUnchecked('commands', async () => examineCommands(await discord.commands())),
		orUnchecked('guilds', async () => examineGuilds(probes, guildIds ?? discord.guildIds)),
		orUnchecked('guilds', async () => {
			const { guilds: servers } = await discord.otherGuilds();
			const values = { servers: { servers }, count: servers.length };
			return [
				servers.length === 0
					? ok('other-servers', 'finding.otherServers.ok')
					: trouble('warning', 'other-servers', 'finding.otherServers.says', 'finding.otherServers.todo', {
							values,
						}),
			];
		}),
		orUnchecked('guilds', async () => {
			return [
				(await discord.isPublic())
					? trouble('warning', 'public-bot', 'finding.publicBot.says', 'finding.publicBot.todo')
					: ok('public-bot', 'finding.publicBot.ok'),
			];
		}),
	]);
	const values = { bot: { foreign: identity.name } };
	return [ok('token', 'finding.token.ok', { values }), ...groups.flat()];
}

/** Discord counts the users of all servers: https://github.com/discord/discord-api-docs/pull/8394 */
async function examineIntents(
	{ wantsMembersIntent, discord }: Probes,
	{ hasMembersIntent, isApproved = false }: Extract<Identity, { kind: 'known' }>,
): Promise<readonly Finding[]> {
	const fine = ok('intents', 'finding.intents.ok');
	if (!wantsMembersIntent || isApproved) return [fine];
	if (!hasMembersIntent)
		return [trouble('problem', 'intents', 'finding.intents.says', 'finding.intents.todo')];
	const count = await discord.memberCount();
	if (count < manyMembers) return [fine];
	const values = { count, limit: approvalFrom };
	return [trouble('warning', 'intents', 'finding.intents.many', 'finding.intents.apply', { values })];
}

function examineGateway(state: GatewayState): readonly Finding[] {
	const { identifiesLeft: left, identifiesADay: aDay, resetAfterMs, clockAheadMs } = state;
	const values = { left, aDay, hours: Math.ceil(resetAfterMs / 3_600_000) };
	const level = left === 0 ? 'problem' : 'warning';
	const identifies =
		left >= fewIdentifies
			? ok('identifies', 'finding.identifies.says', { values })
			: trouble(level, 'identifies', 'finding.identifies.says', 'finding.identifies.todo', { values });
	return [identifies, ...(clockAheadMs === undefined ? [] : [examineClock(clockAheadMs)])];
}

function examineClock(aheadMs: number): Finding {
	const off = Math.abs(aheadMs);
	if (off < clockWarningMs) return ok('clock', 'finding.clock.ok');
	const says = aheadMs > 0 ? 'finding.clock.ahead' : 'finding.clock.behind';
	const values = { seconds: Math.round(off / 1000) };
	return trouble(off >= clockProblemMs ? 'problem' : 'warning', 'clock', says, 'finding.clock.todo', {
		values,
	});
}

function examineCommands(changes: CommandChanges): readonly Finding[] {
	const differences = (['added', 'changed', 'removed'] as const).filter((what) => changes[what].length > 0);
	if (differences.length === 0) return [ok('commands', 'finding.commands.ok')];
	const level = changes.added.length + changes.changed.length > 0 ? 'problem' : 'warning';
	// The fix comes first: a long text loses its end.
	const todo = [
		'finding.commands.todo',
		...differences.map((what) => `finding.commands.${what}` as const),
	] as const;
	const values = Object.fromEntries(
		differences.map((what) => [what, { list: changes[what].map((name) => `/${name}`) }]),
	);
	return [trouble(level, 'commands', 'finding.commands.says', todo, { values })];
}

async function examineGuilds(probes: Probes, ids: readonly string[]): Promise<readonly Finding[]> {
	if (ids.length === 0)
		return [trouble('problem', 'membership', 'finding.membership.anyServer', 'finding.membership.todo')];
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
	if (facts === undefined) {
		const values = { id: guildId };
		return [
			trouble('problem', 'membership', 'finding.membership.server', 'finding.membership.todo', { values }),
		];
	}
	const guild = { id: facts.id, name: facts.name };
	const inGuild = (findings: readonly Finding[]) => findings.map((finding) => ({ ...finding, guild }));
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
): Promise<readonly Finding[]> {
	if (staffRoleIds.length === 0) return [];
	const offered = await probes.discord.onboardingRoles(facts.id);
	return staffRoleIds.filter((id) => offered.has(id)).map((id) => uselessStaffRole(facts, id));
}

/** An unreadable store is a separate finding. */
async function examineNews(counts: StoredCounts, guildId: string): Promise<readonly Finding[]> {
	const [waiting, today] = await Promise.all([
		counts.waiting(guildId).catch(() => undefined),
		counts.today(guildId).catch(() => undefined),
	]);
	const news: Finding[] = [];
	if (waiting !== undefined) {
		const values = { count: waiting };
		news.push(
			waiting === 0
				? ok('waiting', 'finding.waiting.ok')
				: trouble('warning', 'waiting', 'finding.waiting.says', 'finding.waiting.todo', { values }),
		);
	}
	if (today !== undefined) {
		const isMany = today.refused >= manyRefusals && today.refused > today.verified;
		const values = { ...today };
		news.push(
			isMany
				? trouble('warning', 'refusals', 'finding.refusals.says', 'finding.refusals.todo', { values })
				: ok('refusals', 'finding.refusals.ok', { values }),
		);
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
	const disk = trouble('warning', 'backup-disk', 'finding.backupDisk.says', 'finding.backupDisk.todo');
	return [backupFinding(days, newest), ...(isOnOneDisk ? [disk] : [])];
}

/** @param days since the last backup; undefined if there is none yet */
function backupFinding(days: number | undefined, newest: BackupState | undefined): Finding {
	const todo = 'finding.backup.todo';
	if (newest !== undefined && newest !== 'good')
		return trouble('warning', 'backup', uselessBackup[newest], todo);
	if (days === undefined) return trouble('warning', 'backup', 'finding.backup.none', todo);
	if (days >= oldBackupDays)
		return trouble('warning', 'backup', 'finding.backup.old', todo, { values: { days } });
	return ok('backup', newest === 'good' ? 'finding.backup.opens' : 'finding.backup.ok');
}

const uselessBackup = {
	'other-secret': 'finding.backup.otherSecret',
	'newer-format': 'finding.backup.newer',
	'older-format': 'finding.backup.older',
	damaged: 'finding.backup.damaged',
	foreign: 'finding.backup.damaged',
} as const;

async function examineKey(probes: Probes): Promise<readonly Finding[]> {
	const { state, reason } = await probes.key();
	const known = probes.states?.of('shop');
	// While the shop is down, the bot asks nothing for a check-up: the reason is that of the last real request.
	const why = known?.status === 'down' ? known.reason : reason;
	if (state === 'good') return [ok('marketplace-key', 'finding.key.good')];
	const reasons = because(
		probes,
		'shop',
		state === 'unreachable' ? why : undefined,
		`finding.key.${state}.todo`,
	);
	return [trouble('problem', 'marketplace-key', `finding.key.${state}.says`, ...reasons)];
}

async function examineStore(probes: Probes): Promise<readonly Finding[]> {
	try {
		if (!('store' in probes.stored)) throw probes.stored.problem;
		await probes.stored.store.ping();
		return [ok('store', 'finding.store.ok')];
	} catch (error) {
		const reasons = because(probes, 'database', failureReason(error), 'finding.store.todo');
		return [trouble('problem', 'store', 'finding.store.says', ...reasons)];
	}
}

/** The fix of a failure, preceded by its reason, such as `SQLITE_FULL` or `HTTP 500`, and its start if known. */
function because(
	{ states }: Pick<Probes, 'states'>,
	dependency: Dependency,
	reason: string | undefined,
	todo: MessageKey,
): readonly [todo: readonly MessageKey[], details: Pick<Finding, 'values'>] {
	if (reason === undefined) return [[todo], { values: {} }];
	const state = states?.of(dependency);
	const since = state === undefined || state.status === 'up' ? undefined : state.since;
	return [['finding.reason', todo], { values: { reason: { foreign: reason, since } } }];
}

/** An unreadable store is a separate finding. */
async function examineRefundChecks({ stored }: Probes): Promise<readonly Finding[]> {
	const known = 'store' in stored ? await stored.counts.refundChecks().catch(() => undefined) : undefined;
	if (known === undefined) return [];
	const { neededADay, possibleADay, overdue } = known;
	// More than a day behind: the bot catches up on shorter outages by itself.
	const isBehind = neededADay > possibleADay || overdue > possibleADay;
	const values = { needed: neededADay, possible: possibleADay, overdue };
	return isBehind
		? [
				trouble('warning', 'refund-checks', 'finding.refundChecks.says', 'finding.refundChecks.todo', {
					values,
				}),
			]
		: [];
}

const rememberedMs = 60_000;

/** Findings, and their time in milliseconds since the epoch. */
export interface Checkup {
	readonly findings: readonly Finding[];
	readonly at: number;
}

/** Check-ups requested by members. Once a minute per guild, because each costs requests. */
export class GuildCheckups {
	/** Created for each check-up: the served servers may have changed. */
	readonly #probes: () => Probes;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #recent: TtlCache<Checkup>;

	constructor(probes: () => Probes, clock: Pick<Clock, 'now'>) {
		this.#probes = probes;
		this.#clock = clock;
		this.#recent = new TtlCache(rememberedMs, clock);
	}

	/** The bot, and this guild. */
	async examine(guildId: string): Promise<Checkup> {
		return await this.#recent.of(guildId, async () => {
			const at = this.#clock.now();
			return { findings: await diagnose(this.#probes(), [guildId]), at };
		});
	}
}
