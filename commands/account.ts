import {
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	PermissionFlagsBits,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Answerable, Command } from '../src/discord/command.js';
import { commandText } from '../src/i18n/command-text.js';
import { type Translator, translatorFor } from '../src/i18n/translator.js';
import type { MarketplaceResult } from '../src/marketplace/result.js';
import type { Account } from '../src/marketplace/schemas.js';
import { accountFailureView, accountView } from '../src/views/account-view.js';
import { ephemeral, type MessageView } from '../src/views/message.js';
import { administratorsOnlyView, homeOnlyView } from '../src/views/refusal-view.js';

/** The account that the API key belongs to. */
export interface AccountSource {
	accountDetails(): Promise<MarketplaceResult<Account>>;
	/** Called for everybody who opens it. */
	onOpened(interaction: Pick<Answerable, 'guildId' | 'user'>): void;
	/** The account is the business of home's administrators alone. */
	isHome(guildId: string): boolean;
}

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('account'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	default_member_permissions: String(PermissionFlagsBits.Administrator),
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/account`: the marketplace account, for an administrator alone. */
export function accountCommand(marketplace: AccountSource): Command {
	return {
		data,
		async run(interaction) {
			const t = translatorFor(interaction.locale);
			const refusal = accountRefusal(t, interaction, marketplace);
			if (refusal !== undefined) {
				await interaction.reply(ephemeral(refusal));
				return;
			}
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			marketplace.onOpened(interaction);
			const account = await marketplace.accountDetails();
			await interaction.editReply(
				account.ok ? accountView(t, account.value) : accountFailureView(t, account.failure),
			);
		},
	};
}

/**
 * The answer to whoever may not see the account; undefined for home's owner and administrators. A server can hand the
 * command to others in its own settings; the account is none of their business.
 */
export function accountRefusal(
	t: Translator,
	{ guildId, rights }: Answerable,
	{ isHome }: Pick<AccountSource, 'isHome'>,
): MessageView | undefined {
	if (!isHome(guildId)) return homeOnlyView(t);
	return rights.isAdministrator ? undefined : administratorsOnlyView(t);
}
