import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import type { Answerable } from '../src/discord/command.js';
import { type Answer, type Asked, replyLater } from '../src/discord/handler.js';
import { payloadHead, slashCommand, type UserCommand } from '../src/discord/slash-command.js';
import { commandText, localizations } from '../src/i18n/command-text.js';
import { casesView, laterView, memberEmbed } from '../src/views/moderation-view.js';
import type { ModerationServices } from './moderation-services.js';

/** `/whois`: a member's purchases, their history, and the roles that follow. */
export const whois = slashCommand('whois', {
	access: 'staff',
	options: [{ type: ApplicationCommandOptionType.User, ...commandText('whois.member'), required: true }],
	answer: (asked, services: ModerationServices) =>
		purchasesOf(asked, asked.interaction.options.getUser('member', true).id, services),
});

/** The same in the context menu of a member. */
export const purchasesMenu: UserCommand<ModerationServices> = {
	data: {
		type: ApplicationCommandType.User,
		name: 'Purchases',
		name_localizations: localizations('moderation.menu'),
		...payloadHead('staff'),
	},
	handler: {
		access: 'staff',
		answer: (asked, services) => purchasesOf(asked, asked.interaction.targetId, services),
	},
};

function purchasesOf(
	{ interaction, t }: Asked<Answerable>,
	memberId: string,
	{ moderation: { moderation, rolesOf, limits } }: ModerationServices,
): Answer {
	return replyLater(async () => {
		const { guildId, user } = interaction;
		const retryAt = await limits.whoisRetryAt({ userId: user.id, guildId }, memberId);
		if (retryAt !== undefined) return laterView(t, retryAt);
		const [cases, roles] = await Promise.all([
			moderation.byMember(memberId, guildId, true),
			rolesOf(guildId, memberId),
		]);
		const view = casesView(t, cases, memberEmbed(t, memberId, roles));
		const nothing = t('moderation.noClaims', { member: `<@${memberId}>` });
		return cases.length === 0 ? { ...view, content: nothing } : view;
	});
}
