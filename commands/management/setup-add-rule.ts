import { holdsCode } from '../../src/claims/scrub-codes.js';
import {
	type Asked,
	onComponent,
	openForm,
	outdated,
	showPage,
} from '../../src/discord/interactions/handler.js';
import { periodKey, type RuleKind, ruleKinds } from '../../src/guilds/rule-subject.js';
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
	onComponent('button', addRule, 'manager', ({ t }) => showPage(ruleKindView(t))),
	onComponent('select', chooseRuleKind, 'manager', ({ values, t }, services: SetupServices) => {
		const kind = ruleKinds.find((it) => it === values[0]);
		if (kind === undefined) return outdated;
		if (kind === 'date') return openForm(subjectModal(t, kind));
		const keys = knownKeys(kind, services).slice(0, maxSubjects);
		return showPage(subjectView(t, kind, keys, itemNames(services)));
	}),
	onComponent('button', askForSubject, 'manager', ({ args, t }) => openForm(subjectModal(t, args[0]))),
	onComponent('modal', sendSubject, 'manager', (asked, services: SetupServices) =>
		showPage(typedPage(asked, asked.args[0], services)),
	),
	onComponent('select', chooseSubject, 'manager', ({ args, values, t }, services: SetupServices) => {
		const [kind] = args;
		const key = knownKeys(kind, services).find((it) => it === values[0]);
		return key === undefined ? outdated : showPage(subjectRoleView(t, { kind, key }, itemNames(services)));
	}),
	onComponent('role-select', chooseSubjectRole, 'manager', (asked, services: SetupServices) => {
		const [kind, argument] = asked.args;
		const key = keyOfArgument(kind, argument, services);
		const [roleId] = asked.values;
		if (key === undefined || roleId === undefined) return outdated;
		return showPage(() => choose(asked, services, { what: 'rule', subject: { kind, key }, roleId }));
	}),
];

/** The page that follows from the typed days, or from a part of a name. */
function typedPage({ fields, t }: Asked, kind: RuleKind, services: SetupServices): MessageView {
	const typed = (input: string) => fields.text(input).trim();
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
