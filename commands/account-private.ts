import { MessageFlags } from 'discord.js';
import type { ComponentHandler } from '../src/discord/command.js';
import { translatorFor } from '../src/i18n/translator.js';
import { accountFailureView, accountPrivateView, showPrivate } from '../src/views/account-view.js';
import { ephemeral } from '../src/views/message.js';
import { administratorsOnlyView } from '../src/views/refusal-view.js';
import { type AccountSource, maySeeAccount } from './account.js';

/** The button of `/account` behind which e-mail address and balance are. */
export function accountHandlers(marketplace: AccountSource): readonly ComponentHandler[] {
	return [
		{
			kind: 'button',
			name: showPrivate.name,
			async run(interaction) {
				const t = translatorFor(interaction.locale);
				// Whoever saw the button may have been an administrator then.
				if (!maySeeAccount(interaction)) {
					await interaction.reply(ephemeral(administratorsOnlyView(t)));
					return;
				}
				await interaction.deferReply({ flags: MessageFlags.Ephemeral });
				const account = await marketplace.accountDetails();
				await interaction.editReply(
					account.ok ? accountPrivateView(t, account.value) : accountFailureView(t, account.failure),
				);
			},
		},
	];
}
