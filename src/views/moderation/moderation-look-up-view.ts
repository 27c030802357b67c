import { ComponentType } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { LookedUp, ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import {
	holderArgument,
	lookUpAgain,
	moderationFields,
	openBlockCode,
	openGive,
	openGiveCode,
	openLookUp,
	openMember,
	openPurchase,
	pickMember,
	sendLookUp,
	shortHash,
} from '../custom-ids/moderation-ids.js';
import { field, form } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { licenseLine } from '../kit/names.js';
import { bold, button, buttons, danger, notice, page, primary, row, text } from '../kit/page.js';
import { cut, foreignLine, type NameOf, nothing, oneLine, timestamp } from '../kit/text.js';
import { type ModerationRights, refusedLine, supportLine } from './moderation-lines.js';
import { memberText, moderatedPurchaseText } from './moderation-text.js';

/** Asks for the member, code or reference to look at. */
export function askView(t: Translator): MessageView {
	return page(
		'info',
		text(`## ${t('button.lookUp')}`),
		row({
			type: ComponentType.UserSelect,
			custom_id: pickMember.encode(),
			placeholder: t('desk.field.member'),
		}),
		buttons(button(t('desk.button.enter'), openLookUp.encode())),
	);
}

export function lookUpModal(t: Translator) {
	const input = { id: moderationFields.lookUp, label: t('desk.field.lookUp'), isRequired: true };
	// Long enough for a whole pasted receipt line that contains the code.
	return form(sendLookUp.encode(), t('button.lookUp'), field({ ...input, longest: 500 }));
}

export function codeView(
	t: Translator,
	looked: Exclude<LookedUp, { kind: 'held' }>,
	rights: ModerationRights,
	now: number,
): MessageView {
	const again = buttons(button(t('button.lookUp'), openLookUp.encode()));
	switch (looked.kind) {
		case 'not-a-code':
			return notice(t('verify.mistake.other'), [t('desk.codeLooksLike')], again);
		case 'invalid':
		case 'uncheckable':
			return notice(
				t(looked.kind === 'invalid' ? 'verify.invalidTitle' : 'verify.shopDownTitle'),
				[t('desk.nobodyHere')],
				buttons(button(t('button.checkAgain'), lookUpAgain.encode(looked.id))),
			);
		case 'free':
			return notice(
				t('desk.free'),
				[
					bold(foreignLine(looked.item.name, 200) || nothing),
					licenseLine(t, looked.licenseType, looked.codeEnd),
					looked.purchasedAt !== undefined && t('desk.bought', { date: timestamp(looked.purchasedAt, 'D') }),
					supportLine(t, looked.supportedUntil, now),
				],
				rights.canManageRoles &&
					buttons(
						primary(button(t('desk.button.giveToMember'), openGiveCode.encode(looked.id))),
						danger(button(t('desk.act.revoke'), openBlockCode.encode(looked.id))),
					),
			);
	}
}

/** A refusal found by its reference. */
export interface ReferencePage {
	/** As it is shown: `KQT-WDR`. */
	readonly reference: string;
	readonly userId: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Such as `taken`, or the name of an error. */
	readonly why: string;
	/** The purchase that it was about, if this server's staff may see it. */
	readonly about: ModeratedPurchase | undefined;
	/** The custom_id that opens the dispute about it; undefined if there is none. */
	readonly disputeButton: string | undefined;
	/** The staff member may give the member a purchase here. */
	readonly mayGive: boolean;
	/** The member's display name. Untrusted text. */
	readonly name: string | undefined;
	readonly nameOf: NameOf;
}

/** The page of a reference. It proves nothing alone. */
export function referenceView(t: Translator, found: ReferencePage): MessageView {
	const { about } = found;
	const holderId = about?.holderId;
	return page(
		'info',
		text(
			`## ${found.reference}`,
			[memberText(t, found.userId, found.nameOf), timestamp(found.at, 'R')].join(' · '),
			refusedLine(t, found.why),
			about &&
				holderId !== undefined &&
				t('desk.linkedTo', {
					it: moderatedPurchaseText(about),
					member: memberText(t, holderId, found.nameOf),
				}),
		),
		buttons(
			about &&
				button(
					t('desk.button.openPurchase'),
					openPurchase.encode(shortHash(about.file.hash), holderArgument(holderId)),
				),
			found.disputeButton !== undefined && button(t('desk.button.openCase'), found.disputeButton),
			found.mayGive && button(t('desk.button.give'), openGive.encode(found.userId)),
			button(
				t('desk.button.openMember', { name: cut(oneLine(found.name ?? ''), 40) || found.userId }),
				openMember.encode(found.userId, 0, '0'),
			),
		),
	);
}

/** The reference doesn't exist, or this server's staff may not see it. */
export function noReferenceView(t: Translator): MessageView {
	return notice(
		t('desk.noReference'),
		[t('desk.referencesKept')],
		buttons(button(t('button.lookUp'), openLookUp.encode())),
	);
}
