import {
	type APIButtonComponentWithCustomId,
	type APIComponentInContainer,
	type APIStringSelectComponent,
	ComponentType,
} from 'discord.js';
import { scrubCodes } from '../claims/scrub-codes.js';
import type { RuleKind } from '../guilds/guild-settings.js';
import type { SetupOutcome, SetupOverview } from '../guilds/setup.js';
import type { RuleSubject } from '../guilds/setup-change.js';
import type { Translator } from '../i18n/translator.js';
import { button, row, select } from './components.js';
import { accent, componentsView, type MessageView, textView } from './message.js';
import { openRules, openSetup, removeRule } from './setup-ids.js';
import { refusalText, troubleLines, troublesOfRole } from './setup-view.js';
import { cut, foreignLine, oneLine } from './text.js';

/** So many lines, each with its trouble, fit into Discord's 4000 characters of text. */
const pageSize = 12;

/** Discord's limit for an option's value is 100 characters, and the kind stands before the key. */
export const longestKey = 90;

/** The name of an item in memory; undefined for one that is not. */
export type ItemNames = (id: number) => string | undefined;

interface Rule extends RuleSubject {
	readonly roleId: string;
	/** What it is for, plain. */
	readonly name: string;
}

/**
 * A page of the roles that follow from items, categories and licence types, with a select to remove one.
 * @param wantedPage from 0; one past the end gives the last
 */
export function setupRulesView(
	t: Translator,
	overview: SetupOverview,
	wantedPage: number,
	names: ItemNames,
): MessageView {
	const rules = rulesOf(t, overview, names);
	const lastPage = Math.max(0, Math.ceil(rules.length / pageSize) - 1);
	const page = Math.min(wantedPage, lastPage);
	const shown = rules.slice(page * pageSize, (page + 1) * pageSize);
	const lines = shown.map((rule) => ruleLine(t, rule, overview));
	if (lastPage > 0) lines.push(t('setup.rules.page', { page: page + 1, pages: lastPage + 1 }));
	const components: APIComponentInContainer[] = [
		{ type: ComponentType.TextDisplay, content: `${t('setup.rules.title')}\n${t('setup.rules.how')}` },
		{ type: ComponentType.TextDisplay, content: lines.join('\n') || t('setup.rules.none') },
	];
	if (shown.length > 0) {
		components.push(row(removeSelect(t, shown, page)));
	}
	components.push(row(...pageButtons(t, page, lastPage)));
	return componentsView([{ type: ComponentType.Container, accent_color: accent, components }]);
}

/** The rule that an option of the select stands for; undefined where it has been removed since. */
export function ruleOfOption(overview: SetupOverview, value: string | undefined): RuleSubject | undefined {
	const rule = subjectsOf(overview).find((it) => optionValue(it) === value);
	return rule && { kind: rule.kind, key: rule.key };
}

/** The answer to a command that gave a role to a subject. */
export function ruleOutcomeView(
	t: Translator,
	outcome: SetupOutcome,
	rule: { readonly subject: RuleSubject; readonly roleId: string; readonly isUnseen: boolean },
	overview: SetupOverview,
	names: ItemNames,
): MessageView {
	const refusal = refusalText(t, outcome);
	if (refusal !== '') return textView(refusal);
	const name = foreignLine(subjectName(t, rule.subject, names), 100);
	const subject = t('setup.rules.subject', { kind: rule.subject.kind, name });
	const lines = [
		t('setup.rules.saved', { subject, roleId: rule.roleId }),
		troubleLines(
			t,
			overview.findings.filter(({ check }) => check === 'manage-roles'),
		),
		troubleLines(t, troublesOfRole(overview.findings, rule.roleId)),
		rule.isUnseen ? t('setup.rules.unseenLicence') : '',
	];
	return textView(lines.filter((line) => line !== '').join('\n'));
}

/** The answer to a category that no item has. */
export function unknownCategoryView(t: Translator): MessageView {
	return textView(t('setup.rules.unknownCategory'));
}

/** The answer to a licence type that looks like a purchase code. It is not repeated. */
export function licenceIsCodeView(t: Translator): MessageView {
	return textView(t('setup.rules.licenceIsCode'));
}

/** In the order of their kinds, and of their names within a kind. */
function rulesOf(t: Translator, overview: SetupOverview, names: ItemNames): readonly Rule[] {
	const kinds = ['category', 'licence', 'item'] as const satisfies readonly RuleKind[];
	const named = subjectsOf(overview).map((rule) => ({ ...rule, name: subjectName(t, rule, names) }));
	const byName = (a: Rule, b: Rule) => a.name.localeCompare(b.name, t.language) || (a.key < b.key ? -1 : 1);
	return kinds.flatMap((kind) => named.filter((rule) => rule.kind === kind).sort(byName));
}

function subjectsOf({ settings }: SetupOverview): readonly Omit<Rule, 'name'>[] {
	const ofKind = (kind: RuleKind, roles: Readonly<Record<string, string>>) =>
		Object.entries(roles).map(([key, roleId]) => ({ kind, key, roleId }));
	return [
		...ofKind('category', settings.categoryRoles),
		...ofKind('licence', settings.licenceRoles),
		...ofKind('item', settings.itemRoles),
	];
}

function subjectName(t: Translator, { kind, key }: RuleSubject, names: ItemNames): string {
	return kind === 'item'
		? (names(Number(key)) ?? t('item.unnamed', { id: key }))
		: oneLine(scrubCodes(key)) || '–';
}

function ruleLine(t: Translator, { kind, name, roleId }: Rule, { findings }: SetupOverview): string {
	const mark = troublesOfRole(findings, roleId).length > 0 ? '❌' : '•';
	const trouble = cut(troubleLines(t, troublesOfRole(findings, roleId).slice(0, 1)).replace(/^❌ /, ''), 150);
	const subject = t('setup.rules.subject', { kind, name: foreignLine(name, 50) || '–' });
	const line = `${mark} ${subject} → <@&${roleId}>`;
	return trouble === '' ? line : `${line}\n-# ${trouble}`;
}

function optionValue({ kind, key }: RuleSubject): string {
	return `${kind}:${key}`.slice(0, 100);
}

function removeSelect(t: Translator, shown: readonly Rule[], page: number): APIStringSelectComponent {
	const options = shown.map((rule) => ({
		label: cut(t('setup.rules.option', { kind: rule.kind, name: oneLine(rule.name) || '–' }), 100),
		value: optionValue(rule),
	}));
	return select(removeRule.encode(page), options, t('setup.rules.remove'));
}

function pageButtons(t: Translator, page: number, lastPage: number): APIButtonComponentWithCustomId[] {
	return [
		button(t('setup.rules.back'), openSetup.encode()),
		...(page > 0 ? [button(t('page.previous'), openRules.encode(page - 1))] : []),
		...(page < lastPage ? [button(t('page.next'), openRules.encode(page + 1))] : []),
	];
}
