import {
	type APIButtonComponent,
	type APIEmbed,
	type APIEmbedField,
	ButtonStyle,
	ComponentType,
} from 'discord.js';
import type { Item } from '../marketplace/schemas.js';
import { itemCategory, itemName } from './item-text.js';
import { embedUrl, linkButtons } from './links.js';
import { ACCENT, type MessageView, noMentions } from './message.js';
import { plainText } from './plain-text.js';
import { openScreenshots, shownScreenshots } from './screenshots-view.js';
import { foreignLine, foreignParagraphs, money, timestamp } from './text.js';

const text = {
	price: 'Price',
	regular: 'regular licence',
	extended: 'extended licence',
	category: 'Category',
	version: 'Version',
	published: 'Published',
	options: 'Options',
	tags: 'Tags',
	links: 'Links',
	liveDemo: 'Live demo',
	videoPreview: 'Video preview',
	audioPreview: 'Audio preview',
	screenshots: (count: number) => `Screenshots (${count})`,
	footer: (id: number) => `Item ${id}`,
};

// Together far below the 6,000 characters that Discord allows over all embeds; the description is short on purpose,
// for a phone.
const LIMITS = { title: 256, description: 400, field: 300, links: 1024 };

/** An item as a card: what it is, what it costs, its pictures, and its demo, previews and screenshots as buttons. */
export function itemView(item: Item): MessageView {
	const { buttons: links, tooLong } = linkButtons([
		{ label: text.liveDemo, url: item.demoUrl },
		{ label: text.videoPreview, url: item.previewVideoUrl },
		{ label: text.audioPreview, url: item.previewAudioUrl },
	]);
	const buttons: APIButtonComponent[] = [...screenshotsButton(item), ...links];
	return {
		content: '',
		embeds: [itemEmbed(item, tooLong)],
		components: buttons.length === 0 ? [] : [{ type: ComponentType.ActionRow, components: buttons }],
		allowedMentions: noMentions,
	};
}

function itemEmbed(item: Item, longLinks: readonly string[]): APIEmbed {
	const url = embedUrl(item.demoUrl);
	const description = foreignParagraphs(plainText(item.description), LIMITS.description);
	const thumbnail = embedUrl(item.thumbnailUrl);
	const picture = embedUrl(item.previewImageUrl);
	return {
		color: ACCENT,
		title: itemName(item, LIMITS.title),
		...(url === undefined ? {} : { url }),
		...(description === '' ? {} : { description }),
		...(thumbnail === undefined ? {} : { thumbnail: { url: thumbnail } }),
		...(picture === undefined ? {} : { image: { url: picture } }),
		fields: itemFields(item, longLinks),
		footer: { text: text.footer(item.id) },
	};
}

function itemFields(item: Item, longLinks: readonly string[]): APIEmbedField[] {
	const published = item.publishedAt === undefined ? '' : timestamp(item.publishedAt, 'D');
	return [
		...field(text.price, prices(item)),
		...field(text.category, itemCategory(item, LIMITS.field)),
		...field(text.version, foreignLine(item.version ?? '', LIMITS.field)),
		...field(text.published, published),
		...field(text.options, foreignLine(item.options.join(' · '), LIMITS.field), false),
		...field(text.tags, foreignLine(item.tags.join(', '), LIMITS.field), false),
		...field(text.links, linesThatFit(longLinks, LIMITS.links), false),
	];
}

/** Discord refuses a field without a value. */
function field(name: string, value: string, inline = true): APIEmbedField[] {
	return value === '' ? [] : [{ name, value, inline }];
}

function prices({ price, currency }: Item): string {
	const lines = [
		price.regular === undefined ? [] : `**${money(price.regular, currency)}** ${text.regular}`,
		price.extended === undefined ? [] : `**${money(price.extended, currency)}** ${text.extended}`,
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

function screenshotsButton(item: Item): APIButtonComponent[] {
	const count = shownScreenshots(item).length;
	if (count === 0) return [];
	return [
		{
			type: ComponentType.Button,
			style: ButtonStyle.Primary,
			label: text.screenshots(count),
			custom_id: openScreenshots.encode(item.id, 0),
		},
	];
}
