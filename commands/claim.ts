import { ApplicationCommandOptionType } from 'discord.js';
import type { ChatInput } from '../src/discord/command.js';
import { type Answer, type Asked, replyLater } from '../src/discord/handler.js';
import { type SlashHandler, slashCommands } from '../src/discord/slash-command.js';
import { commandText } from '../src/i18n/command-text.js';
import type { ModerationCase } from '../src/moderation/moderation-outcomes.js';
import type { ModerationAction } from '../src/moderation/proposals.js';
import { type MessageView, textView } from '../src/views/message.js';
import { casesView, recheckedView, reconciledView } from '../src/views/moderation-view.js';
import { findCases } from './claim-cases.js';
import { proposeChange } from './claim-proposal.js';
import { type ModerationServices, moderatorOf } from './moderation-services.js';

const member = { type: ApplicationCommandOptionType.User, ...commandText('claim.member') } as const;
const code = {
	type: ApplicationCommandOptionType.String,
	...commandText('claim.code'),
	// Long enough for a whole pasted receipt line, in which the code is then looked for.
	max_length: 500,
} as const;
const reason = {
	type: ApplicationCommandOptionType.String,
	...commandText('claim.reason'),
	required: true,
	max_length: 300,
} as const;
const to = { type: ApplicationCommandOptionType.User, ...commandText('claim.to'), required: true } as const;

/** Who holds a purchase is home's business: a change there is confirmed on buttons, see `claimComponents`. */
const change = (action: ModerationAction): SlashHandler<ModerationServices> => ({
	access: 'home-staff',
	answer: (asked, services) =>
		aboutCases(asked, services, (cases) => proposeChange(asked, services, action, cases)),
});

/** `/claim`: what moderators do about purchases. Codes and reasons are nobody else's business. */
export const claim = slashCommands('claim', 'staff', {
	lookup: {
		access: 'staff',
		options: [member, code],
		answer: (asked, services: ModerationServices) =>
			aboutCases(asked, services, async (cases) => casesView(asked.t, cases)),
	},
	release: { ...change('release'), options: [reason, member, code] },
	transfer: { ...change('transfer'), options: [to, reason, member, code] },
	lock: { ...change('lock'), options: [reason, member, code] },
	unlock: { ...change('unlock'), options: [reason, member, code] },
	recheck: {
		access: 'home-staff',
		options: [member, code],
		answer: (asked, services) =>
			aboutCases(asked, services, async ([first]) => {
				if (first === undefined) return textView(asked.t('moderation.hindrance.unknown'));
				const { moderation, limits } = services.moderation;
				const { hash } = first.file;
				const check = () => moderation.recheck(hash, moderatorOf(asked.interaction));
				return recheckedView(asked.t, await limits.recheck(hash, check));
			}),
	},
	reconcile: {
		access: 'staff',
		options: [{ ...member, required: true }],
		answer: ({ interaction, t }, { moderation: { limits, reconcile } }) =>
			replyLater(async () => {
				const { guildId, options, user } = interaction;
				const userId = options.getUser('member', true).id;
				const retryAt = await limits.reconcileRetryAt({ userId: user.id, guildId }, userId);
				if (retryAt !== undefined) return reconciledView(t, userId, { kind: 'too-soon', retryAt });
				return reconciledView(t, userId, await reconcile(guildId, userId));
			}),
	},
});

/** Answers about what the options name, or says why that is nothing. */
function aboutCases(
	asked: Asked<ChatInput>,
	services: ModerationServices,
	view: (cases: readonly ModerationCase[]) => Promise<MessageView>,
): Answer {
	return replyLater(async () => {
		const found = await findCases(asked, services);
		return 'view' in found ? found.view : await view(found.cases);
	});
}
