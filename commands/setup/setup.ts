import { ApplicationCommandOptionType } from 'discord.js';
import type { Services } from '../../src/create-services.js';
import {
	type Asked,
	componentsOf,
	outdated,
	privately,
	showPage,
} from '../../src/discord/interactions/handler.js';
import { type SlashHandler, slashCommands } from '../../src/discord/interactions/slash-command.js';
import { type CommandPath, commandText } from '../../src/i18n/command-text.js';
import { openPage, type SetupPage, setupPages } from '../../src/ui/entries.js';
import type { MessageView } from '../../src/ui/message.js';
import { addRuleComponents } from './add-rule.js';
import { choose, confirmChoice, itemNames } from './choice.js';
import { linkComponents } from './links.js';
import { mainComponents, mainPage, openMore } from './main.js';
import { chooseSeats, maxSeats, policyComponents, policyPage } from './policy.js';
import { maxKeyLength, ruleSavedView, rulesComponents, rulesPage } from './rules.js';
import { choicePage, chooseSettingOf, settingsComponents, settingsPage } from './settings.js';
import { findSubject, keyOfArgument, suggestedSubjects } from './subjects.js';
import { trialComponents } from './trial.js';

/** The first page, or one behind it. */
function pageOfSetup(asked: Asked, services: Services, at: SetupPage): Promise<MessageView> {
	switch (at) {
		case 'main':
			return mainPage(asked, services);
		case 'policy':
			return policyPage(asked, services);
		case 'rules':
			return rulesPage(asked, services, 0);
		case 'role':
		case 'panel':
			return choicePage(asked, services, at);
		default:
			return settingsPage(asked, services, at);
	}
}

const { on, shows } = componentsOf<Services>('manager');

/**
 * The buttons and selects of `/setup`. They are stateless: a choice is saved immediately, or held by the button that
 * confirms it.
 */
export const setupComponents = [
	shows('button', openPage, (asked, services) => pageOfSetup(asked, services, asked.args[0])),
	on('select', openMore, (asked, services) => {
		const page = setupPages.find((it) => it === asked.values[0]);
		return page === undefined ? outdated : showPage(() => pageOfSetup(asked, services, page));
	}),
	on('button', confirmChoice, (asked, services) => {
		const [kind, id, confirmed, argument] = asked.args;
		switch (kind) {
			case 'powers': {
				const next = (note: string) => mainPage(asked, services, note);
				return showPage(() => choose(asked, services, { what: kind, roleId: id }, next, confirmed));
			}
			case 'item':
			case 'category':
			case 'licence':
			case 'date': {
				const key = keyOfArgument(kind, argument, services);
				if (key === undefined) return outdated;
				const change = { what: 'rule', subject: { kind, key }, roleId: id } as const;
				const next = (note: string) => rulesPage(asked, services, 0, note);
				return showPage(() => choose(asked, services, change, next, confirmed));
			}
			default:
				return showPage(() => chooseSettingOf(asked, services, kind, [id], confirmed));
		}
	}),
	...mainComponents,
	...settingsComponents,
	...rulesComponents,
	...addRuleComponents,
	...linkComponents,
	...policyComponents,
	...trialComponents,
];

const role = {
	type: ApplicationCommandOptionType.Role,
	...commandText('setup.role'),
	required: true,
} as const;

/** An option with autocomplete. */
const suggested = (path: CommandPath) =>
	({
		type: ApplicationCommandOptionType.String as const,
		...commandText(path),
		required: true,
		autocomplete: true as const,
		max_length: maxKeyLength,
	}) as const;

const members = {
	type: ApplicationCommandOptionType.Integer,
	...commandText('setup.seats.members'),
	required: true,
	min_value: 1,
	max_value: maxSeats,
} as const;

/** Sets a role for the item, category or licence type named in the option. */
const rule: SlashHandler<Services> = {
	access: 'manager',
	answer: (asked, services) => privately(() => setRule(asked, services)),
	suggest: suggestedSubjects,
};

/** Shows a page of the settings. */
const opens = (page: SetupPage): SlashHandler<Services> => ({
	access: 'manager',
	answer: (asked, services) => privately(() => pageOfSetup(asked, services, page)),
});

/** `/setup`: a server's settings, for its managers. */
export const setup = slashCommands('setup', 'manager', {
	server: opens('main'),
	item: { ...rule, options: [suggested('setup.item.item'), role] },
	category: { ...rule, options: [suggested('setup.category.category'), role] },
	license: { ...rule, options: [suggested('setup.license.license'), role] },
	links: opens('links'),
	roles: opens('rules'),
	policy: opens('policy'),
	seats: {
		access: 'manager',
		options: [suggested('setup.license.license'), members],
		answer: (asked, services) =>
			privately(() => {
				const { fields } = asked;
				return chooseSeats(asked, services, fields.text('license'), fields.number('members'));
			}),
		suggest: suggestedSubjects,
	},
});

async function setRule(asked: Asked, services: Services): Promise<MessageView> {
	const found = await findSubject(asked, services);
	if ('view' in found) return found.view;
	const { subject, isUnseen } = found;
	const roleId = asked.fields.text('role');
	const next = async () => {
		const overview = await services.setup.overview(asked.guildId);
		return ruleSavedView(asked.t, { subject, roleId, isUnseen }, overview, itemNames(services));
	};
	return await choose(asked, services, { what: 'rule', subject, roleId }, next);
}
