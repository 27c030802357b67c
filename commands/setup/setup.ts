import type { Services } from '../../src/create-services.js';
import {
	type Asked,
	componentsOf,
	outdated,
	privately,
	showPage,
} from '../../src/discord/interactions/handler.js';
import { type SlashHandler, slashCommands } from '../../src/discord/interactions/slash-command.js';
import { openPage, type SetupPage, setupPages } from '../../src/ui/entries.js';
import { choose, confirmChoice } from './choice.js';
import { mainComponents, mainPage, openMore } from './main.js';
import { policyComponents, policyPage } from './policy.js';
import { rulesComponents, rulesPage } from './rules.js';
import { chooseSettingOf, panelChoiceView, settingsComponents, settingsPage } from './settings.js';
import { keyOfArgument } from './subjects.js';

/** The first page, or one behind it. `number`: of a list of several pages, from 0. */
async function pageOfSetup(asked: Asked, services: Services, at: SetupPage, number = 0) {
	switch (at) {
		case 'main':
			return mainPage(asked, services);
		case 'policy':
			return policyPage(asked, services);
		case 'rules':
			return rulesPage(asked, services, number);
		case 'panel':
			return panelChoiceView(asked.t, await services.setup.overview(asked.guildId));
		default:
			return settingsPage(asked, services, at);
	}
}

const { on, shows } = componentsOf<Services>('manager');

/** The buttons and selects of `/setup`: a choice is saved immediately, or held by the button that confirms it. */
export const setupComponents = [
	shows('button', openPage, (asked, services) => pageOfSetup(asked, services, ...asked.args)),
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
	...policyComponents,
];

const opens = (page: SetupPage): SlashHandler<Services> => ({
	access: 'manager',
	answer: (asked, services) => privately(() => pageOfSetup(asked, services, page)),
});

/** `/setup`: a server's settings, for its managers. */
export const setup = slashCommands('setup', 'manager', {
	server: opens('main'),
	links: opens('links'),
	roles: opens('rules'),
	policy: opens('policy'),
});
