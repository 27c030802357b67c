import { onComponent, turn, turnLater } from '../../src/discord/interactions/handler.js';
import type { Subscriptions } from '../../src/updates/subscriptions.js';
import { wholeList } from '../../src/views/custom-ids/item-list-ids.js';
import { browseUpdates, showUpdate, switchUpdates } from '../../src/views/custom-ids/update-ids.js';
import { itemsView } from '../../src/views/items/items-view.js';
import { updateChoiceView } from '../../src/views/items/update-view.js';
import { type ItemServices, itemPage } from './item-card.js';
import { type BrowsedItems, lookUp } from './items.js';

interface UpdateChoiceServices {
	readonly subscriptions: Pick<Subscriptions, 'choose'>;
}

/** The buttons of announcements, and those with which members turn the role of updates on and off. */
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
	onComponent('button', switchUpdates, 'everyone', (asked, { subscriptions }: UpdateChoiceServices) => {
		const { args, interaction, t } = asked;
		const wants = args[0] === 'on';
		const member = { guildId: interaction.guildId, userId: interaction.user.id };
		return turnLater(async () => updateChoiceView(t, wants, await subscriptions.choose(member, wants)));
	}),
];
