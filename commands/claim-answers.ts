import { scrubCodes } from '../src/claims/scrub-codes.js';
import type { ChatInput } from '../src/discord/command.js';
import type { Translator } from '../src/i18n/translator.js';
import type { ModerationCase, Moderator } from '../src/moderation/moderation.js';
import type { ModerationAction, Proposal } from '../src/moderation/proposals.js';
import { type MessageView, textView } from '../src/views/message.js';
import {
	casesView,
	chooseView,
	confirmView,
	laterView,
	recheckedView,
	reconciledView,
} from '../src/views/moderation-view.js';
import { type ModerationCommandDependencies, type ModerationService, moderatorOf } from './claim.js';

const actions: Readonly<Record<string, ModerationAction>> = {
	release: 'release',
	transfer: 'transfer',
	lock: 'lock',
	unlock: 'unlock',
};

/** What a subcommand of `/claim` answers. */
export async function claimAnswer(
	t: Translator,
	interaction: ChatInput,
	dependencies: ModerationCommandDependencies,
): Promise<MessageView> {
	const { moderation, reconcile, limits } = dependencies;
	const { guildId, options, user } = interaction;
	const subcommand = options.getSubcommand();
	if (subcommand === 'reconcile') {
		const userId = options.getUser('member', true).id;
		const retryAt = await limits.reconcileRetryAt({ userId: user.id, guildId }, userId);
		if (retryAt !== undefined) return reconciledView(t, userId, { kind: 'too-soon', retryAt });
		return reconciledView(t, userId, await reconcile(guildId, userId));
	}
	const found = await findCases(t, interaction, dependencies);
	if ('view' in found) return found.view;
	if (subcommand === 'lookup') return casesView(t, found.cases);
	const action = actions[subcommand];
	if (action !== undefined) return await propose(t, interaction, moderation, action, found.cases);
	const [first] = found.cases;
	if (first === undefined) return textView(t('moderation.hindrance.unknown'));
	const { hash } = first.file;
	const check = () => moderation.recheck(hash, moderatorOf(interaction));
	return recheckedView(t, await limits.recheck(hash, check));
}

/** What the options name: by the code where one is given, else by the member. */
async function findCases(
	t: Translator,
	{ guildId, options, user }: ChatInput,
	{ moderation, limits }: ModerationCommandDependencies,
): Promise<{ readonly cases: readonly ModerationCase[] } | { readonly view: MessageView }> {
	const code = options.getString('code');
	const memberId = options.getUser('member')?.id;
	const isRelease = options.getSubcommand() === 'release';
	if (code !== null) {
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
	if (memberId === undefined) return { view: textView(t('moderation.whoOrWhat')) };
	const retryAt = await limits.whoisRetryAt({ userId: user.id, guildId }, memberId);
	if (retryAt !== undefined) return { view: laterView(t, retryAt) };
	const cases = await moderation.byMember(memberId, guildId, options.getSubcommand() === 'lookup');
	const view = textView(t('moderation.noClaims', { member: `<@${memberId}>` }));
	return cases.length === 0 ? { view } : { cases };
}

/** Keeps the change until it is confirmed, or first until it is chosen which of several claims is meant. */
async function propose(
	t: Translator,
	interaction: ChatInput,
	moderation: ModerationService,
	action: ModerationAction,
	cases: readonly ModerationCase[],
): Promise<MessageView> {
	const { guildId, options, user } = interaction;
	const moderator = moderatorOf(interaction);
	const toUserId = action === 'transfer' ? options.getUser('to', true).id : undefined;
	const hindrance = toUserId && (await moderation.receiverHindrance(toUserId, moderator));
	if (hindrance) return textView(t(`moderation.hindrance.${hindrance}`));
	const why = scrubCodes(options.getString('reason', true));
	const proposal = { by: user.id, guildId, action, why, ...(toUserId !== undefined && { toUserId }) };
	const [only] = cases;
	if (cases.length > 1 || only === undefined) {
		return chooseView(t, await moderation.propose(proposal), cases);
	}
	return await askToConfirm(t, moderation, proposal, only, moderator);
}

/** Stores the proposed change and asks for confirmation, or says what already stands in its way. */
export async function askToConfirm(
	t: Translator,
	moderation: ModerationService,
	proposal: Proposal,
	about: ModerationCase,
	{ userId, isAdministrator }: Moderator,
): Promise<MessageView> {
	const { file, holderId } = about;
	const isHeldBy = (id: string | undefined) => file.claims.some((claim) => claim.holderId === id);
	if (isHeldBy(userId) && !isAdministrator) return textView(t('moderation.hindrance.own-case'));
	if (isHeldBy(proposal.toUserId)) return textView(t('moderation.hindrance.already-held'));
	const isOfKeptSeats = proposal.action === 'release' && holderId === undefined && file.keptSeats > 0;
	const chosen = {
		...proposal,
		...(isOfKeptSeats && { action: 'free' as const }),
		...(holderId !== undefined && { holderId }),
		hash: file.hash,
		revision: file.revision,
	};
	return confirmView(t, await moderation.propose(chosen), chosen, about);
}
