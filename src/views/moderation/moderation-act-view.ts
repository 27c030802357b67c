import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Translator } from '../../i18n/translator.js';
import type { Carried, ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import type { ModerationAction } from '../../moderation/proposals.js';
import {
	cancelChange,
	chooseClaim,
	confirmChange,
	holderArgument,
	openLookUp,
	openPurchase,
	purchaseValue,
	shortHash,
	undoChange,
} from '../custom-ids/moderation-ids.js';
import { button, select } from '../kit/components.js';
import { memberWithName, type NameOf } from '../kit/member-name.js';
import type { MessageView } from '../kit/message.js';
import { permissionName, shownEnding } from '../kit/names.js';
import { bold, buttons, danger, notice, page, selectRow, small, text } from '../kit/page.js';
import { cut, foreignLine, nothing, oneLine, timestamp } from '../kit/text.js';
import { type Act, consequenceOf } from './act-texts.js';
import { maxChoices, maxReasonLength } from './moderation-forms-view.js';
import {
	memberText,
	moderatedPurchaseText,
	moderationEventText,
	plainPurchaseText,
} from './moderation-text.js';

/** Asks which of several purchases is meant: by item, code and the holder's name. */
export function chooseView(
	t: Translator,
	proposalId: string,
	purchases: readonly ModeratedPurchase[],
	/** Display names by id. Untrusted text. */
	names: ReadonlyMap<string, string>,
): MessageView {
	const options = purchases.slice(0, maxChoices).map(({ file, holderId, codeEnd }) => {
		const holder = holderId === undefined ? t('desk.nobody') : (names.get(holderId) ?? t('desk.notThere'));
		const parts = [codeEnd === undefined ? t('purchases.given') : shownEnding(codeEnd), oneLine(holder)];
		return {
			label: cut(oneLine(file.item.name) || nothing, 100),
			description: cut(parts.filter(Boolean).join(' · '), 100),
			value: purchaseValue(file.hash, holderId),
		};
	});
	return page(
		'info',
		text(bold(t('desk.choose'))),
		selectRow(select(chooseClaim.encode(proposalId), options)),
		buttons(button(t('button.cancel'), cancelChange.encode(proposalId))),
	);
}

/** The purchase of a typed act. */
export interface ConfirmedPurchase {
	readonly about: ModeratedPurchase;
	/** The holder's roles that follow from no other purchase of theirs. */
	readonly roleIds: readonly string[];
	readonly nameOf: NameOf;
}

export function confirmView(
	t: Translator,
	proposalId: string,
	{
		action,
		toUserId,
		why,
	}: { readonly action: Act; readonly toUserId?: string | undefined; readonly why: string },
	{ about, roleIds, nameOf }: ConfirmedPurchase,
): MessageView {
	const { file, holderId, codeEnd } = about;
	const subject = {
		it: moderatedPurchaseText(about),
		member: holderId === undefined ? undefined : memberText(t, holderId, nameOf),
		holderCount: file.claims.length,
		roleIds,
		isGiven: file.isGiven,
	};
	const effect = consequenceOf(t, action, subject, memberText(t, toUserId, nameOf));
	const it = plainPurchaseText({ itemName: file.item.name, codeEnd });
	return question(t, proposalId, action, t(`desk.ask.${action}`, { it }), [effect, why]);
}

export function confirmGiveView(
	t: Translator,
	proposalId: string,
	gift: {
		readonly itemName: string;
		readonly days: number | undefined;
		readonly toUserId: string;
		readonly why: string;
	},
	nameOf: NameOf,
): MessageView {
	const item = foreignLine(gift.itemName, 150) || nothing;
	const support =
		gift.days === undefined ? t('desk.noSupport') : t('desk.daysOfSupport', { count: gift.days });
	const effect = t('desk.effect.giveTo', {
		member: memberWithName(gift.toUserId, nameOf(gift.toUserId)),
	});
	const asked = t('desk.ask.give', { it: item });
	return question(t, proposalId, 'give', asked, [`${effect}\n${support}`, gift.why]);
}

function question(
	t: Translator,
	proposalId: string,
	action: ModerationAction,
	title: string,
	[effect, why]: readonly [effect: string, why: string],
): MessageView {
	const reason = foreignLine(scrubCodes(why), maxReasonLength);
	return notice(
		title,
		[effect, reason !== '' && small(t('moderation.reason', { why: reason }))],
		buttons(
			danger(button(t(`desk.act.${action}`), confirmChange.encode(proposalId))),
			button(t('button.cancel'), cancelChange.encode(proposalId)),
		),
	);
}

/** The moderator has cancelled the act; nothing was changed. */
export function cancelledView(t: Translator): MessageView {
	return notice(t('desk.cancelled'));
}

export interface CarriedContext {
	readonly nameOf?: NameOf;
	/** The custom_id that opens the modal again, if a refusal can be corrected there. */
	readonly change?: string;
}

/** The outcome of an act, with the button that undoes it. */
export function carriedView(
	t: Translator,
	carried: Carried,
	{ nameOf, change }: CarriedContext = {},
): MessageView {
	if (carried.kind !== 'done') return refusedView(t, carried, change);
	const { event, undo } = carried;
	const holder = event.deed === 'unlinked' ? undefined : (event.toUserId ?? event.memberId);
	const open = button(
		t('desk.button.openPurchase'),
		openPurchase.encode(
			shortHash(event.hash),
			holderArgument(/^\d+$/.test(holder ?? '') ? holder : undefined),
		),
	);
	if (event.deed === 'undid') {
		return page('done', text(bold(t('desk.undone', { by: memberText(t, event.by, nameOf) }))), buttons(open));
	}
	return page(
		'done',
		text(
			`✅ ${moderationEventText(t, event, nameOf)}`,
			undo && small(t('desk.undoEnds', { when: timestamp(undo.until, 'R') })),
		),
		buttons(undo && button(t('button.undo'), undoChange.encode(shortHash(event.hash), undo.revision)), open),
	);
}

function refusedView(
	t: Translator,
	refused: Exclude<Carried, { kind: 'done' }>,
	change: string | undefined,
): MessageView {
	const values = {
		permission: permissionName(t, 'ManageRoles'),
		role: 'roleId' in refused ? `<@&${refused.roleId}>` : '',
		when: 'retryAt' in refused ? timestamp(refused.retryAt, 'R') : '',
	};
	const isFixable = fixable.has(refused.kind);
	return notice(
		`⛔ ${t(`moderation.hindrance.${refused.kind}`, values)}`,
		[],
		buttons(
			isFixable && change !== undefined && button(t('button.change'), change),
			button(t('button.lookUp'), openLookUp.encode()),
		),
	);
}

/** Refusals that another choice in the modal can correct. */
const fixable: ReadonlySet<Carried['kind']> = new Set<Carried['kind']>([
	'already-held',
	'is-bot',
	'not-a-member',
	'own-case',
	'discord-silent',
	'unknown-item',
	'role-above',
]);

/** The options of a command match nothing. */
export function nothingFoundView(
	t: Translator,
	/** The member without purchases; undefined if none was named. */
	member?: { readonly userId: string; readonly nameOf: NameOf },
): MessageView {
	return member === undefined
		? notice(t('desk.whoOrWhat'))
		: notice(t('desk.none', { member: memberWithName(member.userId, member.nameOf(member.userId)) }));
}
