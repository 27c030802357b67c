import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf, privately } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { MarketplaceFailure } from '../../src/marketplace/result.js';
import type { Account } from '../../src/marketplace/schemas.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import type { MessageView } from '../../src/ui/message.js';
import { bold, button, buttons, gallery, head, linkButton, notice, page, text } from '../../src/ui/page.js';
import {
	cut,
	cutToWidth,
	dotted,
	foreignLine,
	money,
	nothing,
	oneLine,
	plainText,
	timestamp,
} from '../../src/ui/text.js';
import { lookupTrouble } from '../items/find.js';

const showAccount = defineCustomId('account', z.tuple([z.enum(['public', 'whole'])]));

/** `/account`: the shop's account, only for administrators. */
export const account = slashCommand('account', {
	access: 'administrator',
	answer: (asked, services: Services) => privately(() => accountPage(asked, services, false)),
});

const { shows } = componentsOf<Services>('administrator');

export const accountComponents = [
	shows('button', showAccount, (asked, services) => {
		const isWhole = asked.args[0] === 'whole';
		return accountPage(asked, services, isWhole, !isWhole);
	}),
];

/** `isHiding`: the administrator has just seen all of it, so the audit log needs no further line. */
async function accountPage(asked: Asked, { keyCheck, audit }: Services, isWhole: boolean, isHiding = false) {
	const { guildId, userId, t } = asked;
	if (!isHiding) audit.write(guildId, { kind: 'account', userId });
	const details = await keyCheck.recent();
	return details.ok ? accountView(t, details.value, isWhole) : accountFailureView(t, details.failure);
}

/** Leaves room for the rest of the page. */
const maxLinks = 10;
const buttonLabel = 80;
/** About two lines of a phone. */
const aboutColumns = 84;

/** Why the account can't be shown, with what an administrator should check. */
export function accountFailureView(t: Translator, failure: MarketplaceFailure): MessageView {
	const again = button(t('button.checkAgain'), showAccount.encode('public'));
	switch (failure.kind) {
		case 'bad-key':
			return notice(`⛔ ${t('finding.key.refused.says')}`, [t('finding.key.refused.todo')], again);
		case 'rate-limited':
		case 'unavailable':
		case 'blocked':
		case 'refused':
			return page('attention', text(lookupTrouble(t, failure)), buttons(again));
		case 'malformed':
		case 'invalid-code':
		case 'item-not-found':
		case 'no-items':
			return notice(t('account.malformed'), [t('account.checkAddress')], again);
	}
}

/** The account that the API key belongs to. `isWhole`: with email address and balance, on request. */
export function accountView(t: Translator, account: Account, isWhole = false): MessageView {
	const userName = foreignLine(account.username, 60) || nothing;
	const name = foreignLine(account.fullName, 80) || userName;
	const plainName = oneLine(account.fullName) || oneLine(account.username);
	const since =
		account.registeredAt !== undefined && t('account.since', { date: timestamp(account.registeredAt, 'D') });
	const heading = foreignLine(account.heading, 60);
	const about = cutToWidth(oneLine(plainText(account.description)), aboutColumns);
	const links = Object.entries(account.socialLinks).flatMap(
		([network, url]) => linkButton(networkLabel(t, network), url) ?? [],
	);
	return page(
		'info',
		head([`## ${name}`, userName], {
			url: account.avatarUrl,
			alt: t('account.avatarAlt', { name: cut(plainName || nothing, 200) }),
		}),
		text(since, heading && bold(heading), foreignLine(about, 4 * aboutColumns)),
		gallery({ url: account.coverUrl, alt: t('account.coverAlt', { name: cut(plainName || nothing, 200) }) }),
		text(isWhole && privateLine(t, account)),
		buttons(
			...links.slice(0, maxLinks),
			isWhole
				? button(t('account.hide'), showAccount.encode('public'))
				: button(t('account.showPrivate'), showAccount.encode('whole')),
		),
	);
}

function privateLine(t: Translator, { email, contactEmail, balance, currency }: Account): string {
	const address = foreignLine(email ?? '', 120) || nothing;
	const contact = foreignLine(contactEmail ?? '', 120);
	const amount = balance === undefined ? nothing : money(balance, currency, t.language);
	return dotted(
		t('account.email', { email: address }),
		contact !== '' && contact !== address && t('account.contact', { email: contact }),
		t('account.balance', { amount }),
	);
}

/** "facebook" → "Facebook". */
function networkLabel(t: Translator, network: string): string {
	const name = oneLine(network) || t('account.link');
	return cut(name.charAt(0).toUpperCase() + name.slice(1), buttonLabel);
}
