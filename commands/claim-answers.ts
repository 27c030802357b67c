import { scrubCodes } from '../src/claims/scrub-codes.js';
import type { ChatInput } from '../src/discord/command.js';
import type { Translator } from '../src/i18n/translator.js';
import type { DeskCase } from '../src/moderation/moderation.js';
import type { DeskAction } from '../src/moderation/proposals.js';
import { casesView, chooseView, confirmView, recheckedView, reconciledView } from '../src/views/desk-view.js';
import { type MessageView, textView } from '../src/views/message.js';
import type { ModerationCommandDependencies, ModerationService } from './claim.js';

const actions: Readonly<Record<string, DeskAction>> = {
	release: 'release',
	transfer: 'transfer',
	lock: 'lock',
	unlock: 'unlock',
};

/** What a subcommand of `/claim` answers. */
export async function claimAnswer(
	t: Translator,
	interaction: ChatInput,
	{ moderation, reconcile }: ModerationCommandDependencies,
): Promise<MessageView> {
	const { guildId, options, user } = interaction;
	const subcommand = options.getSubcommand();
	if (subcommand === 'reconcile') {
		const userId = options.getUser('member', true).id;
		return reconciledView(t, userId, await reconcile(guildId, userId));
	}
	const found = await findCases(t, interaction, moderation);
	if ('view' in found) return found.view;
	if (subcommand === 'lookup') return casesView(t, found.cases);
	const action = actions[subcommand];
	if (action !== undefined) return await propose(t, interaction, moderation, action, found.cases);
	const [first] = found.cases;
	if (first === undefined) return textView(t('desk.hindrance.unknown'));
	return recheckedView(t, await moderation.recheck(first.file.hash, { userId: user.id, guildId }));
}

/** What the options name: by the code where one is given, else by the member. */
async function findCases(
	t: Translator,
	{ guildId, options }: ChatInput,
	moderation: ModerationService,
): Promise<{ readonly cases: readonly DeskCase[] } | { readonly view: MessageView }> {
	const code = options.getString('code');
	const memberId = options.getUser('member')?.id;
	if (code !== null) {
		const cases = await moderation.byCode(code, guildId);
		if (cases === undefined) return { view: textView(t('desk.notACode')) };
		const wanted = cases.filter(({ holderId }) => memberId === undefined || holderId === memberId);
		return wanted.length === 0 ? { view: textView(t('desk.unknownCode')) } : { cases: wanted };
	}
	if (memberId === undefined) return { view: textView(t('desk.whoOrWhat')) };
	const cases = await moderation.byMember(memberId, guildId, options.getSubcommand() === 'lookup');
	const view = textView(t('desk.noClaims', { member: `<@${memberId}>` }));
	return cases.length === 0 ? { view } : { cases };
}

/** Keeps the change until it is confirmed, or first until it is chosen which of several claims is meant. */
async function propose(
	t: Translator,
	{ guildId, options, user }: ChatInput,
	moderation: ModerationService,
	action: DeskAction,
	cases: readonly DeskCase[],
): Promise<MessageView> {
	const toUserId = action === 'transfer' ? options.getUser('to', true).id : undefined;
	const why = scrubCodes(options.getString('reason', true));
	const proposal = { by: user.id, guildId, action, why, ...(toUserId !== undefined && { toUserId }) };
	const [only] = cases;
	if (cases.length > 1 || only === undefined) {
		return chooseView(t, await moderation.propose(proposal), cases);
	}
	const chosen = {
		...proposal,
		hash: only.file.hash,
		...(only.holderId !== undefined && { holderId: only.holderId }),
	};
	return confirmView(t, await moderation.propose(chosen), chosen, only);
}
