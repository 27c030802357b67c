import type { APISelectMenuOption, APIStringSelectComponent } from 'discord.js';
import type { MessageKey } from '../../i18n/messages.js';
import type { Translator } from '../../i18n/translator.js';
import type { CategoryChoice, ItemsFound } from '../../marketplace/item-browser.js';
import {
	categoryValue,
	chooseCategory,
	chooseOrder,
	filterOf,
	type ItemsState,
} from '../custom-ids/item-list-ids.js';
import { select } from '../kit/components.js';
import { cut, oneLine } from '../kit/text.js';

/**
 * The select of categories: all, the largest ones, and the others together; 25 options at most, Discord's limit. Closed
 * it says what is chosen.
 */
export function categorySelect(
	t: Translator,
	found: ItemsFound,
	state: ItemsState,
): APIStringSelectComponent {
	const { categories, rest, total } = found;
	const option = (choice: CategoryChoice, label: string, count: number): APISelectMenuOption => {
		const value = categoryValue(choice);
		return { label: cut(label, 100), value, description: t('items.count', { count }) };
	};
	const options = [
		option('all', t('items.allCategories'), total),
		...categories.map(({ key, name, count }) =>
			option({ key }, oneLine(name) || t('items.noCategory'), count),
		),
		...(rest > 0 ? [option('rest', t('items.otherCategories'), rest)] : []),
	];
	// Two options with one value would be refused, should two names ever have one key.
	const distinct = new Map(options.map((it) => [it.value, it]));
	const label = distinct.get(categoryValue(state.category))?.label ?? oneLine(found.category?.name ?? '');
	const placeholder = t('items.categoryIs', { category: cut(label || t('items.allCategories'), 60) });
	return select(chooseCategory.encode(...filterOf(state)), [...distinct.values()], placeholder);
}

const orderNames = {
	name: 'items.order.name',
	cheap: 'items.order.cheap',
	dear: 'items.order.dear',
	new: 'items.order.new',
	old: 'items.order.old',
} as const satisfies Record<ItemsState['order'], MessageKey>;

/** The select of orders. */
export function orderSelect(t: Translator, state: ItemsState): APIStringSelectComponent {
	const options = Object.entries(orderNames).map(([order, key]) => ({
		label: t(key),
		value: order,
	}));
	const placeholder = t('items.orderIs', { order: t(orderNames[state.order]) });
	return select(chooseOrder.encode(...filterOf(state)), options, placeholder);
}
