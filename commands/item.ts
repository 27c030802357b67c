import { ApplicationCommandOptionType } from 'discord.js';
import { reply } from '../src/discord/handler.js';
import { slashCommand } from '../src/discord/slash-command.js';
import { commandText } from '../src/i18n/command-text.js';
import { itemView } from '../src/views/item-view.js';
import { itemAnswer } from './item-card.js';
import { type ItemSearch, itemIdOf, suggestedItems, unknownName } from './item-option.js';
import { postedItem, type SharePauses } from './item-share.js';

interface Services {
	readonly catalogue: ItemSearch;
	readonly sharePauses: SharePauses;
}

/** `/item id [share]`: one item as a card, for the asker or, shared, for the channel. */
export const item = slashCommand('item', {
	access: 'everyone',
	options: [
		{
			type: ApplicationCommandOptionType.String,
			...commandText('item.id'),
			required: true,
			autocomplete: true,
			max_length: 200,
		},
		{
			type: ApplicationCommandOptionType.Boolean,
			...commandText('item.share'),
		},
	],
	answer(asked, services: Services) {
		const { options } = asked.interaction;
		const typed = options.getString('id', true).trim();
		const id = itemIdOf(services.catalogue, typed);
		if (id === undefined) return reply(unknownName(asked.t, services.catalogue, typed));
		const isShared = options.getBoolean('share') === true;
		return isShared ? postedItem(asked, services, id) : itemAnswer(asked, services.catalogue, id, itemView);
	},
	suggest: (asked, { catalogue }) => suggestedItems(asked, catalogue),
});
