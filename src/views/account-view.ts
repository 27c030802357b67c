import type { APIActionRowComponent, APIButtonComponentWithURL, APIEmbed } from 'discord.js';
import { z } from 'zod';
import type { Translator } from '../i18n/translator.js';
import type { MarketplaceFailure } from '../marketplace/result.js';
import type { Account } from '../marketplace/schemas.js';
import { button, row } from './components.js';
import { defineCustomId } from './custom-id.js';
import { embedUrl, linkButtons } from './links.js';
import { accent, type MessageView, noMentions, textView } from './message.js';
import { plainText } from './plain-text.js';
import { cut, foreignLine, foreignParagraphs, money, nothing, oneLine, timestamp } from './text.js';

/** Discord's limits for the buttons of a message. */
const buttonsInARow = 5;
const maxRows = 5;
const buttonLabel = 80;

/** The button that shows what the profile doesn't. */
export const showPrivate = defineCustomId('account-private', z.tuple([]));

/** The account that the API key belongs to, as its public profile shows it: without e-mail address and balance. */
export function accountView(t: Translator, account: Account): MessageView {
	const { buttons } = linkButtons(
		Object.entries(account.socialLinks).map(([network, url]) => ({ label: networkLabel(t, network), url })),
	);
	return {
		content: '',
		embeds: [accountEmbed(t, account)],
		components: [
			...rows(buttons).slice(0, maxRows - 1),
			row(button(t('account.showPrivate'), showPrivate.encode())),
		],
		allowedMentions: noMentions,
	};
}

/** What of the account is nobody else's business: for the owner of the server and administrators, on their asking. */
export function accountPrivateView(t: Translator, account: Account): MessageView {
	const email = foreignLine(account.email ?? '', 300);
	const contact = foreignLine(account.contactEmail ?? '', 300);
	const balance = account.balance === undefined ? '' : money(account.balance, account.currency, t.language);
	const fields = [
		{ name: t('account.email'), value: email || nothing },
		...(contact === '' || contact === email ? [] : [{ name: t('account.contactEmail'), value: contact }]),
		{ name: t('account.balance'), value: balance || nothing },
	];
	const title = foreignLine(account.fullName, 256) || foreignLine(account.username, 200) || '–';
	return {
		content: '',
		embeds: [{ color: accent, title, fields }],
		components: [],
		allowedMentions: noMentions,
	};
}

/** Why the account can't be shown, in an administrator's terms: what to check. */
export function accountFailureView(t: Translator, failure: MarketplaceFailure): MessageView {
	switch (failure.kind) {
		case 'bad-key':
			return textView(t('account.badKey'));
		case 'rate-limited':
			return textView(t('account.laterAt', { when: timestamp(failure.retryAt, 'R') }));
		case 'unavailable':
			return textView(t('account.unavailable'));
		case 'malformed':
		case 'invalid-code':
		case 'item-not-found':
		case 'no-items':
			return textView(t('account.malformed'));
	}
}

function accountEmbed(t: Translator, account: Account): APIEmbed {
	const userName = foreignLine(account.username, 200) || '–';
	const heading = foreignLine(account.heading, 200);
	const about = foreignParagraphs(plainText(account.description), 600);
	const description = [heading === '' ? '' : `**${heading}**`, about]
		.filter((part) => part !== '')
		.join('\n');
	const avatar = embedUrl(account.avatarUrl);
	const cover = embedUrl(account.coverUrl);
	return {
		color: accent,
		title: foreignLine(account.fullName, 256) || userName,
		...(description === '' ? {} : { description }),
		...(avatar === undefined ? {} : { thumbnail: { url: avatar } }),
		...(cover === undefined ? {} : { image: { url: cover } }),
		fields: [
			{ name: t('account.userName'), value: userName, inline: true },
			...(account.registeredAt === undefined
				? []
				: [{ name: t('account.memberSince'), value: timestamp(account.registeredAt, 'D'), inline: true }]),
		],
	};
}

/** "facebook" → "Facebook". */
function networkLabel(t: Translator, network: string): string {
	const name = oneLine(network) || t('account.link');
	return cut(name.charAt(0).toUpperCase() + name.slice(1), buttonLabel);
}

function rows(buttons: readonly APIButtonComponentWithURL[]) {
	const result: APIActionRowComponent<APIButtonComponentWithURL>[] = [];
	for (let start = 0; start < buttons.length; start += buttonsInARow) {
		result.push(row(...buttons.slice(start, start + buttonsInARow)));
	}
	return result;
}
