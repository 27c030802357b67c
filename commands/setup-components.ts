import type { ButtonInput, ComponentHandler, SelectInput } from '../src/discord/command.js';
import type { SetupChange } from '../src/guilds/setup.js';
import { translatorFor } from '../src/i18n/translator.js';
import { ephemeral, type MessageView } from '../src/views/message.js';
import { managersOnlyView, outdatedComponentView } from '../src/views/refusal-view.js';
import { chooseAuditChannel, chooseRole, openRules, openSetup, removeRule } from '../src/views/setup-ids.js';
import { ruleOfOption, setupRulesView } from '../src/views/setup-rules-view.js';
import { setupView } from '../src/views/setup-view.js';
import { chooserOf, mayManage, type SetupCommandDependencies } from './setup.js';

type Dependencies = Pick<SetupCommandDependencies, 'setup' | 'catalogue'>;

/** What the selects and buttons of `/setup` do. Nothing is remembered between them: each choice is saved at once. */
export function setupHandlers({ setup, catalogue }: Dependencies): readonly ComponentHandler[] {
	const pageOfRules = async ({ guildId, locale }: ButtonInput, page: number): Promise<MessageView> =>
		setupRulesView(
			translatorFor(locale),
			await setup.overview(guildId),
			page,
			(id) => catalogue.get(id)?.name,
		);

	const choose = async (interaction: SelectInput, change: SetupChange): Promise<MessageView> => {
		const outcome = await setup.choose(chooserOf(interaction), change);
		return setupView(translatorFor(interaction.locale), await setup.overview(interaction.guildId), outcome);
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
					if (subject !== undefined) {
						await setup.choose(chooserOf(interaction), { what: 'rule', subject, roleId: undefined });
					}
					return pageOfRules(interaction, page);
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
