import type { GuildFinding, Level } from '../../guilds/guild-finding.js';
import type { GuildSettings } from '../../guilds/guild-settings.js';
import type { Translator } from '../../i18n/translator.js';
import { guildFindingText } from './guild-finding-text.js';

/** What stands before a finding. */
export const marks = { ok: '✅', warning: '⚠️', problem: '⛔' } as const satisfies Record<Level, string>;

/** Every role that the settings can give, the buyer role first. */
export function rolesIn(settings: GuildSettings): readonly string[] {
	const { buyerRoleId, supportedRoleId, categoryRoles, licenceRoles, itemRoles } = settings;
	const others = [categoryRoles, licenceRoles, itemRoles].flatMap(Object.values<string>);
	return [...new Set([buyerRoleId, supportedRoleId, ...others])].filter((id) => id !== undefined);
}

/** What is wrong with one role, among the findings. */
export function troublesOfRole(
	findings: readonly GuildFinding[],
	roleId: string | undefined,
): readonly GuildFinding[] {
	return findings.filter((finding) => 'role' in finding && finding.role.id === roleId);
}

/** The findings of some checks. */
export function ofChecks(
	findings: readonly GuildFinding[],
	...checks: readonly GuildFinding['check'][]
): readonly GuildFinding[] {
	return findings.filter(({ check }) => checks.includes(check));
}

/** The findings that are not fine, each with what to do, a line for both; '' where there are none. */
export function troubleLines(t: Translator, findings: readonly GuildFinding[]): string {
	return findings
		.filter(({ level }) => level !== 'ok')
		.map((finding) => `${marks[finding.level]} ${sentenceOf(t, finding)}`)
		.join('\n');
}

/** What was found and what to do about it, on one line. */
export function sentenceOf(t: Translator, finding: GuildFinding): string {
	const { says, todo } = guildFindingText(t, finding, 'mention');
	return todo === '' ? says : t('setup.trouble', { before: says, after: todo });
}
