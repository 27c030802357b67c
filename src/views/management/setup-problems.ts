import type { GuildFinding, Level } from '../../guilds/guild-finding.js';
import type { Translator } from '../../i18n/translator.js';
import { guildFindingText } from './guild-finding-text.js';

/** The mark in front of a finding. */
export const marks = { ok: '✅', warning: '⚠️', problem: '⛔' } as const satisfies Record<Level, string>;

export function troublesOfRole(
	findings: readonly GuildFinding[],
	roleId: string | undefined,
): readonly GuildFinding[] {
	return findings.filter((finding) => 'role' in finding && finding.role.id === roleId);
}

export function isAboveBot(
	finding: GuildFinding,
): finding is Extract<GuildFinding, { readonly check: 'roles-assignable'; readonly level: 'problem' }> {
	return finding.check === 'roles-assignable' && finding.level === 'problem' && finding.fault === 'above-bot';
}

export function ofChecks(
	findings: readonly GuildFinding[],
	...checks: readonly GuildFinding['check'][]
): readonly GuildFinding[] {
	return findings.filter(({ check }) => checks.includes(check));
}

/** The findings except `ok`, each with its fix, a line for both; '' if there are none. */
export function troubleLines(t: Translator, findings: readonly GuildFinding[]): string {
	return findings
		.filter(({ level }) => level !== 'ok')
		.map((finding) => `${marks[finding.level]} ${sentenceOf(t, finding)}`)
		.join('\n');
}

/** A finding and its fix on one line. */
export function sentenceOf(t: Translator, finding: GuildFinding): string {
	const { says, todo } = guildFindingText(t, finding, 'mention');
	return todo === '' ? says : t('setup.trouble', { before: says, after: todo });
}
