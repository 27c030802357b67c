import type { DiscordRoleApi } from '../discord/guilds/discord-role-api.js';
import type { MentionIn } from '../discord/registration/command-mentions.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { MemberQueries } from '../guilds/member-queries.js';
import type { PanelBoard } from '../guilds/panels.js';
import type { ServerLinks } from '../guilds/server-links.js';
import type { CaseBoard } from '../moderation/disputes/case-channel.js';
import type { CaseFacts } from '../moderation/disputes/case-facts.js';
import type { NoticeBoard } from '../notifications/notices.js';
import type { CasePeople } from '../views/channels/case-view.js';

/** The services' port to Discord; tests replace it with an in-memory world. */
export interface DiscordSide extends GuildQueries, MemberQueries {
	readonly roleApi: Pick<DiscordRoleApi, keyof DiscordRoleApi>;
	/** Whether the user owns the application, alone or in a team. Rejects as Discord does. */
	isOperator(userId: string): Promise<boolean>;
	/** Rejects as Discord does. */
	leave(guildId: string): Promise<void>;
	readonly board: PanelBoard;
	readonly mentionIn: MentionIn;
	/** Posts and edits dispute cards, and looks up the people shown on them. */
	caseSide(
		homeId: () => string | undefined,
		thumbnailOf: (itemId: number) => string | undefined,
	): { readonly board: CaseBoard; readonly peopleOf: (facts: CaseFacts) => Promise<CasePeople> };
	/** Direct messages. */
	noticeBoard(linksOf: (guildId: string) => Promise<ServerLinks>): NoticeBoard;
}
