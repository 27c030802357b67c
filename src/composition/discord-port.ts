import type { PeopleOfDisputes } from '../discord/channels/people-of-disputes.js';
import type { DiscordRoleApi } from '../discord/guilds/discord-role-api.js';
import type { MentionIn } from '../discord/registration/command-mentions.js';
import type { BotAccount } from '../guilds/bot-account.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { MemberQueries } from '../guilds/member-queries.js';
import type { PanelBoard } from '../guilds/panels.js';
import type { DisputeBoard } from '../moderation/disputes/dispute-board.js';
import type { NoticeBoard } from '../notifications/notices.js';

/** The services' port to Discord; tests replace it with an in-memory world. */
export interface DiscordPort extends GuildQueries, MemberQueries, BotAccount {
	readonly roleApi: Pick<DiscordRoleApi, keyof DiscordRoleApi>;
	readonly board: PanelBoard;
	readonly mentionIn: MentionIn;
	readonly disputeBoard: DisputeBoard;
	readonly disputePeople: Pick<PeopleOfDisputes, 'of'>;
	/** Direct messages. */
	readonly noticeBoard: NoticeBoard;
}
