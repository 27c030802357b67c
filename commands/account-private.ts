import { MessageFlags } from 'discord.js';
import type { ComponentHandler } from '../src/discord/command.js';
import { translatorFor } from '../src/i18n/translator.js';
import { accountFailureView, accountPrivateView, showPrivate } from '../src/views/account-view.js';
import { ephemeral } from '../src/views/message.js';
import { type AccountSource, accountRefusal } from './account.js';

/** The button of `/account` behind which e-mail address and balance are. */
export function accountHandlers(marketplace: AccountSource): readonly ComponentHandler[] {
	return [
		{
			kind: 'button',
			name: showPrivate.name,
			async run(interaction) {
				const t = translatorFor(interaction.locale);
				// Whoever saw the button may have been an administrator then.
				const refusal = accountRefusal(t, interaction, marketplace);
				if (refusal !== undefined) {
					await interaction.reply(ephemeral(refusal));
					return;
				}
				await interaction.deferReply({ flags: MessageFlags.Ephemeral });
				marketplace.onOpened(interaction);
				const account = await marketplace.accountDetails();
				await interaction.editReply(
					account.ok ? accountPrivateView(t, account.value) : accountFailureView(t, account.failure),
				);
			},
		},
	];
}
