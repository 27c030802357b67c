import type { ButtonInput } from '../src/discord/command.js';
import { type Answer, type Asked, onComponent, outdated, updateLater } from '../src/discord/handler.js';
import type { SetupChange } from '../src/guilds/setup-change.js';
import type { MessageView } from '../src/views/message.js';
import { setupConfirmView } from '../src/views/setup-confirm-view.js';
import {
	chooseAuditChannel,
	chooseRole,
	chooseStaff,
	confirmChoice,
	lookAtPowers,
	openRules,
	openSetup,
	removeRule,
	subjectOfArgument,
} from '../src/views/setup-ids.js';
import { ruleOfOption, setupRulesView } from '../src/views/setup-rules-view.js';
import { setupView } from '../src/views/setup-view.js';
import { chooserOf, type SetupServices } from './setup-services.js';
import { categoriesOf } from './setup-subject.js';

/**
 * What the selects and buttons of `/setup` do. Nothing is remembered between them: a choice is saved at once, or carried
 * by the button that confirms it.
 */
export const setupComponents = [
	onComponent('role-select', chooseRole, 'manager', (asked, services: SetupServices) => {
		const [purpose] = asked.args;
		const [roleId] = asked.interaction.values;
		if (purpose === 'supported') return chosen(asked, services, { what: 'supported-role', roleId });
		return roleId === undefined ? outdated : chosen(asked, services, { what: 'buyer-role', roleId });
	}),
	onComponent('channel-select', chooseAuditChannel, 'manager', (asked, services: SetupServices) => {
		const [channelId] = asked.interaction.values;
		return chosen(asked, services, { what: 'audit-channel', channelId });
	}),
	onComponent('role-select', chooseStaff, 'manager', (asked, services: SetupServices) =>
		chosen(asked, services, { what: 'staff-roles', roleIds: asked.interaction.values }),
	),
	onComponent('button', lookAtPowers, 'manager', (asked, services: SetupServices) =>
		chosen(asked, services, { what: 'powers', roleId: asked.args[0] }),
	),
	onComponent('button', confirmChoice, 'manager', (asked, services: SetupServices) => {
		const change = confirmedChange(asked.args, services);
		return change === undefined ? outdated : chosen(asked, services, change, asked.args[2]);
	}),
	onComponent('button', openSetup, 'manager', ({ interaction, t }, { setup }: SetupServices) =>
		updateLater(async () => setupView(t, await setup.overview(interaction.guildId))),
	),
	onComponent('button', openRules, 'manager', (asked, services: SetupServices) =>
		updateLater(() => pageOfRules(asked, services, asked.args[0])),
	),
	onComponent('select', removeRule, 'manager', (asked, services: SetupServices) =>
		updateLater(async () => {
			const { args, interaction, t } = asked;
			const overview = await services.setup.overview(interaction.guildId);
			const subject = ruleOfOption(overview, interaction.values[0]);
			// Somebody else may have removed it meanwhile: then the page shows that.
			if (subject === undefined) return await pageOfRules(asked, services, args[0]);
			const change = { what: 'rule', subject, roleId: undefined } as const;
			const outcome = await services.setup.choose(chooserOf(interaction), change);
			if (outcome.kind === 'saved') return await pageOfRules(asked, services, args[0]);
			return setupView(t, overview, outcome);
		}),
	),
];

/** Saves a choice, or asks about it first, and shows on the page what has become of it. */
function chosen(
	asked: Asked<ButtonInput>,
	services: SetupServices,
	change: SetupChange,
	confirmed?: string,
): Answer {
	const { interaction, t } = asked;
	return updateLater(async () => {
		const outcome = await services.setup.choose(chooserOf(interaction), change, confirmed);
		if (outcome.kind === 'to-confirm') return setupConfirmView(t, outcome);
		const isSaved = outcome.kind === 'saved' && change.what === 'rule';
		if (isSaved) return await pageOfRules(asked, services, 0);
		return setupView(t, await services.setup.overview(interaction.guildId), outcome);
	});
}

async function pageOfRules(
	{ interaction, t }: Asked<ButtonInput>,
	{ setup, catalogue }: SetupServices,
	page: number,
): Promise<MessageView> {
	const overview = await setup.overview(interaction.guildId);
	return setupRulesView(t, overview, page, (id) => catalogue.get(id)?.name);
}

/** The choice that a button confirms; undefined where what it is about can't be found again. */
function confirmedChange(
	[kind, id, , argument]: NonNullable<ReturnType<typeof confirmChoice.decode>>,
	{ catalogue, licenceTypes }: Pick<SetupServices, 'catalogue' | 'licenceTypes'>,
): SetupChange | undefined {
	switch (kind) {
		case 'buyer':
			return { what: 'buyer-role', roleId: id };
		case 'supported':
			return { what: 'supported-role', roleId: id };
		case 'audit':
			return { what: 'audit-channel', channelId: id };
		case 'powers':
			return { what: 'powers', roleId: id };
		case 'item':
		case 'category':
		case 'licence': {
			const key = subjectOfArgument(argument, () =>
				kind === 'category' ? categoriesOf(catalogue) : licenceTypes(),
			);
			return key === undefined ? undefined : { what: 'rule', subject: { kind, key }, roleId: id };
		}
	}
}
