import {
	type Asked,
	onComponent,
	privately,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
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
	answer: (asked, services: AccountServices) => privately(accountPage(asked, services, accountView)),
});

/**
 * The buttons that show and hide email address and balance. Access is checked again: the member may no longer be an
 * administrator.
 */
export const accountComponents = [
	onComponent('button', showPrivate, 'administrator', (asked, services: AccountServices) =>
		showPage(accountPage(asked, services, accountPrivateView)),
	),
	onComponent('button', showAccount, 'administrator', (asked, services: AccountServices) =>
		showPage(accountPage(asked, services, accountView, true)),
	),
];

function accountPage(
	{ guildId, userId, t }: Asked,
	{ keyCheck, serverReport }: AccountServices,
	view: typeof accountView,
	isHiding = false,
): Work {
	return async () => {
		if (!isHiding) serverReport.account({ guildId, userId });
		const details = await keyCheck.recent();
		return details.ok ? view(t, details.value) : accountFailureView(t, details.failure);
	};
}
