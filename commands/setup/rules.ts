import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import { z } from 'zod';
import { dayMs } from '../../src/base/clock.js';
import { holdsCode } from '../../src/claims/scrub-codes.js';
import type { Services } from '../../src/create-services.js';
import {
	type Asked,
	componentsOf,
	openForm,
	outdated,
	showPage,
} from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Period } from '../../src/servers/guild-settings.js';
import {
	periodKey,
	type RuleKind,
	type RuleSubject,
	rolesOfKind,
	ruleKinds,
} from '../../src/servers/rule-subject.js';
import type { SetupOverview } from '../../src/services/setup/setup.js';
import { defineCustomId, wholeNumber } from '../../src/ui/custom-id.js';
import { openPage } from '../../src/ui/entries.js';
import { marks, sentenceOf, troublesOfRole } from '../../src/ui/findings.js';
import { field, form } from '../../src/ui/form.js';
import { listPage, maxOptions, pageLine, turnButtons } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { type ItemNames, subjectName, subjectText } from '../../src/ui/names.js';
import { button, buttons, page, row, select, small, text } from '../../src/ui/page.js';
import { cut, foreignLine, oneLine } from '../../src/ui/text.js';
import { backToMain, choose, isCarried, itemNames, subjectArgument } from './choice.js';
import { keyOfArgument, keysNamed, knownKeys } from './subjects.js';

export const chooseRuleKind = defineCustomId('setup-rule-kind');
/** The select that removes such a role. Argument: the page that it is on. */
export const removeRule = defineCustomId('setup-remove', z.tuple([wholeNumber]));

/** This many lines, each with a finding, fit into Discord's 4,000 characters of text. */
const pageSize = 12;

const kind = z.enum(ruleKinds);

/** The form for a part of the subject's name, or for a period. Arguments: the kind, and what was typed before a mistake. */
export const askForSubject = defineCustomId('setup-rule-ask', z.tuple([kind]).rest(z.string()));
export const chooseSubject = defineCustomId('setup-rule', z.tuple([kind]));
/** The select of its role. Arguments: the kind, and the key from `subjectArgument`. */
export const chooseSubjectRole = defineCustomId('setup-rule-role', z.tuple([kind, z.string()]));

export const subjectInputs = { name: 'name', from: 'from', until: 'until' } as const;

const maxTypedLength = 100;
const dateLength = 16;

interface ShownRule extends RuleSubject {
	readonly roleId: string;
	/** The subject's name, plain. */
	readonly name: string;
}

/** A page of the roles by purchase, with a select to remove one. A page past the end yields the last one. */
export function setupRulesView(
	t: Translator,
	overview: SetupOverview,
	wantedPage: number,
	names: ItemNames,
	note?: string,
): MessageView {
	const rules = rulesOf(t, overview, names);
	const shown = listPage(rules, wantedPage, pageSize);
	const { entries, at } = shown;
	const lines = entries.map((rule) => ruleLine(t, rule, overview));
	const kindOptions = ruleKinds.map((kind) => ({ label: t('setup.rules.kind', { kind }), value: kind }));
	return page(
		'info',
		text(`## ${t('setup.page.rules')}`, note, t('setup.rules.how')),
		text(lines.join('\n') || t('setup.rules.none'), pageLine(t, shown)),
		entries.length > 0 && row(removeSelect(t, entries, at)),
		row(select(chooseRuleKind.encode(), kindOptions, t('setup.rules.add'))),
		buttons(backToMain(t), ...turnButtons(t, shown, (to) => openPage.encode('rules', to))),
	);
}

/** The rule of an option of the select; undefined if it has been removed since. */
export function ruleOfOption(overview: SetupOverview, value: string | undefined): RuleSubject | undefined {
	const rule = subjectsOf(overview).find((it) => optionValue(it) === value);
	return rule && { kind: rule.kind, key: rule.key };
}

/** Sorted by kind, then by name. */
function rulesOf(t: Translator, overview: SetupOverview, names: ItemNames): readonly ShownRule[] {
	const named = subjectsOf(overview).map((rule) => ({ ...rule, name: subjectName(t, rule, names) }));
	const byName = (a: ShownRule, b: ShownRule) =>
		a.name.localeCompare(b.name, t.language) || (a.key < b.key ? -1 : 1);
	return kinds.flatMap((kind) => named.filter((rule) => rule.kind === kind).sort(byName));
}

/** Items, which can be many, come last. */
const kinds: readonly RuleKind[] = ['category', 'licence', 'date', 'item'];

function subjectsOf({ settings }: SetupOverview): readonly Omit<ShownRule, 'name'>[] {
	return kinds.flatMap((kind) =>
		Object.entries(rolesOfKind(settings, kind)).map(([key, roleId]) => ({ kind, key, roleId })),
	);
}

function ruleLine(t: Translator, { kind, name, roleId }: ShownRule, { findings }: SetupOverview): string {
	const subject = t('setup.rules.subject', { kind, name: foreignLine(name, 50) || '–' });
	const line = t('setup.rules.line', { subject, role: `<@&${roleId}>` });
	const [trouble] = troublesOfRole(findings, roleId);
	if (trouble === undefined) return line;
	return `${marks[trouble.level]} ${line}\n${small(cut(sentenceOf(t, trouble), 150))}`;
}

function optionValue({ kind, key }: RuleSubject): string {
	return `${kind}:${key}`.slice(0, 100);
}

function removeSelect(t: Translator, shown: readonly ShownRule[], page: number): APIStringSelectComponent {
	const options = shown.map((rule) => ({
		label: cut(
			t('setup.rules.option', {
				kind: t('setup.rules.kind', { kind: rule.kind }),
				name: oneLine(rule.name) || '–',
			}),
			100,
		),
		value: optionValue(rule),
	}));
	return select(removeRule.encode(page), options, t('setup.rules.remove'));
}

export async function rulesPage({ guildId, t }: Asked, services: Services, page: number, note?: string) {
	const overview = await services.setup.overview(guildId);
	return setupRulesView(t, overview, page, itemNames(services), note);
}

/** The page for choosing a subject. `keys`: at most `maxOptions`. `typed`: into the form, which shows it again. */
export function subjectView(
	t: Translator,
	kind: RuleKind,
	keys: readonly string[],
	names: ItemNames,
	note?: string,
	typed: readonly string[] = [],
): MessageView {
	const kept = isCarried(typed.join('')) ? typed : [];
	const options = keys.map((key) => ({
		label: cut(oneLine(subjectName(t, { kind, key }, names)) || key, 100),
		value: key,
		// Two items may share a name: the id distinguishes them.
		...(kind === 'item' && { description: key }),
	}));
	const isDate = kind === 'date';
	return page(
		note === undefined ? 'info' : 'attention',
		text(
			`## ${t('setup.rules.kind', { kind })}`,
			note,
			!isDate && options.length === 0 && t('setup.rules.noSubject'),
		),
		options.length > 0 && row(select(chooseSubject.encode(kind), options, t('setup.choose'))),
		buttons(
			button(t(isDate ? 'button.change' : 'items.search'), askForSubject.encode(kind, ...kept)),
			backToRules(t),
		),
	);
}

export function subjectRoleView(t: Translator, subject: RuleSubject, names: ItemNames, note?: string) {
	const { kind, key } = subject;
	return page(
		'info',
		text(`## ${subjectText(t, subject, names, 80)}`, note, t('setup.former')),
		row({
			type: ComponentType.RoleSelect,
			custom_id: chooseSubjectRole.encode(kind, subjectArgument(key)),
			placeholder: t('setup.chooseRole'),
		}),
		buttons(backToRules(t)),
	);
}

/** The form that searches for a subject, or asks for a period. `typed`: before a mistake. */
export function subjectModal(t: Translator, kind: RuleKind, ...typed: readonly string[]) {
	const { name, from, until } = subjectInputs;
	const [first, last] = typed;
	const day = { hint: t('setup.rules.dayHint'), placeholder: exampleDay(t), longest: dateLength };
	const part = { label: t('setup.rules.part'), isRequired: true, longest: maxTypedLength };
	const isDate = kind === 'date';
	return form(
		askForSubject.encode(kind, ...typed),
		t('setup.rules.kind', { kind }),
		isDate && field({ id: from, label: t('setup.rules.from'), value: first, ...day }),
		isDate && field({ id: until, label: t('setup.rules.until'), value: last, ...day }),
		!isDate && field({ id: name, value: first, ...part }),
	);
}

/** A day as people write it in the language: `1/31/2026`, `31.1.2026`, `2026/1/31`. */
function exampleDay({ language }: Translator): string {
	return new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).format(Date.UTC(2026, 0, 31));
}

/**
 * A typed day in UTC, in milliseconds since the epoch: undefined if empty, 'bad' if it is none. A year may come first. Of
 * day and month, the first is what it can only be, or what it is in the language.
 */
function typedDay(t: Translator, typed: string): number | 'bad' | undefined {
	if (typed === '') return undefined;
	const numbers = /^(\d{1,4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,4})\D?$/.exec(typed)?.slice(1).map(Number);
	const [first = 0, second = 0, third = 0] = numbers ?? [];
	const isDayFirst = first > 12 || (second <= 12 && exampleDay(t).startsWith('31'));
	const dayAndMonth = isDayFirst ? [second, first] : [first, second];
	const [year = 0, month = 0, day = 0] = first > 99 ? [first, second, third] : [third, ...dayAndMonth];
	const at = Date.UTC(year, month - 1, day);
	const read = new Date(at);
	const isReal = read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && at >= 0;
	return isReal ? at : 'bad';
}

/** The period from the start of one day to the end of another; undefined if it is none. */
function periodBetween(t: Translator, first: string, last: string): Period | undefined {
	const from = typedDay(t, first);
	const day = typedDay(t, last);
	if (from === 'bad' || day === 'bad' || (from ?? day) === undefined) return undefined;
	if (from !== undefined && day !== undefined && from > day) return undefined;
	return { from, until: day === undefined ? undefined : day + dayMs };
}

const backToRules = (t: Translator) => button(t('button.back'), openPage.encode('rules'));

const { on, shows } = componentsOf<Services>('manager');

/** Removes a role by purchase, or adds one: after what it depends on, which, then the role. */
export const rulesComponents = [
	shows('select', removeRule, async (asked, services) => {
		const { args, guildId, t, values } = asked;
		const next = (note: string) => rulesPage(asked, services, args[0], note);
		const subject = ruleOfOption(await services.setup.overview(guildId), values[0]);
		// Another manager may have removed it meanwhile.
		if (subject === undefined) return await next(t('refusal.wasOutdated'));
		return await choose(asked, services, { what: 'rule', subject, roleId: undefined }, next);
	}),
	on('select', chooseRuleKind, ({ values, t }, services) => {
		const kind = ruleKinds.find((it) => it === values[0]);
		if (kind === undefined) return outdated;
		if (kind === 'date') return openForm(subjectModal(t, kind));
		const keys = knownKeys(kind, services).slice(0, maxOptions);
		return showPage(subjectView(t, kind, keys, itemNames(services)));
	}),
	on('button', askForSubject, ({ args, t }) => openForm(subjectModal(t, ...args))),
	on('modal', askForSubject, (asked, services) => showPage(typedPage(asked, asked.args[0], services))),
	on('select', chooseSubject, ({ args, values, t }, services) => {
		const [kind] = args;
		const key = knownKeys(kind, services).find((it) => it === values[0]);
		return key === undefined ? outdated : showPage(subjectRoleView(t, { kind, key }, itemNames(services)));
	}),
	on('role-select', chooseSubjectRole, (asked, services) => {
		const [kind, argument] = asked.args;
		const key = keyOfArgument(kind, argument, services);
		const [roleId] = asked.values;
		if (key === undefined || roleId === undefined) return outdated;
		const change = { what: 'rule', subject: { kind, key }, roleId } as const;
		const next = (note: string) => rulesPage(asked, services, 0, note);
		return showPage(() => choose(asked, services, change, next));
	}),
];

/** The page that follows from the typed days, or from a part of a name. */
function typedPage({ fields, t }: Asked, kind: RuleKind, services: Services): MessageView {
	const typed = (input: string) => fields.text(input).trim();
	const names = itemNames(services);
	if (kind === 'date') {
		const days = [typed(subjectInputs.from), typed(subjectInputs.until)] as const;
		const period = periodBetween(t, ...days);
		if (period !== undefined) return subjectRoleView(t, { kind, key: periodKey(period) }, names);
		const note = `⚠️ **${t('setup.rules.badPeriod', { day: exampleDay(t) })}**`;
		return subjectView(t, kind, [], names, note, days);
	}
	const name = typed(subjectInputs.name);
	if (holdsCode(name)) return subjectView(t, kind, [], names, t('items.searchIsCode'));
	const keys = keysNamed(kind, name, services, maxOptions);
	if (keys.length === 0 && kind === 'licence' && isCarried(name))
		return subjectRoleView(t, { kind, key: name }, names, small(t('setup.rules.unseenLicense')));
	return subjectView(t, kind, keys, names, undefined, [name]);
}
