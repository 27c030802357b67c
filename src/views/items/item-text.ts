import type { Translator } from '../../i18n/translator.js';
import type { Item } from '../../marketplace/schemas.js';
import { plainText } from '../kit/plain-text.js';
import { cut, cutToWidth, foreignLine, oneLine, plainMoney } from '../kit/text.js';

/** About two lines of a phone: with two pictures, more would push the title out of view. */
const descriptionColumns = 84;

/** The item's name for unformatted text: a choice, an image description. Never empty. */
export function plainItemName(t: Translator, item: Pick<Item, 'id' | 'name'>, limit: number): string {
	return cut(oneLine(item.name) || t('item.unnamed', { id: item.id }), limit);
}

/** The item's name for formatted text, escaped. Never empty. */
export function itemName(t: Translator, item: Pick<Item, 'id' | 'name'>, limit: number): string {
	return foreignLine(item.name, limit) || t('item.unnamed', { id: item.id });
}

/** "Themes › Photography", escaped; '' if the item has neither. */
export function itemCategory(item: Pick<Item, 'category' | 'subCategory'>, limit: number): string {
	const parts = [oneLine(item.category), oneLine(item.subCategory)].filter((part) => part !== '');
	return foreignLine(parts.join(' › '), limit);
}

/** The beginning of the description, about two lines of a phone, escaped; '' if there is none. */
export function itemDescription(item: Pick<Item, 'description'>): string {
	const line = oneLine(plainText(item.description).slice(0, 10 * descriptionColumns));
	return foreignLine(cutToWidth(line, descriptionColumns), 4 * descriptionColumns);
}

/** The item's lowest price, unescaped: "from $9.00", or "$9.00" if it is the only one; undefined if unknown. */
export function lowestPrice(
	t: Translator,
	{ price, currency }: Pick<Item, 'price' | 'currency'>,
): string | undefined {
	const known = [price.regular, price.extended].filter((amount) => amount !== undefined);
	if (known.length === 0) return undefined;
	const lowest = plainMoney(Math.min(...known), currency, t.language);
	return known.length === 1 ? lowest : t('items.from', { price: lowest });
}
