import {
	type Asked,
	onComponent,
	replyLater,
	turnLater,
	type Work,
} from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { MarketplaceResult } from '../../src/marketplace/result.js';
import type { Account } from '../../src/marketplace/schemas.js';
import {
	accountFailureView,
	accountPrivateView,
	accountView,
	showAccount,
	showPrivate,
} from '../../src/views/management/account-view.js';

/** The account that the API key belongs to. */
export interface AccountSource {
	accountDetails(): Promise<MarketplaceResult<Account>>;
	/** Called for everybody who opens it. */
	onOpened(by: { readonly guildId: string; readonly userId: string }): void;
}

interface Services {
	readonly account: AccountSource;
}

/** `/account`: the shop's account, for an administrator of home alone. */
export const account = slashCommand('account', {
	access: 'home-administrator',
	answer: (asked, services: Services) => replyLater(accountPage(asked, services, accountView)),
});

/** The buttons that show and hide e-mail address and balance: whoever saw them may have been an administrator then. */
export const accountComponents = [
	onComponent('button', showPrivate, 'home-administrator', (asked, services: Services) =>
		turnLater(accountPage(asked, services, accountPrivateView)),
	),
	onComponent('button', showAccount, 'home-administrator', (asked, services: Services) =>
		turnLater(accountPage(asked, services, accountView, true)),
	),
];

function accountPage(
	{ interaction, t }: Asked<Answerable>,
	{ account }: Services,
	view: typeof accountView,
	isHiding = false,
): Work {
	return async () => {
		if (!isHiding) account.onOpened({ guildId: interaction.guildId, userId: interaction.user.id });
		const details = await account.accountDetails();
		return details.ok ? view(t, details.value) : accountFailureView(t, details.failure);
	};
}
