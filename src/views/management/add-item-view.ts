import { type APIModalInteractionResponseCallbackData, ComponentType } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { ListedItem } from '../../marketplace/schemas.js';
import { askForItem, chooseItem, chooseItemRole, openRules, sendItem } from '../custom-ids/setup-ids.js';
import { itemName, plainItemName } from '../items/item-text.js';
import { button, select } from '../kit/components.js';
import { field } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { buttons, page, selectRow, text } from '../kit/page.js';

/** What the form calls its field. */
export const itemInput = 'item';

/** Discord's limits for a select. */
export const mostItems = 25;
const longestOption = 100;
const longestTyped = 100;

/** The page on which the item is chosen that a role is for. `items`: those to choose from, `mostItems` at most. */
export function addItemView(t: Translator, items: readonly ListedItem[], note?: string): MessageView {
	// Two options with one value would be refused, should the shop list an item twice.
	const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
	const options = distinct.map((item) => ({
		label: plainItemName(t, item, longestOption),
		value: String(item.id),
		description: String(item.id),
	}));
	return page(
		'info',
		text(`## ${t('setup.rules.add')}`, note, options.length === 0 && t('item.none')),
		options.length > 0 && selectRow(select(chooseItem.encode(), options, t('setup.rules.chooseItem'))),
		buttons(button(t('items.search'), askForItem.encode()), button(t('button.back'), openRules.encode(0))),
	);
}

/** The page on which that item gets its role. */
export function itemRoleView(t: Translator, item: Pick<ListedItem, 'id' | 'name'>): MessageView {
	return page(
		'info',
		text(`## ${itemName(t, item, 80)}`, t('setup.former')),
		selectRow({
			type: ComponentType.RoleSelect,
			custom_id: chooseItemRole.encode(String(item.id)),
			placeholder: t('setup.chooseRole'),
		}),
		buttons(button(t('button.back'), openRules.encode(0))),
	);
}

/** The form in which the item is searched for. */
export function itemModal(t: Translator): APIModalInteractionResponseCallbackData {
	return {
		custom_id: sendItem.encode(),
		title: t('items.searchTitle'),
		components: [
			field({ id: itemInput, label: t('items.searchLabel'), isRequired: true, longest: longestTyped }),
		],
	};
}
