import type { Asked } from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { rolesNote } from '../../src/views/moderation/moderation-member-view.js';
import { memberPage } from './moderation-pages.js';
import type { ModerationServices } from './moderation-services.js';

/** Syncs a member's roles, and shows their page with the outcome. */
export async function rolesPage(
	asked: Asked<Answerable>,
	services: ModerationServices,
	userId: string,
): Promise<MessageView> {
	const { interaction, t } = asked;
	const { staffLimits, moderatedRoles } = services;
	const { guildId, user } = interaction;
	const retryAt = await staffLimits.reconcileRetryAt({ userId: user.id, guildId }, userId);
	const outcome =
		retryAt === undefined
			? await moderatedRoles.reconcile({ guildId, userId })
			: ({ kind: 'too-soon', retryAt } as const);
	return await memberPage(asked, services, userId, { page: 0, former: false, note: rolesNote(t, outcome) });
}
