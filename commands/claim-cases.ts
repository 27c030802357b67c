import type { ChatInput } from '../src/discord/command.js';
import type { Asked } from '../src/discord/handler.js';
import type { ModerationCase } from '../src/moderation/moderation-outcomes.js';
import { type MessageView, textView } from '../src/views/message.js';
import { laterView } from '../src/views/moderation-view.js';
import type { ModerationServices } from './moderation-services.js';

type Found = { readonly cases: readonly ModerationCase[] } | { readonly view: MessageView };

/** What the options of `/claim` name: by the code where one is given, else by the member. */
export async function findCases(asked: Asked<ChatInput>, services: ModerationServices): Promise<Found> {
	const { options } = asked.interaction;
	const code = options.getString('code');
	const memberId = options.getUser('member')?.id;
	if (code !== null) return await findByCode(asked, services, code, memberId);
	if (memberId !== undefined) return await findByMember(asked, services, memberId);
	return { view: textView(asked.t('moderation.whoOrWhat')) };
}

async function findByCode(
	{ interaction, t }: Asked<ChatInput>,
	{ moderation: { moderation, limits } }: ModerationServices,
	code: string,
	memberId: string | undefined,
): Promise<Found> {
	const { guildId, options, user } = interaction;
	const isRelease = options.getSubcommand() === 'release';
	const looked = await limits.lookUp({ userId: user.id, guildId }, async () => {
		const found = await moderation.byCode(code, guildId, isRelease);
		return { found, isMiss: found?.length === 0 };
	});
	if ('retryAt' in looked) return { view: laterView(t, looked.retryAt) };
	const cases = looked.found;
	if (cases === undefined) return { view: textView(t('moderation.notACode')) };
	const wanted = cases.filter(({ holderId }) => memberId === undefined || holderId === memberId);
	return wanted.length === 0 ? { view: textView(t('moderation.unknownCode')) } : { cases: wanted };
}

async function findByMember(
	{ interaction, t }: Asked<ChatInput>,
	{ moderation: { moderation, limits } }: ModerationServices,
	memberId: string,
): Promise<Found> {
	const { guildId, options, user } = interaction;
	const retryAt = await limits.whoisRetryAt({ userId: user.id, guildId }, memberId);
	if (retryAt !== undefined) return { view: laterView(t, retryAt) };
	const cases = await moderation.byMember(memberId, guildId, options.getSubcommand() === 'lookup');
	if (cases.length > 0) return { cases };
	return { view: textView(t('moderation.noClaims', { member: `<@${memberId}>` })) };
}
