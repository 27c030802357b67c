import { ApplicationCommandOptionType } from 'discord.js';
import { privately } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import { itemAnswer } from './item-card.js';
import { type ItemSearch, itemMeant, suggestedItems } from './item-option.js';
import { type ShareServices, shareAnswer } from './item-share.js';

export interface ItemCommandServices extends ShareServices {
	readonly catalogue: ItemSearch;
}

/** `/item id [share]`: one item as a card, for the member or, shared, for the channel. */
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
	answer(asked, services: ItemCommandServices) {
		const { fields } = asked;
		const typed = fields.text('id').trim();
		const meant = itemMeant(asked.t, services.catalogue, typed);
		if (typeof meant !== 'number') return privately(meant);
		const isShared = fields.isTrue('share');
		return isShared ? shareAnswer(asked, services, meant) : itemAnswer(asked, services, meant);
	},
	suggest: (asked, { catalogue }) => suggestedItems(asked, catalogue),
});
