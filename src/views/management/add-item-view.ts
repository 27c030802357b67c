import { type APIModalInteractionResponseCallbackData, ComponentType } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { ListedItem } from '../../marketplace/schemas.js';
import { askForItem, chooseItem, chooseItemRole, openRules, sendItem } from '../custom-ids/setup-ids.js';
import { itemName, plainItemName } from '../items/item-text.js';
import { field } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { button, buttons, page, row, select, text } from '../kit/page.js';

/** The custom_id of the modal's input. */
export const itemInput = 'item';

/** Discord's limit for a select. */
export const maxItems = 25;
const maxOptionLength = 100;
const maxTypedLength = 100;

/** The page for choosing a role's item. `items`: the choices, at most `maxItems`. */
export function addItemView(t: Translator, items: readonly ListedItem[], note?: string): MessageView {
	// Discord would reject two options with one value, should the shop list an item twice.
	const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
	const options = distinct.map((item) => ({
		label: plainItemName(t, item, maxOptionLength),
		value: String(item.id),
		description: String(item.id),
	}));
	return page(
		'info',
		text(`## ${t('setup.rules.kind', { kind: 'item' })}`, note, options.length === 0 && t('item.none')),
		options.length > 0 && row(select(chooseItem.encode(), options, t('items.choose'))),
		buttons(button(t('items.search'), askForItem.encode()), button(t('button.back'), openRules.encode(0))),
	);
}

export function itemRoleView(t: Translator, item: Pick<ListedItem, 'id' | 'name'>): MessageView {
	return page(
		'info',
		text(`## ${itemName(t, item, 80)}`, t('setup.former')),
		row({
			type: ComponentType.RoleSelect,
			custom_id: chooseItemRole.encode(String(item.id)),
			placeholder: t('setup.chooseRole'),
		}),
		buttons(button(t('button.back'), openRules.encode(0))),
	);
}

export function itemModal(t: Translator): APIModalInteractionResponseCallbackData {
	return {
		custom_id: sendItem.encode(),
		title: t('items.searchTitle'),
		components: [
			field({ id: itemInput, label: t('items.searchLabel'), isRequired: true, longest: maxTypedLength }),
		],
	};
}
