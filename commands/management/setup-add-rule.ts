import { holdsCode } from '../../src/claims/scrub-codes.js';
import { onComponent, openModal, outdated, turn, turnLater } from '../../src/discord/interactions/handler.js';
import type { ModalInput } from '../../src/discord/interactions/interaction-ports.js';
import { periodKey, ruleKinds } from '../../src/guilds/rule-subject.js';
import type { Translator } from '../../src/i18n/translator.js';
import {
	addRule,
	askForSubject,
	chooseRuleKind,
	chooseSubject,
	chooseSubjectRole,
	sendSubject,
} from '../../src/views/custom-ids/setup-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { addItemView, maxItems } from '../../src/views/management/add-item-view.js';
import {
	badPeriodNote,
	maxSubjects,
	periodBetween,
	ruleKindView,
	type SearchedKind,
	subjectInputs,
	subjectModal,
	subjectRoleView,
	subjectView,
} from '../../src/views/management/add-rule-view.js';
import { choose, pageOfRules } from './setup-pages.js';
import { keyOfArgument, knownKeys, matching } from './setup-rule-subject.js';
import type { SetupServices } from './setup-services.js';

/** Adds a role by purchase: what it depends on, then which, then the role. */
export const addRuleComponents = [
	onComponent('button', addRule, 'manager', ({ t }) => turn(ruleKindView(t))),
	onComponent('select', chooseRuleKind, 'manager', ({ interaction, t }, services: SetupServices) => {
		const kind = ruleKinds.find((it) => it === interaction.values[0]);
		if (kind === undefined) return outdated;
		if (kind === 'item') return turn(addItemView(t, services.catalogue.snapshot().items.slice(0, maxItems)));
		if (kind === 'date') return openModal(subjectModal(t, kind));
		return turn(subjectView(t, kind, knownKeys(kind, services).slice(0, maxSubjects)));
	}),
	onComponent('button', askForSubject, 'manager', ({ args, t }) => openModal(subjectModal(t, args[0]))),
	onComponent('modal', sendSubject, 'manager', ({ args, interaction, t }, services: SetupServices) => {
		const [kind] = args;
		return turn(kind === 'date' ? typedPeriod(t, interaction) : found(t, kind, interaction, services));
	}),
	onComponent('select', chooseSubject, 'manager', ({ args, interaction, t }, services: SetupServices) => {
		const [kind] = args;
		const key = knownKeys(kind, services).find((it) => it === interaction.values[0]);
		return key === undefined ? outdated : turn(subjectRoleView(t, { kind, key }));
	}),
	onComponent('role-select', chooseSubjectRole, 'manager', (asked, services: SetupServices) => {
		const [kind, argument] = asked.args;
		const key = keyOfArgument(kind, argument, services);
		const [roleId] = asked.interaction.values;
		if (key === undefined || roleId === undefined) return outdated;
		return turnLater(() =>
			choose(asked, services, { what: 'rule', subject: { kind, key }, roleId }, (note) =>
				pageOfRules(asked, services, 0, note),
			),
		);
	}),
];

function typedPeriod(t: Translator, { fields }: ModalInput): MessageView {
	const typed = (input: string) => fields.getTextInputValue(input).trim();
	const period = periodBetween(typed(subjectInputs.from), typed(subjectInputs.until));
	if (period === undefined) return subjectView(t, 'date', [], badPeriodNote(t));
	return subjectRoleView(t, { kind: 'date', key: periodKey(period) });
}

function found(
	t: Translator,
	kind: SearchedKind,
	{ fields }: ModalInput,
	services: SetupServices,
): MessageView {
	const typed = fields.getTextInputValue(subjectInputs.name);
	if (holdsCode(typed)) return subjectView(t, kind, [], t('items.searchIsCode'));
	return subjectView(t, kind, matching(knownKeys(kind, services), typed).slice(0, maxSubjects));
}
