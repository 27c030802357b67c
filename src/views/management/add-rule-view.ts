import { ComponentType } from 'discord.js';
import type { Period } from '../../guilds/role-rules.js';
import { type RuleKind, type RuleSubject, ruleKinds } from '../../guilds/rule-subject.js';
import type { Translator } from '../../i18n/translator.js';
import {
	askForSubject,
	chooseRuleKind,
	chooseSubject,
	chooseSubjectRole,
	openRules,
	sendSubject,
	subjectArgument,
} from '../custom-ids/setup-ids.js';
import { field, form } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { type ItemNames, isoDay, subjectName } from '../kit/names.js';
import { button, buttons, page, row, select, text } from '../kit/page.js';
import { cut, foreignLine, oneLine } from '../kit/text.js';

/** The custom_ids of the modals' inputs. */
export const subjectInputs = { name: 'name', from: 'from', until: 'until' } as const;

/** Discord's limit for a select. */
export const maxSubjects = 25;
const maxTypedLength = 100;
const dateLength = 10;
const dayMs = 86_400_000;

/** The page for choosing what a new role depends on. */
export function ruleKindView(t: Translator): MessageView {
	const options = ruleKinds.map((kind) => ({ label: t('setup.rules.kind', { kind }), value: kind }));
	return page(
		'info',
		text(`## ${t('setup.rules.add')}`, t('setup.rules.on')),
		row(select(chooseRuleKind.encode(), options, t('setup.choose'))),
		buttons(backToRules(t)),
	);
}

/** The page for choosing one subject. `keys`: the choices, at most `maxSubjects`; for a date none. */
export function subjectView(
	t: Translator,
	kind: RuleKind,
	keys: readonly string[],
	names: ItemNames,
	note?: string,
): MessageView {
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
			button(isDate ? t('setup.choose') : t('items.search'), askForSubject.encode(kind)),
			backToRules(t),
		),
	);
}

/** The page for choosing the role of a subject. */
export function subjectRoleView(t: Translator, subject: RuleSubject, names: ItemNames): MessageView {
	const { kind, key } = subject;
	const name = foreignLine(subjectName(t, subject, names), 80);
	return page(
		'info',
		text(`## ${t('setup.rules.subject', { kind, name: name || '–' })}`, t('setup.former')),
		row({
			type: ComponentType.RoleSelect,
			custom_id: chooseSubjectRole.encode(kind, subjectArgument(key)),
			placeholder: t('setup.chooseRole'),
		}),
		buttons(backToRules(t)),
	);
}

/** The modal that searches for a subject, or asks for a period. */
export function subjectModal(t: Translator, kind: RuleKind) {
	const { name, from, until } = subjectInputs;
	const day = { hint: t('setup.rules.dayHint'), placeholder: '2026-01-31', longest: dateLength };
	const isDate = kind === 'date';
	return form(
		sendSubject.encode(kind),
		t('setup.rules.kind', { kind }),
		isDate && field({ id: from, label: t('setup.rules.from'), ...day }),
		isDate && field({ id: until, label: t('setup.rules.until'), ...day }),
		!isDate && field({ id: name, label: t('setup.rules.part'), isRequired: true, longest: maxTypedLength }),
	);
}

/** A typed day in UTC, in milliseconds since the epoch: undefined if empty, 'bad' if it is none. */
function typedDay(typed: string): number | 'bad' | undefined {
	if (typed === '') return undefined;
	const at = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? Date.parse(typed) : Number.NaN;
	return at >= 0 && isoDay(at) === typed ? at : 'bad';
}

/** The period from the start of one day to the end of another; undefined if it is none. */
export function periodBetween(first: string, last: string): Period | undefined {
	const from = typedDay(first);
	const day = typedDay(last);
	if (from === 'bad' || day === 'bad' || (from ?? day) === undefined) return undefined;
	if (from !== undefined && day !== undefined && from > day) return undefined;
	return { from, until: day === undefined ? undefined : day + dayMs };
}

const backToRules = (t: Translator) => button(t('button.back'), openRules.encode(0));
