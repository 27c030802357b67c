import type { APISelectMenuOption, APIStringSelectComponent } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { CategoryChoice, ItemFilter, ItemsFound } from '../../marketplace/item-browser.js';
import {
	categoryValue,
	chooseCategory,
	chooseOrder,
	filterOf,
	type ItemsState,
	order,
} from '../custom-ids/item-ids.js';
import { select } from '../kit/page.js';
import { cut, escapeText, oneLine } from '../kit/text.js';

/**
 * The select of categories: all, the largest ones, and the others together; at most 25 options, Discord's limit. Its
 * closed state shows the current one.
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
	// Discord would reject two options with one value, should two names share a key.
	const distinct = new Map(options.map((it) => [it.value, it]));
	const label = distinct.get(categoryValue(state.category))?.label ?? oneLine(found.category?.name ?? '');
	const placeholder = t('items.categoryIs', { category: cut(label || t('items.allCategories'), 60) });
	return select(chooseCategory.encode(...filterOf(state)), [...distinct.values()], placeholder);
}

const shownName = (name: string | undefined): string => cut(oneLine(name ?? ''), 60);

interface ChosenFilter {
	readonly filter: ItemFilter;
	readonly name: string;
}

/** The chosen filters, with what is chosen, as people read it. */
export function chosenFilters(
	t: Translator,
	found: ItemsFound,
	{ search, category }: ItemsState,
): readonly ChosenFilter[] {
	const ofCategory =
		category === 'rest'
			? t('items.otherCategories')
			: shownName(found.category?.name) || t('items.noCategory');
	const filters: readonly ChosenFilter[] = [
		{ filter: 'search', name: oneLine(search) },
		{ filter: 'category', name: category === 'all' ? '' : ofCategory },
	];
	return filters.filter(({ name }) => name !== '');
}

/** `Category: Themes`; '' for a search. */
export function filterText(t: Translator, { filter, name }: ChosenFilter): string {
	return filter === 'search' ? '' : t('items.categoryIs', { category: escapeText(name) });
}

export function orderSelect(t: Translator, state: ItemsState): APIStringSelectComponent {
	const options = order.options.map((value) => ({ label: t(`items.order.${value}`), value }));
	const placeholder = t('items.orderIs', { order: t(`items.order.${state.order}`) });
	return select(chooseOrder.encode(...filterOf(state)), options, placeholder);
}
