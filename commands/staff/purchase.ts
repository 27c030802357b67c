import type { APISelectMenuOption } from 'discord.js';
import { z } from 'zod';
import { seatsFor } from '../../src/claims/policy.js';
import type { ClaimEvent } from '../../src/claims/record.js';
import { missesUntilRevoked } from '../../src/claims/refund-rule.js';
import { scrubCodes } from '../../src/claims/scrub-codes.js';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { ItemMedia } from '../../src/marketplace/schemas.js';
import { supportStage } from '../../src/servers/support-stage.js';
import type { EndedRoles } from '../../src/services/moderation/moderated-roles.js';
import type {
	Act,
	Checked,
	ModeratedPurchase,
	Moderator,
} from '../../src/services/moderation/moderation-outcomes.js';
import { defineCustomId, wholeNumber } from '../../src/ui/custom-id.js';
import { lookUp, openMember, openPurchase, purchaseArgs } from '../../src/ui/entries.js';
import { itemPreview, itemThumbnail } from '../../src/ui/items.js';
import type { MessageView } from '../../src/ui/message.js';
import { endedRolesTexts, licenseLine } from '../../src/ui/names.js';
import {
	type Accent,
	bold,
	button,
	buttons,
	filePage,
	head,
	page,
	row,
	select,
	small,
	text,
} from '../../src/ui/page.js';
import { outdatedComponentView } from '../../src/ui/refusal.js';
import { eventLine, historyLine, memberText, paymentLine, peopleIn } from '../../src/ui/staff-texts.js';
import { supportLine } from '../../src/ui/support-lines.js';
import { foreignLine, type NameOf, nothing, oneLine, sentences, timestamp } from '../../src/ui/text.js';
import { moderatorOf, stateLines, updateRoles } from './member.js';

export const checkPurchase = defineCustomId('desk-check', purchaseArgs);
const openHistory = defineCustomId('desk-history', purchaseArgs);
const saveHistory = defineCustomId('desk-history-file', purchaseArgs);
/** The select of an act, which opens its form. The last argument is the revision shown on the page. */
export const chooseAct = defineCustomId('desk-acts', z.tuple([...purchaseArgs.def.items, wholeNumber]));

const maxLines = 12;
const maxHolders = 5;

export interface PurchasePageParts {
	/** How many members may hold the code together. */
	readonly seats: number;
	readonly media: ItemMedia | undefined;
	/** The holder's roles that went with it, if it no longer counts. */
	readonly ended?: EndedRoles | undefined;
	/** The outcome of the last act, shown at the top. */
	readonly note?: string | undefined;
	readonly nameOf: NameOf;
	readonly now: number;
}

export function purchaseView(
	t: Translator,
	about: ModeratedPurchase,
	rights: Pick<Moderator, 'canManageRoles'>,
	parts: PurchasePageParts,
): MessageView {
	const { file, codeEnd, holderId } = about;
	const [verdict, ...verdictDetails] = verdictLines(t, about);
	const roles = sentences(t, endedRolesTexts(t, parts.ended));
	return page(
		accentOf(about),
		text(parts.note, verdict && bold(verdict), ...verdictDetails.map(small), roles && small(roles)),
		head([bold(foreignLine(file.item.name, 80) || nothing)], itemThumbnail(t, file.item, parts.media)),
		text(
			licenseLine(t, file.licenseType, codeEnd),
			file.purchasedAt !== undefined && t('desk.bought', { date: timestamp(file.purchasedAt, 'D') }),
			paymentLine(t, file.payment),
			supportLine(t, supportStage(file.supportedUntil, parts.now)),
			// Already shown above.
			...stateLines(t, about).filter((line) => line !== verdict),
			...holderLines(t, about, parts),
			file.keptSeats > 0 && t('moderation.keptSeats', { count: file.keptSeats }),
			validLine(t, about),
		),
		itemPreview(t, file.item, parts.media),
		actSelect(t, about, rights),
		buttons(
			!file.isGiven && button(t('desk.button.checkNow'), checkPurchase.encode(...argsOf(about))),
			file.isGiven &&
				holderId !== undefined &&
				button(t('desk.button.updateRoles'), updateRoles.encode(holderId)),
			button(t('desk.button.history'), openHistory.encode(...argsOf(about))),
			holderId === undefined
				? button(t('button.lookUp'), lookUp.encode())
				: button(t('button.back'), openMember.encode(holderId, 0)),
		),
	);
}

function accentOf({ file }: ModeratedPurchase): Accent {
	if (file.status === 'revoked') return 'over';
	return file.locked || (file.check?.misses.length ?? 0) > 0 ? 'attention' : 'info';
}

const argsOf = ({ file, holderId }: ModeratedPurchase) => [file.hash, holderId] as const;

function holderLines(t: Translator, { file }: ModeratedPurchase, { seats, nameOf }: PurchasePageParts) {
	return file.claims.slice(0, maxHolders).map(({ holderId, claimedAt }, index) => {
		const values = { member: memberText(t, holderId, nameOf), date: timestamp(claimedAt, 'D') };
		return seats > 1 ? t('desk.hasSeat', { ...values, seat: index + 1, seats }) : t('desk.hasIt', values);
	});
}

/** The shop's rejection as a title and small print; none if it confirms the purchase. */
function verdictLines(t: Translator, { file }: ModeratedPurchase): readonly string[] {
	if (file.status === 'revoked') {
		if (file.isRevokedByStaff) return [];
		const since = file.history.findLast(({ what }) => what === 'revoked')?.at;
		const details = { date: timestamp(since ?? 0, 'D') };
		return [t('desk.noLongerValid'), ...(since !== undefined ? [t('desk.noSince', details)] : [])];
	}
	const { misses = [], at = 0 } = file.check ?? {};
	if (misses.length === 0) return [];
	const when = timestamp(at, 'R');
	return [
		t('desk.shopNo', { count: misses.length, most: missesUntilRevoked }),
		t('desk.checkedAt', { when }),
	];
}

/** When the shop last confirmed it. */
function validLine(t: Translator, { file }: ModeratedPurchase) {
	const { check, claims, status, isGiven } = file;
	if (isGiven || status === 'revoked' || (check?.misses.length ?? 0) > 0) return undefined;
	const [claim] = claims;
	return claim && small(t('desk.shopYes', { when: timestamp(check?.at ?? claim.claimedAt, 'R') }));
}

function actSelect(t: Translator, about: ModeratedPurchase, rights: Pick<Moderator, 'canManageRoles'>) {
	const options = actsOn(about, rights).map((act): APISelectMenuOption => {
		const { isGiven } = about.file;
		const description = t(act === 'unlink' && isGiven ? 'desk.option.takeBack' : `desk.option.${act}`);
		return { label: t(`desk.act.${act}`), value: act, description };
	});
	if (options.length === 0) return undefined;
	return row(select(chooseAct.encode(...argsOf(about), about.file.revision), options, t('purchases.change')));
}

/** The acts that are allowed and change something. */
function actsOn(
	{ file, holderId }: ModeratedPurchase,
	rights: Pick<Moderator, 'canManageRoles'>,
): readonly Act[] {
	const { isGiven, locked, isRevokedByStaff, keptSeats } = file;
	const isHeld = holderId !== undefined;
	if (isGiven) return rights.canManageRoles && isHeld ? ['unlink'] : [];
	const acts: readonly (Act | false)[] = [
		isHeld && !locked && 'move',
		isHeld && !locked && 'unlink',
		keptSeats > 0 && !locked && 'free',
		!locked && 'lock',
		locked && 'unlock',
		!isRevokedByStaff && rights.canManageRoles && 'revoke',
		isRevokedByStaff && rights.canManageRoles && 'lift',
	];
	return acts.filter((act) => act !== false);
}

/** The shop's latest answer, as a line above the purchase; undefined if the page already shows it. */
export function checkedNote(t: Translator, about: ModeratedPurchase, outcome: Checked): string | undefined {
	const { isRevokedByStaff, status } = about.file;
	switch (outcome.kind) {
		case 'valid':
			return t(isRevokedByStaff ? 'desk.check.stillRevoked' : 'desk.check.valid');
		case 'invalid':
			if (isRevokedByStaff) return t('desk.noLongerValid');
			// Without a trustworthy clock the miss isn't counted, and so it isn't on the page.
			if (status === 'revoked' || outcome.misses > 0) return undefined;
			return t('desk.shopNo', { count: 0, most: missesUntilRevoked });
		case 'too-soon':
			return t('desk.check.too-soon', { when: timestamp(outcome.retryAt, 'R') });
		default:
			return t(`desk.check.${outcome.kind}`);
	}
}

/** The newest of a purchase's history: the file has all of it. */
export function historyView(t: Translator, about: ModeratedPurchase, nameOf: NameOf): MessageView {
	const { item, history } = about.file;
	const lines = history.toReversed().map((event) => historyLine(t, event, nameOf));
	const left = lines.length - maxLines;
	return page(
		'info',
		text(
			`## ${t('desk.historyOf', { item: foreignLine(item.name, 100) || nothing })}`,
			...(lines.length === 0 ? [t('desk.noHistory')] : lines.slice(0, maxLines)),
			left > 0 && t('list.more', { count: left }),
		),
		buttons(
			lines.length > 0 && button(t('desk.button.saveHistory'), saveHistory.encode(...argsOf(about))),
			button(t('button.back'), openPurchase.encode(...argsOf(about))),
		),
	);
}

const fileName = 'history.txt';
/** Without it, some programs take the file for one of an older encoding. */
const byteOrderMark = '\ufeff';

/** A purchase's whole history as a text file, newest first: read outside of Discord, so without Markdown and mentions. */
export function historyFileView(t: Translator, { file }: ModeratedPurchase, nameOf: NameOf): MessageView {
	const title = (name: string) => t('desk.historyOf', { item: name || nothing });
	const lines = file.history.toReversed().map((event) => plainLine(t, event, nameOf));
	const content = [title(oneLine(file.item.name)), '', ...lines, ''].join('\n');
	const heading = text(`## ${title(foreignLine(file.item.name, 100))}`);
	return filePage('done', fileName, Buffer.from(byteOrderMark + content), [heading]);
}

function plainLine(t: Translator, event: ClaimEvent, nameOf: NameOf): string {
	const person = (id: string | undefined): string =>
		id !== undefined && /^\d+$/.test(id)
			? `${oneLine(nameOf(id) ?? '') || nothing} (${id})`
			: memberText(t, id);
	// Invisible characters could hide a code from the search for codes.
	const plain = (why: string) => oneLine(scrubCodes(why.replaceAll(/\p{Cf}/gu, '')));
	return eventLine(t, event, utc(event.at), person, plain);
}

/** `2026-06-11 09:30 UTC`: the same in every language, and without doubt about day and month. */
function utc(at: number): string {
	const date = new Date(at);
	if (Number.isNaN(date.getTime())) return nothing;
	return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export async function purchasePage(
	asked: Asked,
	services: Services,
	about: ModeratedPurchase | undefined,
	note?: string,
): Promise<MessageView> {
	if (about === undefined) return outdatedComponentView(asked.t, true);
	const { claims, discord, moderatedRoles, catalog, clock } = services;
	const { file, holderId } = about;
	const { guildId, t } = asked;
	const isEnded = file.status === 'revoked' && file.claims.some((claim) => claim.holderId === holderId);
	const [policy, ended] = await Promise.all([
		claims.readPolicy(),
		isEnded && holderId ? moderatedRoles.endedWith(file.hash, { guildId, userId: holderId }) : undefined,
	]);
	const nameOf = await discord.namesOf(file.claims.map(({ holderId }) => holderId));
	const media = catalog.get(file.item.id);
	const seats = seatsFor(policy, file.licenseType);
	return purchaseView(t, about, moderatorOf(asked), { seats, media, ended, note, nameOf, now: clock.now() });
}

const { shows, replies } = componentsOf<Services>('staff');

/** A purchase's page. Its subject is in the custom_ids, so that buttons of last year still work. */
export const purchaseComponents = [
	shows('button', openPurchase, async (asked, services) =>
		purchasePage(asked, services, await services.moderation.findByHash(...asked.args)),
	),
	shows('button', checkPurchase, async (asked, services) => {
		const outcome = await services.moderation.check(...asked.args, moderatorOf(asked));
		const about = await services.moderation.findByHash(...asked.args);
		return await purchasePage(asked, services, about, about && checkedNote(asked.t, about, outcome));
	}),
	shows('button', openHistory, async (asked, services) => {
		const about = await services.moderation.findByHash(...asked.args);
		if (about === undefined) return outdatedComponentView(asked.t, true);
		const nameOf = await services.discord.namesOf(peopleIn(about.file.history), asked.guildId);
		return historyView(asked.t, about, nameOf);
	}),
	replies('button', saveHistory, async (asked, services) => {
		const about = await services.moderation.findByHash(...asked.args);
		if (about === undefined) return outdatedComponentView(asked.t, true);
		return historyFileView(asked.t, about, await services.discord.namesOf(peopleIn(about.file.history)));
	}),
];
