import type { ButtonInput, ComponentHandler } from '../src/discord/command.js';
import type { SetupChange } from '../src/guilds/setup-change.js';
import { translatorFor } from '../src/i18n/translator.js';
import { ephemeral, type MessageView } from '../src/views/message.js';
import { managersOnlyView, outdatedComponentView } from '../src/views/refusal-view.js';
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
import { chooserOf, mayManage, type SetupCommandDependencies } from './setup.js';
import { categoriesOf } from './setup-subject.js';

/**
 * What the selects and buttons of `/setup` do. Nothing is remembered between them: a choice is saved at once, or carried
 * by the button that confirms it.
 */
export function setupHandlers({
	setup,
	catalogue,
	licenceTypes,
}: SetupCommandDependencies): readonly ComponentHandler[] {
	const pageOfRules = async ({ guildId, locale }: ButtonInput, page: number): Promise<MessageView> =>
		setupRulesView(
			translatorFor(locale),
			await setup.overview(guildId),
			page,
			(id) => catalogue.get(id)?.name,
		);

	const choose = async (
		interaction: ButtonInput,
		change: SetupChange,
		confirmed?: string,
	): Promise<MessageView> => {
		const t = translatorFor(interaction.locale);
		const outcome = await setup.choose(chooserOf(interaction), change, confirmed);
		if (outcome.kind === 'to-confirm') return setupConfirmView(t, outcome);
		const isSaved = outcome.kind === 'saved' && change.what === 'rule';
		if (isSaved) return pageOfRules(interaction, 0);
		return setupView(t, await setup.overview(interaction.guildId), outcome);
	};

	return [
		{
			kind: 'role-select',
			name: chooseRole.name,
			run: (interaction) =>
				answer(interaction, chooseRole.decode(interaction.customId), ([purpose]) => {
					const [roleId] = interaction.values;
					if (purpose === 'supported') return choose(interaction, { what: 'supported-role', roleId });
					return roleId === undefined ? undefined : choose(interaction, { what: 'buyer-role', roleId });
				}),
		},
		{
			kind: 'channel-select',
			name: chooseAuditChannel.name,
			run: (interaction) =>
				answer(interaction, chooseAuditChannel.decode(interaction.customId), () => {
					const [channelId] = interaction.values;
					return choose(interaction, { what: 'audit-channel', channelId });
				}),
		},
		{
			kind: 'role-select',
			name: chooseStaff.name,
			run: (interaction) =>
				answer(interaction, chooseStaff.decode(interaction.customId), () =>
					choose(interaction, { what: 'staff-roles', roleIds: interaction.values }),
				),
		},
		{
			kind: 'button',
			name: lookAtPowers.name,
			run: (interaction) =>
				answer(interaction, lookAtPowers.decode(interaction.customId), ([roleId]) =>
					choose(interaction, { what: 'powers', roleId }),
				),
		},
		{
			kind: 'button',
			name: confirmChoice.name,
			run: (interaction) => {
				const args = confirmChoice.decode(interaction.customId);
				const change = args && confirmedChange(args, { catalogue, licenceTypes });
				return answer(interaction, change && ([change, args[2]] as const), ([chosen, digest]) =>
					choose(interaction, chosen, digest),
				);
			},
		},
		{
			kind: 'button',
			name: openSetup.name,
			run: (interaction) =>
				answer(interaction, openSetup.decode(interaction.customId), async () =>
					setupView(translatorFor(interaction.locale), await setup.overview(interaction.guildId)),
				),
		},
		{
			kind: 'button',
			name: openRules.name,
			run: (interaction) =>
				answer(interaction, openRules.decode(interaction.customId), ([page]) =>
					pageOfRules(interaction, page),
				),
		},
		{
			kind: 'select',
			name: removeRule.name,
			run: (interaction) =>
				answer(interaction, removeRule.decode(interaction.customId), async ([page]) => {
					const overview = await setup.overview(interaction.guildId);
					const subject = ruleOfOption(overview, interaction.values[0]);
					// Somebody else may have removed it meanwhile: then the page shows that.
					if (subject === undefined) return pageOfRules(interaction, page);
					const change = { what: 'rule', subject, roleId: undefined } as const;
					const outcome = await setup.choose(chooserOf(interaction), change);
					if (outcome.kind === 'saved') return pageOfRules(interaction, page);
					return setupView(translatorFor(interaction.locale), overview, outcome);
				}),
		},
	];
}

/**
 * Answers a component on the page itself, for whoever may manage the server. `view` gives undefined for what no
 * version of the page can have sent.
 */
async function answer<Args>(
	interaction: ButtonInput,
	args: Args | undefined,
	view: (args: Args) => Promise<MessageView> | undefined,
): Promise<void> {
	if (!mayManage(interaction)) {
		await interaction.reply(ephemeral(managersOnlyView(translatorFor(interaction.locale))));
		return;
	}
	if (args === undefined) {
		await interaction.reply(ephemeral(outdatedComponentView(translatorFor(interaction.locale))));
		return;
	}
	await interaction.deferUpdate();
	const page = await view(args);
	if (page !== undefined) await interaction.editReply(page);
}

/** The choice that a button confirms; undefined where what it is about can't be found again. */
function confirmedChange(
	[kind, id, , argument]: NonNullable<ReturnType<typeof confirmChoice.decode>>,
	{ catalogue, licenceTypes }: Pick<SetupCommandDependencies, 'catalogue' | 'licenceTypes'>,
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
