import type { Finding, GlobalFinding, GuildNews, GuildTrouble } from '../../guilds/checkup/findings.js';
import type { Translator } from '../../i18n/translator.js';
import { firstNames, type NameStyle } from '../kit/names.js';
import { foreignLine, nothing, oneLine, sentences, timestamp } from '../kit/text.js';
import { type FindingText, guildFindingText } from './guild-finding-text.js';

/** One finding in words, without marks or formatting other than the names' style. */
export function findingText(t: Translator, finding: Finding, style: NameStyle): FindingText {
	switch (finding.check) {
		case 'manage-roles':
		case 'buyer-role':
		case 'roles-assignable':
		case 'roles-harmless':
		case 'staff-role':
		case 'staff-commands':
		case 'hidden-commands':
		case 'audit-channel':
		case 'panel':
		case 'links':
		case 'updates':
			return guildFindingText(t, finding, style);
		case 'waiting':
		case 'refusals':
			return newsText(t, finding);
		default:
			return globalText(t, finding, style);
	}
}

function globalText(t: Translator, finding: GlobalFinding, style: NameStyle): FindingText {
	switch (finding.check) {
		case 'token':
			return tokenText(t, finding, style);
		case 'intents':
			if (finding.level === 'warning') {
				const { members: count, limit } = finding;
				return { says: t('finding.intents.many', { count, limit }), todo: t('finding.intents.apply') };
			}
			return finding.level === 'ok'
				? fine(t('finding.intents.ok'))
				: { says: t('finding.intents.says'), todo: t('finding.intents.todo') };
		case 'identifies':
			return identifiesText(t, finding);
		case 'clock':
			return clockText(t, finding);
		case 'commands':
			return commandsText(t, finding);
		case 'membership':
			return {
				says:
					finding.guildId === undefined
						? t('finding.membership.anyServer')
						: t('finding.membership.server', { id: finding.guildId }),
				todo: t('finding.membership.todo'),
			};
		case 'other-servers':
			return otherServersText(t, finding, style);
		case 'marketplace-key':
			return keyText(t, finding, style);
		case 'public-bot':
			return finding.level === 'ok'
				? fine(t('finding.publicBot.ok'))
				: { says: t('finding.publicBot.says'), todo: t('finding.publicBot.todo') };
		case 'store':
			return finding.level === 'ok'
				? fine(t('finding.store.ok'))
				: { says: t('finding.store.says'), todo: withReason(t, finding, t('finding.store.todo'), style) };
		case 'refund-checks': {
			const { neededADay: needed, possibleADay: possible, overdue } = finding;
			const says = t('finding.refundChecks.says', { needed, possible, overdue });
			return { says, todo: t('finding.refundChecks.todo') };
		}
		case 'backup':
			return backupText(t, finding);
		case 'backup-disk':
			return { says: t('finding.backupDisk.says'), todo: t('finding.backupDisk.todo') };
		case 'version':
			return fine(t('finding.version', { version: finding.version }));
		case 'unchecked':
			return { says: t(`finding.unchecked.${finding.what}`), todo: t('finding.unchecked.todo') };
	}
}

function fine(says: string): FindingText {
	return { says, todo: '' };
}

/** Appends the fix to the reason. */
function withReason(t: Translator, { reason, since }: GuildTrouble, todo: string, style: NameStyle): string {
	if (reason === undefined) return todo;
	const clean = style === 'mention' ? foreignLine(reason, 100) : oneLine(reason);
	const when = since !== undefined && style === 'mention' ? ` · ${timestamp(since, 'R')}` : '';
	return sentences(t, [t('finding.reason', { reason: `${clean}${when}` }), todo]);
}

function newsText(t: Translator, finding: GuildNews): FindingText {
	if (finding.check === 'waiting') {
		return finding.level === 'ok'
			? fine(t('finding.waiting.ok'))
			: { says: t('finding.waiting.says', { count: finding.count }), todo: t('finding.waiting.todo') };
	}
	const counts = { refused: finding.refused, verified: finding.verified };
	return finding.level === 'ok'
		? fine(t('finding.refusals.ok', counts))
		: { says: t('finding.refusals.says', counts), todo: t('finding.refusals.todo') };
}

function backupText(
	t: Translator,
	{ level, days, newest }: Extract<Finding, { check: 'backup' }>,
): FindingText {
	const todo = t('finding.backup.todo');
	if (newest !== undefined && newest !== 'good') return { says: t(uselessBackup[newest]), todo };
	if (days === undefined) return { says: t('finding.backup.none'), todo };
	if (level === 'ok') return fine(t(newest === 'good' ? 'finding.backup.opens' : 'finding.backup.ok'));
	return { says: t('finding.backup.old', { days }), todo };
}

const uselessBackup = {
	'other-secret': 'finding.backup.otherSecret',
	'newer-format': 'finding.backup.newer',
	'older-format': 'finding.backup.older',
	damaged: 'finding.backup.damaged',
	foreign: 'finding.backup.damaged',
} as const;

function tokenText(
	t: Translator,
	finding: Extract<Finding, { check: 'token' }>,
	style: NameStyle,
): FindingText {
	if (finding.level === 'ok') {
		const bot = style === 'mention' ? foreignLine(finding.botName, 100) : oneLine(finding.botName);
		return fine(t('finding.token.ok', { bot }));
	}
	return finding.fault === 'refused'
		? { says: t('finding.token.refused'), todo: t('finding.token.makeNew') }
		: {
				says: t('finding.token.silent'),
				todo: withReason(t, finding, t('finding.token.checkNetwork'), style),
			};
}

function identifiesText(
	t: Translator,
	{ state, level }: Extract<Finding, { check: 'identifies' }>,
): FindingText {
	const { identifiesLeft, identifiesADay, resetAfterMs } = state;
	const says = t('finding.identifies.says', { left: identifiesLeft, aDay: identifiesADay });
	if (level === 'ok') return fine(says);
	return { says, todo: t('finding.identifies.todo', { hours: Math.ceil(resetAfterMs / 3_600_000) }) };
}

function clockText(t: Translator, { aheadMs, level }: Extract<Finding, { check: 'clock' }>): FindingText {
	if (level === 'ok') return fine(t('finding.clock.ok'));
	const values = { seconds: Math.round(Math.abs(aheadMs) / 1000) };
	return {
		says: aheadMs > 0 ? t('finding.clock.ahead', values) : t('finding.clock.behind', values),
		todo: t('finding.clock.todo'),
	};
}

function commandsText(
	t: Translator,
	{ changes, level }: Extract<Finding, { check: 'commands' }>,
): FindingText {
	if (level === 'ok') return fine(t('finding.commands.ok'));
	const differences = (['added', 'changed', 'removed'] as const)
		.filter((what) => changes[what].length > 0)
		.map((what) => {
			const names = t.list(changes[what].map((name) => `/${oneLine(name)}`));
			return t(`finding.commands.${what}`, { names });
		});
	// The fix comes first: a long text loses its end.
	return {
		says: t('finding.commands.says'),
		todo: sentences(t, [t('finding.commands.todo'), ...differences]),
	};
}

/** More would hide the other findings. */
const maxNamed = 10;

function otherServersText(
	t: Translator,
	{ guilds }: Extract<Finding, { check: 'other-servers' }>,
	style: NameStyle,
): FindingText {
	if (guilds.length === 0) return fine(t('finding.otherServers.ok'));
	const clean = (name: string) => (style === 'mention' ? foreignLine(name, 100) : oneLine(name));
	const names = guilds.map(({ id, name }) =>
		// In Discord, the ids are listed below.
		style === 'mention'
			? t('finding.otherServers.named', { name: clean(name) || nothing })
			: t('finding.otherServers.server', { id, name: clean(name) }),
	);
	const servers = firstNames(t, names, maxNamed);
	const says = t('finding.otherServers.says', { count: guilds.length, servers });
	return { says, todo: t('finding.otherServers.todo') };
}

function keyText(
	t: Translator,
	finding: Extract<Finding, { check: 'marketplace-key' }>,
	style: NameStyle,
): FindingText {
	const { state } = finding;
	if (state === 'good') return fine(t('finding.key.good'));
	return {
		says: t(`finding.key.${state}.says`),
		todo: withReason(t, finding, t(`finding.key.${state}.todo`), style),
	};
}
