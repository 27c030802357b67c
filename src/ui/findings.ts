import type { Translator } from '../i18n/translator.js';
import type { Finding, FindingValue, Level } from '../servers/guild-finding.js';
import { firstNames, type NameStyle, nameOf, permissionNames } from './names.js';
import { foreignLine, nothing, oneLine, sentences, timestamp } from './text.js';

/** A finding in words, without marks or formatting other than the names' style. `todo`: its fix; '' if there is none. */
export function findingText(
	t: Translator,
	{ says, todo, values }: Pick<Finding, 'says' | 'todo' | 'values'>,
	style: NameStyle,
) {
	const spelled = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, spell(t, value, style)]),
	);
	const all = todo.map((key) => t(key, spelled));
	return { says: t(says, spelled), todo: sentences(t, all) };
}

/** More would hide the other findings. */
const maxServers = 10;

function spell(t: Translator, value: FindingValue, style: NameStyle): string | number {
	if (typeof value !== 'object') return value;
	const clean = (text: string) => (style === 'mention' ? foreignLine(text, 100) : oneLine(text));
	if ('role' in value) return nameOf(value.role, '@&', style);
	if ('channel' in value) return nameOf(value.channel, '#', style);
	if ('permissions' in value) return permissionNames(t, value.permissions, style);
	if ('list' in value) return t.list(value.list.map(oneLine));
	if ('servers' in value) {
		const names = value.servers.map(({ id, name }) =>
			t('finding.otherServers.server', { id, name: clean(name) || nothing }),
		);
		return firstNames(t, names, maxServers);
	}
	const { foreign, since } = value;
	const when = since !== undefined && style === 'mention' ? ` · ${timestamp(since, 'R')}` : '';
	return `${clean(foreign)}${when}`;
}

/** The mark in front of a finding. */
export const marks = { ok: '✅', warning: '⚠️', problem: '⛔' } as const satisfies Record<Level, string>;

export const isTrouble = ({ level }: Finding) => level !== 'ok';

export function troublesOfRole(findings: readonly Finding[], roleId: string): readonly Finding[] {
	return findings.filter((it) => it.role?.id === roleId && isTrouble(it));
}

export function isAboveBot({ check, fault }: Finding): boolean {
	return check === 'roles-assignable' && fault === 'above-bot';
}

export function ofChecks(findings: readonly Finding[], ...checks: readonly string[]): readonly Finding[] {
	return findings.filter(({ check }) => checks.includes(check));
}

/** The findings except `ok`, each with its fix, a line for both; '' if there are none. */
export function troubleLines(t: Translator, findings: readonly Finding[]): string {
	return findings
		.filter(isTrouble)
		.map((finding) => `${marks[finding.level]} ${sentenceOf(t, finding)}`)
		.join('\n');
}

/** A finding and its fix on one line. */
export function sentenceOf(t: Translator, finding: Finding): string {
	const { says, todo } = findingText(t, finding, 'mention');
	return todo === '' ? says : t('setup.trouble', { before: says, after: todo });
}
