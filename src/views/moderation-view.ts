import { type APIEmbed, ButtonStyle } from 'discord.js';
import { scrubCodes } from '../claims/scrub-codes.js';
import type { Translator } from '../i18n/translator.js';
import type { Carried, ModerationCase, Rechecked } from '../moderation/moderation-outcomes.js';
import type { Proposal } from '../moderation/proposals.js';
import { button, row, select } from './components.js';
import { accent, type MessageView, noMentions, textView } from './message.js';
import {
	cancelChange,
	caseValue,
	chooseClaim,
	confirmChange,
	shortHash,
	undoChange,
} from './moderation-ids.js';
import { historyLine, memberText, moderationEventText } from './moderation-text.js';
import { permissionName } from './names.js';
import { cut, foreignLine, nothing, oneLine, timestamp } from './text.js';

/** Discord's limit for a select. */
const mostChoices = 25;
// So much of each that the embeds of a message stay within Discord's 6000 characters together.
const mostCards = 3;
const mostRoles = 15;
const mostHolders = 10;
const historyLength = 600;

/** Claims, each with its code masked, its holders and its history. */
export function casesView(t: Translator, cases: readonly ModerationCase[], above?: APIEmbed): MessageView {
	const cards = cases.slice(0, mostCards).map((each) => caseEmbed(t, each));
	const more = cases.length - cards.length;
	return {
		content: more > 0 ? t('moderation.more', { count: more }) : '',
		embeds: above === undefined ? cards : [above, ...cards],
		components: [],
		allowedMentions: noMentions,
	};
}

/** Which roles follow for a member, which are held, and what waits: the head of `/whois`. */
export function memberEmbed(
	t: Translator,
	userId: string,
	roles: {
		readonly wanted: readonly string[];
		/** Undefined where the member is not in the server, or Discord can't be asked. */
		readonly held: readonly string[] | undefined;
		readonly isPending: boolean;
	},
): APIEmbed {
	const list = (ids: readonly string[] | undefined): string =>
		shortened(ids?.map((id) => `<@&${id}>`) ?? [], mostRoles).join(' ') || nothing;
	return {
		color: accent,
		description: `<@${userId}>`,
		fields: [
			{ name: t('moderation.rolesWanted'), value: list(roles.wanted), inline: true },
			{
				name: t('moderation.rolesHeld'),
				value: roles.held === undefined ? t('moderation.notThere') : list(roles.held),
				inline: true,
			},
			...(roles.isPending ? [{ name: t('moderation.pending'), value: t('moderation.pendingText') }] : []),
		],
	};
}

/** Asks which of several claims is meant. */
export function chooseView(t: Translator, proposalId: string, cases: readonly ModerationCase[]): MessageView {
	const options = cases.slice(0, mostChoices).map(({ file, holderId, maskedCode }) => ({
		label: cut(oneLine(file.item.name) || nothing, 100),
		description: cut(
			[maskedCode, oneLine(file.licenseType), holderId ?? keptText(t, file)].filter(Boolean).join(' · '),
			100,
		),
		value: caseValue(file.hash, holderId),
	}));
	return {
		...textView(t('moderation.choose')),
		components: [row(select(chooseClaim.encode(proposalId), options))],
	};
}

/** Asks whether a change is really meant. */
export function confirmView(
	t: Translator,
	proposalId: string,
	proposal: Proposal,
	about: ModerationCase,
): MessageView {
	const question = t(`moderation.confirm.${proposal.action}`, {
		item: foreignLine(about.file.item.name, 200),
		code: about.maskedCode,
		member: memberText(t, proposal.holderId),
		to: memberText(t, proposal.toUserId),
	});
	return {
		...textView(
			`${question}\n-# ${t('moderation.reason', { why: foreignLine(scrubCodes(proposal.why), 300) })}`,
		),
		components: [
			row(
				button(t('moderation.button.confirm'), confirmChange.encode(proposalId), ButtonStyle.Danger),
				button(t('moderation.button.cancel'), cancelChange.encode(proposalId)),
			),
		],
	};
}

/** The outcome of a change, with the button that undoes it. */
export function carriedView(t: Translator, carried: Carried): MessageView {
	if (carried.kind !== 'done') {
		const permission = permissionName(t, 'ManageRoles');
		return textView(t(`moderation.hindrance.${carried.kind}`, { permission }));
	}
	const { event, undo } = carried;
	const view = textView(`✅ ${moderationEventText(t, event)}`);
	if (undo === undefined) return view;
	const id = undoChange.encode(shortHash(undo.hash), undo.revision);
	return { ...view, components: [row(button(t('moderation.button.undo'), id))] };
}

/** The answer to staff who have looked up as much as is allowed in a short time. `retryAt`: milliseconds since the epoch. */
export function laterView(t: Translator, retryAt: number): MessageView {
	return textView(t('moderation.later', { when: timestamp(retryAt, 'R') }));
}

export function recheckedView(
	t: Translator,
	outcome: Rechecked | { readonly kind: 'too-soon'; readonly retryAt: number },
): MessageView {
	if (outcome.kind === 'too-soon') {
		return textView(t('moderation.recheck.too-soon', { when: timestamp(outcome.retryAt, 'R') }));
	}
	const misses = outcome.kind === 'invalid' ? outcome.misses : 0;
	return textView(t(`moderation.recheck.${outcome.kind}`, { misses }));
}

/** The state of a member's roles. */
export function reconciledView(
	t: Translator,
	userId: string,
	outcome:
		| { readonly kind: 'granted' | 'blocked' | 'member-left' | 'waiting' }
		| { readonly kind: 'too-soon'; readonly retryAt: number },
): MessageView {
	const when = outcome.kind === 'too-soon' ? timestamp(outcome.retryAt, 'R') : '';
	return textView(t(`moderation.reconcile.${outcome.kind}`, { member: `<@${userId}>`, when }));
}

function caseEmbed(t: Translator, { file, maskedCode }: ModerationCase): APIEmbed {
	const kept = keptText(t, file);
	const states = [
		...(file.locked ? [t('moderation.state.locked')] : []),
		...(file.status === 'revoked' ? [t('moderation.state.revoked')] : []),
		...(kept === '' ? [] : [kept]),
	];
	const holders = file.claims.map(({ holderId, claimedAt }) => `<@${holderId}> ${timestamp(claimedAt, 'D')}`);
	const support = file.supportedUntil === undefined ? nothing : timestamp(file.supportedUntil, 'D');
	return {
		color: accent,
		title: foreignLine(file.item.name, 256) || nothing,
		description: [`\`${maskedCode}\``, ...states].join(' · '),
		fields: [
			{
				name: t('moderation.holders'),
				value: shortened(holders, mostHolders).join('\n') || nothing,
			},
			{
				name: t('moderation.licence'),
				value: foreignLine(file.licenseType, 200) || nothing,
				inline: true,
			},
			{ name: t('moderation.support'), value: support, inline: true },
			{ name: t('moderation.history'), value: historyText(t, file.history) || nothing },
		],
	};
}

function keptText(t: Translator, { keptSeats }: ModerationCase['file']): string {
	return keptSeats === 0 ? '' : t('moderation.keptSeats', { count: keptSeats });
}

/** The first so many, and a sign that there are more. */
function shortened(parts: readonly string[], most: number): readonly string[] {
	return parts.length > most ? [...parts.slice(0, most), '…'] : parts;
}

/** The latest lines, as many as fit whole. */
function historyText(t: Translator, history: ModerationCase['file']['history']): string {
	const shown: string[] = [];
	let length = 0;
	for (const event of history.toReversed()) {
		const line = historyLine(t, event);
		length += line.length + 1;
		if (length > historyLength) break;
		shown.unshift(line);
	}
	return shown.join('\n');
}
