import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import { privately } from '../../src/discord/interactions/handler.js';
import { payloadHead, slashCommand, type UserCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText, localizations } from '../../src/i18n/command-text.js';
import { askView } from '../../src/views/moderation/moderation-look-up-view.js';
import { codePage, memberPage, referencePage } from './moderation-pages.js';
import type { ModerationServices } from './moderation-services.js';

/** `/whois`: a member's purchases and roles; or the subject of a code or reference. */
export const whois = slashCommand('whois', {
	access: 'staff',
	options: [
		{ type: ApplicationCommandOptionType.User, ...commandText('whois.member') },
		// Long enough for a whole pasted receipt line that contains the code.
		{ type: ApplicationCommandOptionType.String, ...commandText('whois.code'), max_length: 500 },
		{ type: ApplicationCommandOptionType.String, ...commandText('whois.reference'), max_length: 20 },
	],
	answer: (asked, services: ModerationServices) => {
		const { fields } = asked;
		const memberId = fields.optionalText('member');
		const code = fields.optionalText('code');
		const reference = fields.optionalText('reference');
		if (memberId !== undefined) return privately(() => memberPage(asked, services, memberId));
		if (code !== undefined) return privately(() => codePage(asked, services, code));
		if (reference !== undefined) return privately(() => referencePage(asked, services, reference, true));
		return privately(askView(asked.t));
	},
});

/** A member's page, from the context menu of a member. */
export const purchasesMenu: UserCommand<ModerationServices> = {
	data: {
		type: ApplicationCommandType.User,
		name: 'Purchases',
		name_localizations: localizations('moderation.menu'),
		...payloadHead('staff'),
	},
	handler: {
		access: 'staff',
		answer: (asked, services) => privately(() => memberPage(asked, services, asked.targetId)),
	},
};
