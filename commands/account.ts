import { onComponent, replyLater } from '../src/discord/handler.js';
import { slashCommand } from '../src/discord/slash-command.js';
import type { MarketplaceResult } from '../src/marketplace/result.js';
import type { Account } from '../src/marketplace/schemas.js';
import {
	accountFailureView,
	accountPrivateView,
	accountView,
	showPrivate,
} from '../src/views/account-view.js';

/** The account that the API key belongs to. */
export interface AccountSource {
	accountDetails(): Promise<MarketplaceResult<Account>>;
	/** Called for everybody who opens it. */
	onOpened(by: { readonly guildId: string; readonly userId: string }): void;
}

interface Services {
	readonly account: AccountSource;
}

/** `/account`: the marketplace account, for an administrator of home alone. */
export const account = slashCommand('account', {
	access: 'home-administrator',
	answer: ({ interaction, t }, { account }: Services) =>
		replyLater(async () => {
			account.onOpened({ guildId: interaction.guildId, userId: interaction.user.id });
			const details = await account.accountDetails();
			return details.ok ? accountView(t, details.value) : accountFailureView(t, details.failure);
		}),
});

/** The button behind which e-mail address and balance are: whoever saw it may have been an administrator then. */
export const accountComponents = [
	onComponent('button', showPrivate, 'home-administrator', ({ interaction, t }, { account }: Services) =>
		replyLater(async () => {
			account.onOpened({ guildId: interaction.guildId, userId: interaction.user.id });
			const details = await account.accountDetails();
			return details.ok ? accountPrivateView(t, details.value) : accountFailureView(t, details.failure);
		}),
	),
];
