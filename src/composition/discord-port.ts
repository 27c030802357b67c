import type { PeopleOfDisputes } from '../discord/channels/dispute-board.js';
import type { MemberNames } from '../discord/guilds/member-names.js';
import type { MentionIn } from '../discord/registration/command-mentions.js';
import type { BotAccount } from '../guilds/bot-account.js';
import type { RoleMaker } from '../guilds/buyer-role-maker.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { MemberQueries } from '../guilds/member-queries.js';
import type { PanelBoard } from '../guilds/panels.js';
import type { DisputeBoard } from '../moderation/disputes/dispute-facts.js';
import type { NoticeBoard } from '../notifications/notice.js';
import type { RoleApi } from '../roles/role-api.js';
import type { UpdateBoard } from '../updates/announcement.js';

/** The services' port to Discord; tests replace it with an in-memory world. */
export interface DiscordPort {
	readonly guilds: GuildQueries & MemberQueries;
	readonly account: Pick<BotAccount, 'isOperator' | 'isPublic' | 'leave'>;
	readonly roleApi: RoleApi;
	readonly roleMaker: RoleMaker;
	readonly panelBoard: PanelBoard;
	readonly mentionIn: MentionIn;
	readonly disputeBoard: DisputeBoard;
	readonly disputePeople: PeopleOfDisputes;
	readonly memberNames: Pick<MemberNames, 'of'>;
	readonly noticeBoard: NoticeBoard;
	readonly updateBoard: UpdateBoard;
}
