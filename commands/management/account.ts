import {
	type Asked,
	onComponent,
	replyLater,
	turnLater,
	type Work,
} from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { KeyCheck } from '../../src/marketplace/key-check.js';
import type { ServerReport } from '../../src/reporting/server-report.js';
import {
	accountFailureView,
	accountPrivateView,
	accountView,
	showAccount,
	showPrivate,
} from '../../src/views/management/account-view.js';

export interface AccountServices {
	readonly keyCheck: Pick<KeyCheck, 'recent'>;
	/** Every use is reported. */
	readonly serverReport: Pick<ServerReport, 'account'>;
}

/** `/account`: the shop's account, only for administrators. */
export const account = slashCommand('account', {
	access: 'administrator',
	answer: (asked, services: AccountServices) => replyLater(accountPage(asked, services, accountView)),
});

/**
 * The buttons that show and hide email address and balance. Access is checked again: the member may no longer be an
 * administrator.
 */
export const accountComponents = [
	onComponent('button', showPrivate, 'administrator', (asked, services: AccountServices) =>
		turnLater(accountPage(asked, services, accountPrivateView)),
	),
	onComponent('button', showAccount, 'administrator', (asked, services: AccountServices) =>
		turnLater(accountPage(asked, services, accountView, true)),
	),
];

function accountPage(
	{ interaction, t }: Asked<Answerable>,
	{ keyCheck, serverReport }: AccountServices,
	view: typeof accountView,
	isHiding = false,
): Work {
	return async () => {
		if (!isHiding) serverReport.account({ guildId: interaction.guildId, userId: interaction.user.id });
		const details = await keyCheck.recent();
		return details.ok ? view(t, details.value) : accountFailureView(t, details.failure);
	};
}
