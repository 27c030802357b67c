import type { APIButtonComponent } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { Checked, ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import type { ModerationAction } from '../../moderation/proposals.js';
import {
	checkPurchase,
	holderArgument,
	openAct,
	openHistory,
	openLookUp,
	openMember,
	openPurchase,
	shortHash,
	updateRoles,
} from '../custom-ids/moderation-ids.js';
import { button } from '../kit/components.js';
import { licenseLine } from '../kit/license-text.js';
import type { MessageView } from '../kit/message.js';
import { type Accent, bold, buttons, danger, head, notice, page, small, text } from '../kit/page.js';
import { cut, foreignLine, nothing, oneLine, timestamp } from '../kit/text.js';
import { type ModerationRights, stateLines, supportLine } from './moderation-lines.js';
import { historyLine } from './moderation-text.js';

const missesUntilRevoked = 3;
const linesOnPage = 8;

/** What a purchase's page shows besides the purchase. */
export interface PurchasePageParts {
	/** How many members may have the code at once. */
	readonly seats: number;
	readonly thumbnailUrl: string | undefined;
	/** Said above everything else: what was done. */
	readonly note?: string | undefined;
	/** A button of another room, such as the dispute's. */
	readonly more?: APIButtonComponent | undefined;
	readonly now: number;
}

/** A purchase as staff see it, with what they can do about it. */
export function purchaseView(
	t: Translator,
	about: ModeratedPurchase,
	rights: ModerationRights,
	parts: PurchasePageParts,
): MessageView {
	const { file, codeEnd } = about;
	const name = foreignLine(file.item.name, 200) || nothing;
	const claim = file.claims.find(({ holderId }) => holderId === about.holderId) ?? file.claims[0];
	const dates = [
		file.purchasedAt !== undefined && t('desk.bought', { date: timestamp(file.purchasedAt, 'D') }),
		claim &&
			t(codeEnd === undefined ? 'desk.gotIt' : 'desk.verified', { when: timestamp(claim.claimedAt, 'R') }),
	];
	return page(
		accentOf(about),
		text(parts.note),
		head(
			[bold(name)],
			parts.thumbnailUrl,
			t('desk.logo', { item: cut(oneLine(file.item.name), 200) || nothing }),
		),
		text(
			licenseLine(t, file.licenseType, codeEnd),
			dates.filter(Boolean).join(' · '),
			supportLine(t, file.supportedUntil, parts.now),
			...stateLines(t, about),
			...holderLines(t, about, parts.seats),
			file.keptSeats > 0 && t('moderation.keptSeats', { count: file.keptSeats }),
			...shopLines(t, about, rights),
		),
		buttons(...actButtons(t, about, rights), parts.more),
		buttons(
			button(t('desk.button.history'), openHistory.encode(...placeOf(about), 0)),
			about.holderId !== undefined && button(t('button.back'), openMember.encode(about.holderId, 0, '0')),
			about.holderId === undefined && button(t('button.lookUp'), openLookUp.encode()),
		),
	);
}

function accentOf({ file }: ModeratedPurchase): Accent {
	if (file.status === 'revoked') return 'over';
	return file.locked || (file.check?.misses.length ?? 0) > 0 ? 'attention' : 'info';
}

function placeOf({ file, holderId }: ModeratedPurchase): [string, string] {
	return [shortHash(file.hash), holderArgument(holderId)];
}

function holderLines(t: Translator, { file }: ModeratedPurchase, seats: number): readonly string[] {
	return file.claims.slice(0, 5).map(({ holderId, claimedAt }, index) => {
		const values = { member: `<@${holderId}>`, when: timestamp(claimedAt, 'R') };
		return seats > 1 ? t('desk.hasSeat', { ...values, seat: index + 1, seats }) : t('desk.hasIt', values);
	});
}

/** What the shop has said: home's business alone. */
function shopLines(
	t: Translator,
	{ file }: ModeratedPurchase,
	{ isHome }: ModerationRights,
): readonly string[] {
	if (!isHome || file.isGiven || file.claims.length === 0) return [];
	const misses = file.check?.misses.length ?? 0;
	const at = file.check?.at ?? file.claims[0]?.claimedAt ?? 0;
	if (misses > 0 && file.status === 'active') {
		const count = t('desk.shopNo', { count: misses, most: missesUntilRevoked });
		return [count, small(t('desk.asOf', { when: timestamp(at, 'R') }))];
	}
	return file.status === 'active' ? [small(t('desk.shopYes', { when: timestamp(at, 'R') }))] : [];
}

function actButtons(t: Translator, about: ModeratedPurchase, rights: ModerationRights) {
	const { file, holderId } = about;
	const act = (action: Exclude<ModerationAction, 'give'>) =>
		button(t(`desk.act.${action}`), openAct.encode(action, ...placeOf(about), file.revision));
	const roles = holderId !== undefined && button(t('desk.button.updateRoles'), updateRoles.encode(holderId));
	if (file.isGiven) return [rights.canManageRoles && holderId !== undefined && danger(act('unlink')), roles];
	if (!rights.isHome) return [roles];
	const isMovable = holderId !== undefined && !file.locked;
	return [
		button(t('desk.button.checkNow'), checkPurchase.encode(...placeOf(about))),
		isMovable && act('move'),
		isMovable && danger(act('unlink')),
		act(file.locked ? 'unlock' : 'lock'),
		rights.canManageRoles && (file.isRevokedByStaff ? act('lift') : danger(act('revoke'))),
		file.keptSeats > 0 && !file.locked && act('free'),
	];
}

/** What the shop has just said, as a line above the purchase. */
export function checkedNote(t: Translator, about: ModeratedPurchase, outcome: Checked): string {
	switch (outcome.kind) {
		case 'valid':
			return [validText(t, about, outcome), ...rolesChanged(t, about, outcome)].join('\n');
		case 'invalid':
			return outcome.isRevoked
				? t('desk.check.revoked')
				: t('desk.shopNo', { count: outcome.misses, most: missesUntilRevoked });
		case 'too-soon':
			return t('desk.check.too-soon', { when: timestamp(outcome.retryAt, 'R') });
		default:
			return t(`desk.check.${outcome.kind}`);
	}
}

function validText(
	t: Translator,
	{ file }: ModeratedPurchase,
	{ supportedUntil, supportChanged }: Extract<Checked, { kind: 'valid' }>,
): string {
	if (file.isRevokedByStaff) return t('desk.check.stillRevoked');
	if (supportedUntil === undefined) return t('desk.check.validWithoutSupport');
	const date = timestamp(supportedUntil, 'D');
	return t(supportChanged ? 'desk.check.validNewSupport' : 'desk.check.valid', { date });
}

function rolesChanged(
	t: Translator,
	{ holderId }: ModeratedPurchase,
	{ gained, lost }: Extract<Checked, { kind: 'valid' }>,
): readonly string[] {
	const member = `<@${holderId}>`;
	const list = (ids: readonly string[]) => t.list(ids.map((id) => `<@&${id}>`));
	return [
		...(gained.length > 0 ? [t('desk.check.gained', { member, roles: list(gained) })] : []),
		...(lost.length > 0 ? [t('desk.check.lost', { member, roles: list(lost) })] : []),
	];
}

/** A purchase's history, the newest first. `page`: from 0. */
export function historyView(t: Translator, about: ModeratedPurchase, at: number): MessageView {
	const lines = about.file.history.toReversed().map((event) => historyLine(t, event));
	const pages = Math.max(1, Math.ceil(lines.length / linesOnPage));
	const shown = Math.min(at, pages - 1);
	const to = (index: number) => openHistory.encode(...placeOf(about), index);
	const first = shown * linesOnPage;
	return page(
		'info',
		text(
			`## ${t('desk.historyOf', { item: foreignLine(about.file.item.name, 100) || nothing })}`,
			...(lines.length === 0 ? [t('desk.noHistory')] : lines.slice(first, first + linesOnPage)),
		),
		buttons(
			shown < pages - 1 && button(t('desk.button.older'), to(shown + 1)),
			shown > 0 && button(t('desk.button.newer'), to(shown - 1)),
			button(t('button.back'), openPurchase.encode(...placeOf(about))),
		),
		pages > 1 && text(t('page.of', { page: shown + 1, pages })),
	);
}

/** What a button was about is gone, or was never this server's to see. */
export function goneView(t: Translator): MessageView {
	return notice(t('desk.gone'), [], buttons(button(t('button.lookUp'), openLookUp.encode())));
}
