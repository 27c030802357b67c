import { ApplicationCommandOptionType } from 'discord.js';
import { type Answer, type Asked, replyLater } from '../../src/discord/interactions/handler.js';
import type { ChatInput } from '../../src/discord/interactions/interaction-ports.js';
import { type SlashHandler, slashCommands } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { ModeratedPurchase } from '../../src/moderation/moderation-outcomes.js';
import { maxGiftDays } from '../../src/views/custom-ids/moderation-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { suggestedItems } from '../items/item-option.js';
import { findClaims } from './find-claims.js';
import { rolesPage } from './moderation-roles-page.js';
import type { ModerationServices } from './moderation-services.js';
import { proposeAct, proposeGift, type TypedAct } from './propose-act.js';

const member = { type: ApplicationCommandOptionType.User, ...commandText('claim.member') } as const;
const code = {
	type: ApplicationCommandOptionType.String,
	...commandText('claim.code'),
	// Long enough for a whole pasted receipt line that contains the code.
	max_length: 500,
} as const;
const reason = {
	type: ApplicationCommandOptionType.String,
	...commandText('claim.reason'),
	required: true,
	max_length: 300,
} as const;
const to = { type: ApplicationCommandOptionType.User, ...commandText('claim.to'), required: true } as const;
const item = {
	type: ApplicationCommandOptionType.String,
	...commandText('claim.item'),
	required: true,
	autocomplete: true,
	max_length: 200,
} as const;
const days = {
	type: ApplicationCommandOptionType.Integer,
	...commandText('claim.days'),
	min_value: 1,
	max_value: maxGiftDays,
} as const;

/** Only home's staff may change holders: a change is confirmed with buttons, see `moderationComponents`. */
const act = (action: TypedAct): SlashHandler<ModerationServices> => ({
	access: 'home-staff',
	answer: (asked, services) =>
		aboutClaims(asked, services, (purchases) => proposeAct(asked, services, action, purchases)),
});

/** `/claim`: staff actions on purchases. Codes and reasons stay private. */
export const claim = slashCommands('claim', 'staff', {
	move: { ...act('move'), options: [to, reason, member, code] },
	unlink: { ...act('unlink'), options: [reason, member, code] },
	lock: { ...act('lock'), options: [reason, member, code] },
	unlock: { ...act('unlock'), options: [reason, member, code] },
	revoke: { ...act('revoke'), options: [reason, member, code] },
	give: {
		access: 'staff',
		options: [{ ...member, required: true }, item, reason, days],
		suggest: (asked, { catalogue }: ModerationServices) => suggestedItems(asked, catalogue),
		answer: (asked, services: ModerationServices) => replyLater(() => proposeGift(asked, services)),
	},
	check: { ...act('check'), options: [member, code] },
	roles: {
		access: 'staff',
		options: [{ ...member, required: true }],
		answer: (asked, services: ModerationServices) =>
			replyLater(() => rolesPage(asked, services, asked.interaction.options.getUser('member', true).id)),
	},
});

/** Answers about the purchases that the options name, or explains why there are none. */
function aboutClaims(
	asked: Asked<ChatInput>,
	services: ModerationServices,
	view: (purchases: readonly ModeratedPurchase[]) => Promise<MessageView>,
): Answer {
	return replyLater(async () => {
		const found = await findClaims(asked, services);
		return 'view' in found ? found.view : await view(found.purchases);
	});
}
