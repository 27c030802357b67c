import type { APIStringSelectComponent } from 'discord.js';
import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import { type RuleKind, type RuleSubject, rolesOfKind, ruleKinds } from '../../src/servers/rule-subject.js';
import type { SetupOverview } from '../../src/services/setup/setup.js';
import { defineCustomId, wholeNumber } from '../../src/ui/custom-id.js';
import { marks, sentenceOf, troublesOfRole } from '../../src/ui/findings.js';
import { listPage, pageLine, turnButtons } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { type ItemNames, subjectName } from '../../src/ui/names.js';
import { buttons, page, row, select, small, text } from '../../src/ui/page.js';
import { cut, foreignLine, oneLine } from '../../src/ui/text.js';
import { backToMain, choose, itemNames } from './choice.js';

/** The select of what a new role depends on. */
export const chooseRuleKind = defineCustomId('setup-rule-kind');
/** The button that leads to a page of the roles by purchase. Argument: the page, from 0. */
export const openRules = defineCustomId('setup-rules', z.tuple([wholeNumber]));
/** The select that removes such a role. Argument: the page that it is on. */
export const removeRule = defineCustomId('setup-remove', z.tuple([wholeNumber]));

/** This many lines, each with a finding, fit into Discord's 4,000 characters of text. */
const pageSize = 12;

/** Discord's limit for an option's value is 100 characters, and the kind precedes the key. */
export const maxKeyLength = 90;

interface ShownRule extends RuleSubject {
	readonly roleId: string;
	/** The subject's name, plain. */
	readonly name: string;
}

/**
 * A page of the roles by purchase, with a select to remove one.
 * @param wantedPage from 0; one past the end yields the last
 */
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
		buttons(backToMain(t), ...turnButtons(t, shown, (to) => openRules.encode(to))),
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
	const [trouble] = troublesOfRole(findings, roleId).filter(({ level }) => level !== 'ok');
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

/** A page of the roles by purchase. */
export async function rulesPage(
	{ guildId, t }: Asked,
	services: Services,
	page: number,
	note?: string,
): Promise<MessageView> {
	const overview = await services.setup.overview(guildId);
	return setupRulesView(t, overview, page, itemNames(services), note);
}

const { shows } = componentsOf<Services>('manager');

export const rulesComponents = [
	shows('button', openRules, (asked, services) => rulesPage(asked, services, asked.args[0])),
	shows('select', removeRule, async (asked, services) => {
		const { args, guildId, t, values } = asked;
		const next = (note: string) => rulesPage(asked, services, args[0], note);
		const subject = ruleOfOption(await services.setup.overview(guildId), values[0]);
		// Another manager may have removed it meanwhile.
		if (subject === undefined) return await next(t('refusal.wasOutdated'));
		return await choose(asked, services, { what: 'rule', subject, roleId: undefined }, next);
	}),
];
