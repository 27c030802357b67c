import { onComponent, turn, turnLater } from '../../src/discord/interactions/handler.js';
import { wholeList } from '../../src/views/custom-ids/item-ids.js';
import { itemsView } from '../../src/views/items/items-view.js';
import { browseUpdates, showUpdate } from '../../src/views/items/update-view.js';
import { type ItemServices, itemPage } from './item-card.js';
import { type BrowsedItems, lookUp } from './items.js';

/** The buttons of announcements. */
export const updateComponents = [
	onComponent('button', showUpdate, 'everyone', (asked, services: ItemServices) =>
		turnLater(itemPage(asked, services, asked.args[1])),
	),
	onComponent(
		'button',
		browseUpdates,
		'everyone',
		({ t }, { catalogue }: { readonly catalogue: BrowsedItems }) =>
			turn(itemsView(t, lookUp(catalogue, wholeList), wholeList)),
	),
];
