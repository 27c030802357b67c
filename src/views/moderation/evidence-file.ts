import { botReasonIn } from '../../claims/bot-reason.js';
import { isByStaff } from '../../claims/changes.js';
import type { ClaimEvent } from '../../claims/record.js';
import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Translator } from '../../i18n/translator.js';
import type { PurchaseEvidence } from '../../moderation/evidence.js';
import { plainLicenseText } from '../kit/license-text.js';
import type { NameOf } from '../kit/member-name.js';
import type { Moments } from '../kit/moments.js';
import { nothing, oneLine, plainMoney } from '../kit/text.js';
import { stateLines, supportInList } from './moderation-lines.js';
import { eventName } from './moderation-text.js';

// The file about a purchase: plain text, which every computer opens and prints. It is read outside of Discord, so it has
// no Markdown, no mentions and no relative times. No account but the holder's is named, and no code is in it.

const maxReasonLength = 300;
/** From as many lines on, the store may have dropped some. */
const maxHistoryLines = 50;

/** `2026-06-11 09:30 UTC`: the same in every language, and without doubt about day and month. */
function utc(at: number): string {
	const date = new Date(at);
	if (Number.isNaN(date.getTime())) return nothing;
	return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const utcMoments: Moments = { date: utc, fromNow: utc };

/**
 * The file, with its lines separated by `\n`.
 * @param nameOf usernames of the people in it; the others' are removed from reasons
 */
export function evidenceFile(t: Translator, evidence: PurchaseEvidence, nameOf: NameOf): string {
	const { serverName, at, purchase } = evidence;
	const parts = [
		[t('file.title'), t('file.made', { server: oneLine(serverName ?? '') || nothing, date: utc(at) })],
		section(t('file.purchase'), purchaseLines(t, evidence)),
		section(t('file.account'), accountLines(t, evidence, nameOf)),
		section(t('desk.button.history'), historyLines(t, evidence, nameOf)),
		[t('file.sources'), ...(purchase.file.history.length < maxHistoryLines ? [] : [t('file.shortened')])],
	];
	return parts.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** Indented, so that the heading stands out in print. */
function section(title: string, lines: readonly string[]): readonly string[] {
	return [title, ...lines.map((line) => `  ${line}`)];
}

function purchaseLines(t: Translator, { purchase, at }: PurchaseEvidence): readonly string[] {
	const { item, licenseType, purchasedAt, payment, supportedUntil, check, history } = purchase.file;
	const misses = check?.misses ?? [];
	const confirmedAt =
		check !== undefined && misses.length === 0
			? check.at
			: history.find(({ what }) => what === 'claimed')?.at;
	const license = plainLicenseText(t, licenseType);
	const isDoubted =
		misses.length > 0 || (purchase.file.status === 'revoked' && !purchase.file.isRevokedByStaff);
	return [
		`${oneLine(item.name) || nothing} (${item.id})`,
		...(license === '' ? [] : [license]),
		...(purchasedAt === undefined ? [] : [t('desk.bought', { date: utc(purchasedAt) })]),
		...(payment?.price === undefined
			? []
			: [t('desk.paid', { price: plainMoney(payment.price, payment.currency, t.language) })]),
		...(payment?.downloaded === undefined
			? []
			: [capital(t, t(payment.downloaded ? 'desk.downloaded' : 'desk.notDownloaded'))]),
		capital(t, supportInList(t, supportedUntil, at, utcMoments)),
		...(confirmedAt === undefined ? [] : [t('file.confirmed', { date: utc(confirmedAt) })]),
		...(misses.length === 0 ? [] : [t('file.invalid', { dates: misses.map(utc).join(', ') })]),
		// In the part about the account.
		...stateLines(t, purchase)
			.filter((line) => line !== t('desk.nobody'))
			.map(withoutSymbol),
		...(isDoubted ? [t('file.noReason')] : []),
	];
}

function accountLines(
	t: Translator,
	{ purchase: { file, holderId }, roleNames }: PurchaseEvidence,
	nameOf: NameOf,
): readonly string[] {
	const claim = file.claims.find((each) => each.holderId === holderId);
	if (claim === undefined) return [t('desk.nobody')];
	const member = `${oneLine(nameOf(claim.holderId) ?? '') || nothing} (${claim.holderId})`;
	const others = file.claims.length - 1;
	const roles = roleNames?.map((name) => oneLine(name) || nothing);
	return [
		t('desk.hasIt', { member, date: utc(claim.claimedAt) }),
		...(others === 0 ? [] : [t('file.others', { count: others })]),
		roles === undefined
			? t('file.rolesUnknown')
			: t('file.roles', { roles: roles.length === 0 ? nothing : t.list(roles) }),
		t('file.rolesWhen'),
	];
}

function historyLines(
	t: Translator,
	{ purchase: { file, holderId } }: PurchaseEvidence,
	nameOf: NameOf,
): readonly string[] {
	if (file.history.length === 0) return [t('desk.noHistory')];
	const others = file.history
		.flatMap(({ by, member, to }) => [by, member, to])
		.flatMap((id) => (id === undefined || id === holderId ? [] : (nameOf(id) ?? [])));
	return file.history.map((event) => {
		const what = t(`moderation.event.${eventName(event)}`, {
			by: isByStaff(event) && event.by !== holderId ? t('file.staff') : person(t, event.by, holderId),
			member: person(t, event.member, holderId),
			to: person(t, event.to, holderId),
		});
		return [utc(event.at), what, reasonOf(t, event, others)].filter(Boolean).join(' · ');
	});
}

function person(t: Translator, id: string | undefined, holderId: string | undefined): string {
	if (id === undefined) return nothing;
	if (id === holderId) return t('file.thisAccount');
	if (id === 'claimcheck') return t('moderation.bot');
	return id === 'deleted' ? t('moderation.forgottenMember') : t('file.otherAccount');
}

/** The reason of staff without codes, mentions, ids and the usernames of others; '' if there is none. */
function reasonOf(t: Translator, { why = '' }: ClaimEvent, others: readonly string[]): string {
	const reason = botReasonIn(why);
	if (reason !== undefined) return t(`moderation.why.${reason}`);
	const words = oneLine(scrubCodes(why.replaceAll(/\p{Cf}/gu, '')))
		.replaceAll(/<[@#][!&]?\d+>|\S*@\S+|\p{Nd}{17,}/gu, removed)
		.slice(0, maxReasonLength);
	const clean = others.reduce(withoutName, words);
	return clean === '' ? '' : t('desk.quoted', { why: clean });
}

const removed = '[…]';

function withoutName(text: string, name: string): string {
	const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'giu'), removed);
}

/** Without the symbol at its start, which a printer may not have. */
function withoutSymbol(line: string): string {
	return line.replace(/^[^\p{L}\p{N}]+/u, '');
}

function capital(t: Translator, text: string): string {
	return text.charAt(0).toLocaleUpperCase(t.language) + text.slice(1);
}
