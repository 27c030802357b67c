import { holdsCode } from '../../src/claims/scrub-codes.js';
import { onComponent, openModal, outdated, turn, turnLater } from '../../src/discord/interactions/handler.js';
import type { ModalInput } from '../../src/discord/interactions/interaction-ports.js';
import { periodKey, type RuleKind, ruleKinds } from '../../src/guilds/rule-subject.js';
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
import {
	maxSubjects,
	periodBetween,
	ruleKindView,
	subjectInputs,
	subjectModal,
	subjectRoleView,
	subjectView,
} from '../../src/views/management/add-rule-view.js';
import { choose, itemNames } from './setup-pages.js';
import { keyOfArgument, keysNamed, knownKeys } from './setup-rule-subject.js';
import type { SetupServices } from './setup-services.js';

/** Adds a role by purchase: what it depends on, then which, then the role. */
export const addRuleComponents = [
	onComponent('button', addRule, 'manager', ({ t }) => turn(ruleKindView(t))),
	onComponent('select', chooseRuleKind, 'manager', ({ interaction, t }, services: SetupServices) => {
		const kind = ruleKinds.find((it) => it === interaction.values[0]);
		if (kind === undefined) return outdated;
		if (kind === 'date') return openModal(subjectModal(t, kind));
		const keys = knownKeys(kind, services).slice(0, maxSubjects);
		return turn(subjectView(t, kind, keys, itemNames(services)));
	}),
	onComponent('button', askForSubject, 'manager', ({ args, t }) => openModal(subjectModal(t, args[0]))),
	onComponent('modal', sendSubject, 'manager', ({ args, interaction, t }, services: SetupServices) =>
		turn(typedPage(t, args[0], interaction, services)),
	),
	onComponent('select', chooseSubject, 'manager', ({ args, interaction, t }, services: SetupServices) => {
		const [kind] = args;
		const key = knownKeys(kind, services).find((it) => it === interaction.values[0]);
		return key === undefined ? outdated : turn(subjectRoleView(t, { kind, key }, itemNames(services)));
	}),
	onComponent('role-select', chooseSubjectRole, 'manager', (asked, services: SetupServices) => {
		const [kind, argument] = asked.args;
		const key = keyOfArgument(kind, argument, services);
		const [roleId] = asked.interaction.values;
		if (key === undefined || roleId === undefined) return outdated;
		return turnLater(() => choose(asked, services, { what: 'rule', subject: { kind, key }, roleId }));
	}),
];

/** The page that follows from the typed days, or from a part of a name. */
function typedPage(
	t: Translator,
	kind: RuleKind,
	{ fields }: ModalInput,
	services: SetupServices,
): MessageView {
	const typed = (input: string) => fields.getTextInputValue(input).trim();
	const names = itemNames(services);
	if (kind === 'date') {
		const period = periodBetween(typed(subjectInputs.from), typed(subjectInputs.until));
		return period === undefined
			? subjectView(t, kind, [], names, `⚠️ **${t('setup.rules.badPeriod')}**`)
			: subjectRoleView(t, { kind, key: periodKey(period) }, names);
	}
	const name = typed(subjectInputs.name);
	if (holdsCode(name)) return subjectView(t, kind, [], names, t('items.searchIsCode'));
	return subjectView(t, kind, keysNamed(kind, name, services, maxSubjects), names);
}
