import {
	type APIButtonComponentWithCustomId,
	type APIComponentInContainer,
	type APIStringSelectComponent,
	ButtonStyle,
	ComponentType,
} from 'discord.js';
import type { RuleKind } from '../guilds/guild-settings.js';
import type { RuleSubject, SetupOutcome, SetupOverview } from '../guilds/setup.js';
import { ACCENT, componentsView, type MessageView, textView } from './message.js';
import { openRules, openSetup, removeRule } from './setup-ids.js';
import { refusalText, troubleLines, troublesOfRole } from './setup-view.js';
import { cut, foreignLine, oneLine } from './text.js';

const text = {
	title: '## Roles for items, categories and licence types',
	how: 'Add one with `/setup item`, `/setup category` or `/setup licence`. A purchase gives every role that fits it, besides the buyer role.',
	none: 'There are none yet.',
	page: (page: number, pages: number) => `-# Page ${page} of ${pages}`,
	kinds: { item: 'Item', category: 'Category', licence: 'Licence' } as const satisfies Record<
		RuleKind,
		string
	>,
	item: (id: string) => `Item ${id}`,
	remove: 'Remove one of these',
	back: '‹ Back',
	previous: 'Previous',
	next: 'Next',
	saved: (subject: string, roleId: string) => `✅ ${subject}: buyers now get <@&${roleId}>.`,
	unseenLicence:
		'-# No purchase with this licence type has been seen yet. It has to be spelled as the marketplace spells it.',
	unknownCategory: 'No item has this category. Start typing and pick one from the list.',
};

/** So many lines, each with its trouble, fit into Discord's 4000 characters of text. */
const PAGE_SIZE = 12;

/** Discord's limit for an option's value is 100 characters, and the kind stands before the key. */
export const LONGEST_KEY = 90;

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
export function setupRulesView(overview: SetupOverview, wantedPage: number, names: ItemNames): MessageView {
	const rules = rulesOf(overview, names);
	const lastPage = Math.max(0, Math.ceil(rules.length / PAGE_SIZE) - 1);
	const page = Math.min(wantedPage, lastPage);
	const shown = rules.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
	const lines = shown.map((rule) => ruleLine(rule, overview));
	if (lastPage > 0) lines.push(text.page(page + 1, lastPage + 1));
	const components: APIComponentInContainer[] = [
		{ type: ComponentType.TextDisplay, content: `${text.title}\n${text.how}` },
		{ type: ComponentType.TextDisplay, content: lines.join('\n') || text.none },
	];
	if (shown.length > 0) {
		components.push({ type: ComponentType.ActionRow, components: [removeSelect(shown, page)] });
	}
	components.push({ type: ComponentType.ActionRow, components: pageButtons(page, lastPage) });
	return componentsView([{ type: ComponentType.Container, accent_color: ACCENT, components }]);
}

/** The rule that an option of the select stands for; undefined where it has been removed since. */
export function ruleOfOption(overview: SetupOverview, value: string | undefined): RuleSubject | undefined {
	const rule = rulesOf(overview, () => undefined).find((it) => optionValue(it) === value);
	return rule && { kind: rule.kind, key: rule.key };
}

/** The answer to a command that gave a role to a subject. */
export function ruleOutcomeView(
	outcome: SetupOutcome,
	rule: { readonly subject: RuleSubject; readonly roleId: string; readonly isUnseen: boolean },
	overview: SetupOverview,
	names: ItemNames,
): MessageView {
	const refusal = refusalText(outcome);
	if (refusal !== '') return textView(refusal);
	const name = foreignLine(subjectName(rule.subject, names), 100);
	const lines = [
		text.saved(`${text.kinds[rule.subject.kind]} **${name}**`, rule.roleId),
		troubleLines(overview.findings.filter(({ check }) => check === 'manage-roles')),
		troubleLines(troublesOfRole(overview.findings, rule.roleId)),
		rule.isUnseen ? text.unseenLicence : '',
	];
	return textView(lines.filter((line) => line !== '').join('\n'));
}

/** The answer to a category that no item has. */
export function unknownCategoryView(): MessageView {
	return textView(text.unknownCategory);
}

function rulesOf({ settings }: SetupOverview, names: ItemNames): readonly Rule[] {
	const ofKind = (kind: RuleKind, roles: Readonly<Record<string, string>>) =>
		Object.entries(roles)
			.map(([key, roleId]) => ({ kind, key, roleId, name: subjectName({ kind, key }, names) }))
			.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.key < b.key ? -1 : 1));
	return [
		...ofKind('category', settings.categoryRoles),
		...ofKind('licence', settings.licenceRoles),
		...ofKind('item', settings.itemRoles),
	];
}

function subjectName({ kind, key }: RuleSubject, names: ItemNames): string {
	return kind === 'item' ? (names(Number(key)) ?? text.item(key)) : oneLine(key) || '–';
}

function ruleLine({ kind, name, roleId }: Rule, { findings }: SetupOverview): string {
	const mark = troublesOfRole(findings, roleId).length > 0 ? '❌' : '•';
	const trouble = cut(troubleLines(troublesOfRole(findings, roleId).slice(0, 1)).replace(/^❌ /, ''), 150);
	const line = `${mark} ${text.kinds[kind]} **${foreignLine(name, 50) || '–'}** → <@&${roleId}>`;
	return trouble === '' ? line : `${line}\n-# ${trouble}`;
}

function optionValue({ kind, key }: RuleSubject): string {
	return `${kind}:${key}`.slice(0, 100);
}

function removeSelect(shown: readonly Rule[], page: number): APIStringSelectComponent {
	return {
		type: ComponentType.StringSelect,
		custom_id: removeRule.encode(page),
		placeholder: text.remove,
		options: shown.map((rule) => ({
			label: cut(`${text.kinds[rule.kind]}: ${oneLine(rule.name) || '–'}`, 100),
			value: optionValue(rule),
		})),
	};
}

function pageButtons(page: number, lastPage: number): APIButtonComponentWithCustomId[] {
	const button = (label: string, custom_id: string): APIButtonComponentWithCustomId => ({
		type: ComponentType.Button,
		style: ButtonStyle.Secondary,
		label,
		custom_id,
	});
	return [
		button(text.back, openSetup.encode()),
		...(page > 0 ? [button(text.previous, openRules.encode(page - 1))] : []),
		...(page < lastPage ? [button(text.next, openRules.encode(page + 1))] : []),
	];
}
