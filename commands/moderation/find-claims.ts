import type { Asked } from '../../src/discord/interactions/handler.js';
import type { ChatInput } from '../../src/discord/interactions/interaction-ports.js';
import type { ModeratedPurchase } from '../../src/moderation/moderation-outcomes.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { nothingFoundView } from '../../src/views/moderation/moderation-act-view.js';
import { codeView } from '../../src/views/moderation/moderation-look-up-view.js';
import { laterView } from '../../src/views/moderation/moderation-member-view.js';
import { codePage } from './moderation-pages.js';
import { type ModerationServices, moderationRightsOf } from './moderation-services.js';

type FoundPurchases = { readonly purchases: readonly ModeratedPurchase[] } | { readonly view: MessageView };

/** The purchases that the options of `/claim` name: by code if given, else by member. */
export async function findClaims(
	asked: Asked<ChatInput>,
	services: ModerationServices,
): Promise<FoundPurchases> {
	const { options } = asked.interaction;
	const code = options.getString('code');
	const memberId = options.getUser('member')?.id;
	if (code !== null) return await findByCode(asked, services, code, memberId);
	if (memberId !== undefined) return await findByMember(asked, services, memberId);
	return { view: nothingFoundView(asked.t) };
}

async function findByCode(
	asked: Asked<ChatInput>,
	services: ModerationServices,
	code: string,
	memberId: string | undefined,
): Promise<FoundPurchases> {
	const { interaction, t } = asked;
	const { moderation, staffLimits, clock } = services;
	const { guildId, options, user } = interaction;
	const isUnlink = options.getSubcommand() === 'unlink';
	const purchases = await moderation.findByCode(code, guildId, isUnlink);
	// The code has no holder here: its page shows what staff can do, and counts against the lookup limit.
	if (purchases?.length === 0 && memberId === undefined)
		return { view: await codePage(asked, services, code) };
	const looked = await staffLimits.limitLookUp({ userId: user.id, guildId }, async () => ({
		found: purchases,
		isMiss: purchases?.length === 0,
	}));
	if ('retryAt' in looked) return { view: laterView(t, looked.retryAt) };
	const rights = moderationRightsOf(interaction, services);
	if (purchases === undefined) return { view: codeView(t, { kind: 'not-a-code' }, rights, clock.now()) };
	const wanted = purchases.filter(({ holderId }) => memberId === undefined || holderId === memberId);
	if (wanted.length > 0) return { purchases: wanted };
	return { view: codeView(t, { kind: 'unknown-here' }, rights, clock.now()) };
}

async function findByMember(
	{ interaction, t }: Asked<ChatInput>,
	{ moderation, staffLimits, memberNames }: ModerationServices,
	memberId: string,
): Promise<FoundPurchases> {
	const { guildId, user } = interaction;
	const retryAt = await staffLimits.whoisRetryAt({ userId: user.id, guildId }, memberId);
	if (retryAt !== undefined) return { view: laterView(t, retryAt) };
	const purchases = await moderation.findByMember(memberId, guildId);
	if (purchases.length > 0) return { purchases };
	const nameOf = await memberNames.of([memberId]);
	return { view: nothingFoundView(t, { userId: memberId, nameOf }) };
}
