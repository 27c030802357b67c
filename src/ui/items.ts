import type { APIComponentInContainer, APIMediaGalleryComponent } from 'discord.js';
import type { Translator } from '../i18n/translator.js';
import type { Item, ItemMedia, ListedItem } from '../marketplace/schemas.js';
import type { ListPage } from './list.js';
import { bold, button, gallery, head, listRow, type Picture, row, select, small, text } from './page.js';
import {
	cut,
	cutToWidth,
	dotted,
	escapeText,
	foreignLine,
	money,
	oneLine,
	paragraphs,
	plainMoney,
	plainText,
	timestamp,
} from './text.js';

/** The item's name for unformatted text: a choice, an image description. Never empty. */
export function plainItemName(t: Translator, item: Pick<Item, 'id' | 'name'>, limit: number): string {
	return cut(oneLine(item.name) || t('item.unnamed', { id: item.id }), limit);
}

/** The item's name for formatted text, escaped. Never empty. */
export function itemName(t: Translator, item: Pick<Item, 'id' | 'name'>, limit: number): string {
	return foreignLine(item.name, limit) || t('item.unnamed', { id: item.id });
}

/** "Themes › Photography", escaped; '' if the item has neither. */
function itemCategory(item: Pick<Item, 'category' | 'subCategory'>, limit: number): string {
	const parts = [oneLine(item.category), oneLine(item.subCategory)].filter((part) => part !== '');
	return foreignLine(parts.join(' › '), limit);
}

/** The item's lowest price, unescaped: "from $9", or "$9" if it is the only one; undefined if unknown. */
export function lowestPrice(t: Translator, { price, currency }: Pick<Item, 'price' | 'currency'>) {
	const known = [price.regular, price.extended].filter((amount) => amount !== undefined);
	if (known.length === 0) return undefined;
	const lowest = plainMoney(Math.min(...known), currency, t.language, 'stripIfInteger');
	return known.length === 1 ? lowest : t('items.from', { price: lowest });
}

// An item is shown with both its pictures, like an embed: the thumbnail beside the title, the preview below.

type Named = Pick<Item, 'id' | 'name'>;
type Media = ItemMedia | undefined;

/** The thumbnail, for beside a title or a list entry. */
export function itemThumbnail(t: Translator, item: Named, media: Media): Picture {
	return { url: media?.thumbnailUrl, alt: t('item.logoAlt', { item: altName(t, item) }) };
}

/** The preview at full width: the video or else the image, as two would share the width. An audio item has neither. */
export function itemPreview(t: Translator, item: Named, media: Media): APIMediaGalleryComponent | undefined {
	const name = altName(t, item);
	return (
		gallery({ url: media?.previewVideoUrl, alt: t('item.previewVideoAlt', { item: name }) }) ??
		gallery({ url: media?.previewImageUrl, alt: t('item.previewImageAlt', { item: name }) })
	);
}

/** A list entry: the page that its select or button opens, and a line about it, unformatted in a select. */
interface ListedEntry {
	readonly item: Named;
	readonly media: Media;
	readonly value: string;
	readonly openId: string;
	readonly line: string;
	readonly plainLine: string;
	/** The one thing that stands behind its name; '' for none. */
	readonly brief: string;
}

/** A line of a phone, less the dot. A date in numbers alone takes ten columns of it. */
const lineColumns = 25;
const dateColumns = 10;

/**
 * A page of a list, each entry about an item: a row with a button for each of a short list, else a line for each, below
 * `heading`, and one select.
 */
export function itemList<Entry>(
	t: Translator,
	{ entries, hasRows }: ListPage<Entry>,
	choice: { readonly pickId: string; readonly placeholder: string; readonly heading?: string },
	listed: (entry: Entry) => ListedEntry,
): readonly APIComponentInContainer[] {
	const all = entries.map(listed);
	if (hasRows) {
		return all.flatMap(({ item, media, openId, line }) => {
			const open = button(t('button.open'), openId);
			return listRow(bold(itemName(t, item, limits.name)), line, itemThumbnail(t, item, media), open);
		});
	}
	const lines = all.map(({ item, brief }) => {
		const width = brief.replace(/<t:[^>]+>/, ' '.repeat(dateColumns)).length;
		const name = cutToWidth(plainItemName(t, item, 100), Math.max(12, lineColumns - width));
		return dotted(escapeText(name), brief);
	});
	const options = all.map(({ item, value, plainLine }) => ({
		label: plainItemName(t, item, 100),
		value,
		// Discord rejects an empty description.
		...(plainLine !== '' && { description: cut(plainLine, 100) }),
	}));
	const shown = text(choice.heading && small(choice.heading), ...lines);
	return [...(shown ? [shown] : []), row(select(choice.pickId, options, choice.placeholder))];
}

/** Discord's limit for an image description is far above this. */
const altName = (t: Translator, item: Named): string => plainItemName(t, item, 200);

// Short excerpts for a phone: the shop's own page has everything.
const limits = { name: 80, category: 60, version: 20, description: 1_000, tags: 200 };

/** The fields of an item that are not listed. */
export const nothingMore = {
	description: '',
	demoUrl: undefined,
	screenshotUrls: [],
};

/** An item within a phone's screen. The rest of it is in `itemDetails`. */
export function card(t: Translator, item: ListedItem, last?: string) {
	return [
		head([`## ${itemName(t, item, limits.name)}`], itemThumbnail(t, item, item)),
		text(prices(t, item), facts(item), last),
		itemPreview(t, item, item),
	];
}

/** Its description and its tags; undefined if it has neither. */
export function itemDetails({ description, options, tags }: Item) {
	const words = foreignLine(dotted(...options, ...tags), limits.tags);
	const begin = cut(paragraphs(plainText(description)), limits.description);
	return text(escapeText(begin), words && small(words));
}

function prices(t: Translator, { price: { regular, extended }, currency }: ListedItem): string {
	const amount = (value: number): string => money(value, currency, t.language);
	return dotted(
		regular !== undefined && t('item.regular', { price: amount(regular) }),
		extended !== undefined && t('item.extended', { price: amount(extended) }),
	);
}

function facts(item: ListedItem): string {
	return dotted(
		itemCategory(item, limits.category),
		foreignLine(item.version ?? '', limits.version),
		item.publishedAt !== undefined && timestamp(item.publishedAt, 'R'),
	);
}
