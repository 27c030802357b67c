import { type APIButtonComponent, type APIEmbed, type APIEmbedField, ButtonStyle } from 'discord.js';
import { z } from 'zod';
import type { Translator } from '../i18n/translator.js';
import type { Item } from '../marketplace/schemas.js';
import { button, row } from './components.js';
import { defineCustomId, wholeNumber } from './custom-id.js';
import { itemCategory, itemName } from './item-text.js';
import { embedUrl, linkButtons } from './links.js';
import { accent, type MessageView, noMentions } from './message.js';
import { plainText } from './plain-text.js';
import { hasPreview, openPreview } from './preview-view.js';
import { openScreenshots, shownScreenshots } from './screenshots-view.js';
import { foreignLine, foreignParagraphs, money, timestamp } from './text.js';

// Together far below the 6,000 characters that Discord allows over all embeds; the description is short on purpose,
// for a phone.
const limits = { title: 256, description: 400, field: 300, links: 1024 };

/** Posts the card for everyone. Argument: the item's id. */
export const shareItem = defineCustomId('share', z.tuple([wholeNumber]));

/** An item as a card: what it is, what it costs, its pictures, and its demo, previews and screenshots as buttons. */
export function itemView(t: Translator, item: Item): MessageView {
	return cardView(t, item, undefined);
}

/** The card for everyone in a channel, with who posted it, and without the button that would post it again. */
export function sharedItemView(t: Translator, item: Item, sharedBy: string): MessageView {
	return cardView(t, item, sharedBy);
}

function cardView(t: Translator, item: Item, sharedBy: string | undefined): MessageView {
	const { buttons: links, tooLong } = linkButtons([
		{ label: t('item.liveDemo'), url: item.demoUrl },
		{ label: t('item.videoPreview'), url: item.previewVideoUrl },
		{ label: t('item.audioPreview'), url: item.previewAudioUrl },
	]);
	const own: APIButtonComponent[] = [
		...screenshotsButton(t, item),
		...previewButton(t, item),
		...(sharedBy === undefined ? [shareButton(t, item)] : []),
	];
	return {
		content: sharedBy === undefined ? '' : t('item.sharedBy', { member: `<@${sharedBy}>` }),
		embeds: [itemEmbed(t, item, tooLong)],
		components: [own, links].filter((buttons) => buttons.length > 0).map((buttons) => row(...buttons)),
		allowedMentions: noMentions,
	};
}

function itemEmbed(t: Translator, item: Item, longLinks: readonly string[]): APIEmbed {
	const url = embedUrl(item.demoUrl);
	const description = foreignParagraphs(plainText(item.description), limits.description);
	const thumbnail = embedUrl(item.thumbnailUrl);
	const picture = embedUrl(item.previewImageUrl);
	return {
		color: accent,
		title: itemName(t, item, limits.title),
		...(url === undefined ? {} : { url }),
		...(description === '' ? {} : { description }),
		...(thumbnail === undefined ? {} : { thumbnail: { url: thumbnail } }),
		...(picture === undefined ? {} : { image: { url: picture } }),
		fields: itemFields(t, item, longLinks),
		footer: { text: t('item.unnamed', { id: item.id }) },
	};
}

function itemFields(t: Translator, item: Item, longLinks: readonly string[]): APIEmbedField[] {
	const published = item.publishedAt === undefined ? '' : timestamp(item.publishedAt, 'D');
	return [
		...field(t('item.price'), prices(t, item)),
		...field(t('item.category'), itemCategory(item, limits.field)),
		...field(t('item.version'), foreignLine(item.version ?? '', limits.field)),
		...field(t('item.published'), published),
		...field(t('item.options'), foreignLine(item.options.join(' · '), limits.field), false),
		...field(t('item.tags'), foreignLine(item.tags.join(' · '), limits.field), false),
		...field(t('item.links'), linesThatFit(longLinks, limits.links), false),
	];
}

/** Discord refuses a field without a value. */
function field(name: string, value: string, inline = true): APIEmbedField[] {
	return value === '' ? [] : [{ name, value, inline }];
}

function prices(t: Translator, { price, currency }: Item): string {
	const lines = [
		price.regular === undefined
			? []
			: t('item.regular', { price: money(price.regular, currency, t.language) }),
		price.extended === undefined
			? []
			: t('item.extended', { price: money(price.extended, currency, t.language) }),
	];
	return lines.flat().join('\n');
}

/** A link can't be cut: one that doesn't fit any more is left out. */
function linesThatFit(lines: readonly string[], limit: number): string {
	return lines.reduce((kept, line) => {
		const longer = kept === '' ? line : `${kept}\n${line}`;
		return longer.length <= limit ? longer : kept;
	}, '');
}

function screenshotsButton(t: Translator, item: Item): APIButtonComponent[] {
	const count = shownScreenshots(item).length;
	if (count === 0) return [];
	return [button(t('item.screenshots', { count }), openScreenshots.encode(item.id, 0), ButtonStyle.Primary)];
}

function previewButton(t: Translator, item: Item): APIButtonComponent[] {
	if (!hasPreview(item)) return [];
	return [button(t('item.preview'), openPreview.encode(item.id), ButtonStyle.Primary)];
}

function shareButton(t: Translator, item: Item): APIButtonComponent {
	return button(t('item.share'), shareItem.encode(item.id));
}
