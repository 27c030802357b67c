import {
	type Answer,
	type Asked,
	onComponent,
	outdated,
	showPage,
} from '../../src/discord/interactions/handler.js';
import { isOffered, type Picked } from '../../src/guilds/settings-table.js';
import type { SetupChange } from '../../src/guilds/setup-change.js';
import { mayNotPostView, panelOutcomeView } from '../../src/views/channels/panel-view.js';
import {
	choosePanel,
	chooseSetting,
	confirmChoice,
	fixFinding,
	lookAtPowers,
	makeBuyerRole,
	openMore,
	openPage,
	openRules,
	openSetup,
	removeRule,
	setupPages,
	turnOffUpdates,
} from '../../src/views/custom-ids/setup-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import {
	setupConfirmView,
	setupRefusalView,
	unmadeRoleView,
} from '../../src/views/management/setup-confirm-view.js';
import { ruleOfOption } from '../../src/views/management/setup-rules-view.js';
import { panelRequest } from './panel.js';
import { choose, mainPage, pageOfRules, pageOfSetup } from './setup-pages.js';
import { keyOfArgument } from './setup-rule-subject.js';
import { chooserOf, type SetupServices } from './setup-services.js';

/**
 * The selects and buttons of `/setup`. They are stateless: a choice is saved immediately, or held by the button that
 * confirms it.
 */
export const setupComponents = [
	onComponent('button', openSetup, 'manager', (asked, services: SetupServices) =>
		showPage(() => mainPage(asked, services)),
	),
	onComponent('button', openPage, 'manager', (asked, services: SetupServices) =>
		showPage(() => pageOfSetup(asked, services, asked.args[0])),
	),
	onComponent('button', fixFinding, 'manager', (asked, services: SetupServices) => {
		const [, page] = asked.args;
		return showPage(() => pageOfSetup(asked, services, page));
	}),
	onComponent('select', openMore, 'manager', (asked, services: SetupServices) => {
		const page = setupPages.find((it) => it === asked.values[0]);
		return page === undefined ? outdated : showPage(() => pageOfSetup(asked, services, page));
	}),
	...(['select', 'role-select', 'channel-select'] as const).map((kind) =>
		onComponent(kind, chooseSetting, 'manager', (asked, services: SetupServices) => {
			const [name] = asked.args;
			const { values: picked } = asked;
			if (!isOffered(name, picked)) return outdated;
			return name === 'updates'
				? chooseUpdates(asked, services, picked)
				: chosen(asked, services, { what: 'setting', name, picked });
		}),
	),
	onComponent('button', turnOffUpdates, 'manager', (asked, services: SetupServices) =>
		chosen(asked, services, { what: 'setting', name: 'updates', picked: [] }),
	),
	onComponent('button', makeBuyerRole, 'manager', (asked, services: SetupServices) =>
		showPage(() => makeRole(asked, services)),
	),
	onComponent('channel-select', choosePanel, 'manager', (asked, services: SetupServices) =>
		postPanel(asked, services),
	),
	onComponent('button', lookAtPowers, 'manager', (asked, services: SetupServices) =>
		chosen(asked, services, { what: 'powers', roleId: asked.args[0] }),
	),
	onComponent('button', confirmChoice, 'manager', (asked, services: SetupServices) => {
		const change = confirmedChange(asked.args, services);
		if (change === undefined) return outdated;
		return showPage(() => choose(asked, services, change, { confirmed: asked.args[2] }));
	}),
	onComponent('button', openRules, 'manager', (asked, services: SetupServices) =>
		showPage(() => pageOfRules(asked, services, asked.args[0])),
	),
	onComponent('select', removeRule, 'manager', (asked, services: SetupServices) =>
		showPage(async () => {
			const { args, t } = asked;
			const [page] = args;
			const overview = await services.setup.overview(asked.guildId);
			const subject = ruleOfOption(overview, asked.values[0]);
			// Another manager may have removed it meanwhile.
			if (subject === undefined) return await pageOfRules(asked, services, page, t('refusal.wasOutdated'));
			const change = { what: 'rule', subject, roleId: undefined } as const;
			const next = (note: string) => pageOfRules(asked, services, page, note);
			return await choose(asked, services, change, { next });
		}),
	),
];

function chosen(asked: Asked, services: SetupServices, change: SetupChange): Answer {
	return showPage(() => choose(asked, services, change));
}

/** The bot posts there on the manager's behalf. */
function chooseUpdates(asked: Asked, services: SetupServices, picked: Picked): Answer {
	const { t } = asked;
	const [channelId = ''] = picked;
	if (!asked.mayPost(channelId)) return showPage(mayNotPostView(t, channelId));
	const next = (note: string) =>
		pageOfSetup(asked, services, 'updates', `${note} ${t('setup.updates.first')}`);
	return showPage(() => choose(asked, services, { what: 'setting', name: 'updates', picked }, { next }));
}

async function makeRole(asked: Asked, services: SetupServices): Promise<MessageView> {
	const { t, guildT } = asked;
	const name = guildT('setup.make.name');
	const made = await services.buyerRole.make(chooserOf(asked), name);
	switch (made.kind) {
		case 'saved':
			return await mainPage(
				asked,
				services,
				`✅ **${t('setup.make.done', { role: `<@&${made.roleId}>` })}**`,
			);
		case 'exists':
		case 'powerless':
		case 'full':
		case 'pending':
			return unmadeRoleView(t, made, name);
		case 'to-confirm':
			return setupConfirmView(t, made);
		default:
			return setupRefusalView(t, made, { what: 'setting', name: 'buyer', picked: [asked.guildId] });
	}
}

/** Posts the panel if the manager can post in that channel, then returns to the first page. */
function postPanel(asked: Asked, services: SetupServices): Answer {
	const { guildId, t } = asked;
	const [channelId] = asked.values;
	if (channelId === undefined) return outdated;
	if (!asked.mayPost(channelId)) return showPage(mayNotPostView(t, channelId));
	return showPage(async () => {
		const outcome = await services.panels.post(panelRequest(asked, channelId));
		if (outcome.kind === 'posted' || outcome.kind === 'changed') {
			const note = `✅ **${t('setup.panel.posted', { channel: `<#${channelId}>` })}**`;
			return await mainPage({ guildId, t }, services, note);
		}
		return panelOutcomeView(t, outcome, { guildId, channelId });
	});
}

/** @returns the choice that a button confirms, or undefined if its subject no longer exists */
function confirmedChange(
	[kind, id, , argument]: NonNullable<ReturnType<typeof confirmChoice.decode>>,
	services: Pick<SetupServices, 'catalogue' | 'licenceTypes'>,
): SetupChange | undefined {
	switch (kind) {
		case 'powers':
			return { what: 'powers', roleId: id };
		case 'item':
		case 'category':
		case 'licence':
		case 'date': {
			const key = keyOfArgument(kind, argument, services);
			return key === undefined ? undefined : { what: 'rule', subject: { kind, key }, roleId: id };
		}
		default:
			return { what: 'setting', name: kind, picked: [id] };
	}
}
