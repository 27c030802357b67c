import type { Translator } from '../i18n/translator.js';
import type { Item } from '../marketplace/schemas.js';
import { cut, foreignLine, money, oneLine } from './text.js';

/** The item's name for places without formatting: an embed's footer, a choice, a select. Never empty. */
export function plainItemName(t: Translator, item: Pick<Item, 'id' | 'name'>, limit: number): string {
	return cut(oneLine(item.name) || t('item.unnamed', { id: item.id }), limit);
}

/** The item's name for text with formatting, escaped. Never empty. */
export function itemName(t: Translator, item: Pick<Item, 'id' | 'name'>, limit: number): string {
	return foreignLine(item.name, limit) || t('item.unnamed', { id: item.id });
}

/** "Themes › Photography", escaped; '' where the item has neither. */
export function itemCategory(item: Pick<Item, 'category' | 'subCategory'>, limit: number): string {
	const parts = [oneLine(item.category), oneLine(item.subCategory)].filter((part) => part !== '');
	return foreignLine(parts.join(' › '), limit);
}

/** The lowest price; undefined if none is known. Escaped. */
export function lowestPrice(
	t: Translator,
	{ price, currency }: Pick<Item, 'price' | 'currency'>,
): string | undefined {
	const amount = price.regular ?? price.extended;
	return amount === undefined ? undefined : money(amount, currency, t.language);
}
