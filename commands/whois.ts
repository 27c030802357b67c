import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	PermissionFlagsBits,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
	type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { Answerable, Command, UserCommand } from '../src/discord/command.js';
import { commandText, localizations } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import { ephemeral } from '../src/views/message.js';
import { casesView, laterView, memberEmbed } from '../src/views/moderation-view.js';
import { type ModerationCommandDependencies, mayModerate, moderatorsOnlyView } from './claim.js';

const shared = {
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	default_member_permissions: String(PermissionFlagsBits.ManageRoles),
};

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('whois'),
	...shared,
	options: [{ type: ApplicationCommandOptionType.User, ...commandText('whois.member'), required: true }],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** The same in the context menu of a member. */
export const menuData = {
	type: ApplicationCommandType.User,
	name: 'Purchases',
	name_localizations: localizations('moderation.menu'),
	...shared,
} as const satisfies RESTPostAPIContextMenuApplicationCommandsJSONBody;

/** `/whois`: a member's purchases, their history, and the roles that follow. */
export function whoisCommand(dependencies: ModerationCommandDependencies): Command {
	return {
		data,
		run: (interaction) =>
			show(interaction, () => interaction.options.getUser('member', true).id, dependencies),
	};
}

export function purchasesMenu(dependencies: ModerationCommandDependencies): UserCommand {
	return {
		data: menuData,
		run: (interaction) => show(interaction, () => interaction.targetId, dependencies),
	};
}

async function show(
	interaction: Answerable,
	member: () => string,
	{ moderation, staffRoles, rolesOf, limits }: ModerationCommandDependencies,
): Promise<void> {
	const t = translatorFor(interaction.locale);
	if (!(await mayModerate(interaction, staffRoles))) {
		await interaction.reply(ephemeral(moderatorsOnlyView(t)));
		return;
	}
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const { guildId } = interaction;
	const userId = member();
	const retryAt = await limits.whoisRetryAt({ userId: interaction.user.id, guildId }, userId);
	if (retryAt !== undefined) {
		await interaction.editReply(laterView(t, retryAt));
		return;
	}
	const [cases, roles] = await Promise.all([
		moderation.byMember(userId, guildId, true),
		rolesOf(guildId, userId),
	]);
	const view = casesView(t, cases, memberEmbed(t, userId, roles));
	const nothing = t('moderation.noClaims', { member: `<@${userId}>` });
	await interaction.editReply(cases.length === 0 ? { ...view, content: nothing } : view);
}
