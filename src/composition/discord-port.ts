import type { DiscordRoleApi } from '../discord/guilds/discord-role-api.js';
import type { MentionIn } from '../discord/registration/command-mentions.js';
import type { BotAccount } from '../guilds/bot-account.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { MemberQueries } from '../guilds/member-queries.js';
import type { PanelBoard } from '../guilds/panels.js';
import type { ServerLinks } from '../guilds/server-links.js';
import type { DisputeBoard } from '../moderation/disputes/dispute-board.js';
import type { DisputeFacts } from '../moderation/disputes/dispute-facts.js';
import type { NoticeBoard } from '../notifications/notices.js';
import type { DisputePeople } from '../views/channels/dispute-card-view.js';

/** The services' port to Discord; tests replace it with an in-memory world. */
export interface DiscordPort extends GuildQueries, MemberQueries, BotAccount {
	readonly roleApi: Pick<DiscordRoleApi, keyof DiscordRoleApi>;
	readonly board: PanelBoard;
	readonly mentionIn: MentionIn;
	/** Posts and edits dispute cards, and looks up the people shown on them. */
	disputeSide(
		homeId: () => string | undefined,
		thumbnailOf: (itemId: number) => string | undefined,
	): { readonly board: DisputeBoard; readonly peopleOf: (facts: DisputeFacts) => Promise<DisputePeople> };
	/** Direct messages. */
	noticeBoard(linksOf: (guildId: string) => Promise<ServerLinks>): NoticeBoard;
}
