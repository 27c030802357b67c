import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { LookedUp, ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import {
	holderArgument,
	lookUpAgain,
	moderationFields,
	openBlockCode,
	openGiveCode,
	openLookUp,
	openMember,
	openPurchase,
	pickMember,
	sendLookUp,
	shortHash,
} from '../custom-ids/moderation-ids.js';
import { button } from '../kit/components.js';
import { licenseLine } from '../kit/license-text.js';
import type { MessageView } from '../kit/message.js';
import { bold, buttons, danger, notice, page, primary, selectRow, text } from '../kit/page.js';
import { cut, foreignLine, nothing, oneLine, timestamp } from '../kit/text.js';
import { type ModerationRights, supportLine } from './moderation-lines.js';
import { moderatedPurchaseText } from './moderation-text.js';

/** Asks whom or what to look at. */
export function askView(t: Translator): MessageView {
	return page(
		'info',
		text(`## ${t('button.lookUp')}`),
		selectRow({
			type: ComponentType.UserSelect,
			custom_id: pickMember.encode(),
			placeholder: t('desk.field.member'),
		}),
		buttons(button(t('desk.button.enter'), openLookUp.encode())),
	);
}

/** The form for a code or a reference. */
export function lookUpModal(t: Translator): APIModalInteractionResponseCallbackData {
	return {
		custom_id: sendLookUp.encode(),
		title: t('button.lookUp'),
		components: [
			{
				type: ComponentType.Label,
				label: t('desk.field.lookUp'),
				component: {
					type: ComponentType.TextInput,
					custom_id: moderationFields.lookUp,
					style: TextInputStyle.Short,
					required: true,
					// Long enough for a whole pasted receipt line, in which the code is then looked for.
					max_length: 500,
				},
			},
		],
	};
}

/** What is known of a code that nobody here has. */
export function codeView(
	t: Translator,
	looked: Exclude<LookedUp, { kind: 'held' }>,
	rights: ModerationRights,
	now: number,
): MessageView {
	const again = buttons(button(t('button.lookUp'), openLookUp.encode()));
	switch (looked.kind) {
		case 'not-a-code':
			return notice(t('desk.notACode'), [t('desk.codeLooksLike')], again);
		case 'unknown-here':
			return notice(t('desk.unknownHere'), [], again);
		case 'invalid':
			return notice(
				t('desk.unknownCode'),
				[t('desk.nobodyHere')],
				buttons(button(t('button.checkAgain'), lookUpAgain.encode(looked.id))),
			);
		case 'uncheckable':
			return notice(
				t('desk.shopSilent'),
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

/** A refusal that a member has named by its reference. */
export interface ReferencePage {
	/** As it is shown: `KQT-WDR`. */
	readonly reference: string;
	readonly userId: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Such as `taken`, or the name of an error. */
	readonly why: string;
	/** The purchase that it was about, where this server's staff may see it. */
	readonly about: ModeratedPurchase | undefined;
	/** The custom_id that opens the dispute about it; undefined where there is none. */
	readonly disputeButton: string | undefined;
	/** The member's display name. Foreign text. */
	readonly name: string | undefined;
}

const refusals = ['taken', 'invalid', 'limited', 'not-a-code', 'uncheckable'] as const;

/** What a reference stands for. It proves nothing alone. */
export function referenceView(t: Translator, found: ReferencePage): MessageView {
	const { about } = found;
	const why = refusals.find((known) => known === found.why) ?? 'error';
	const holderId = about?.holderId;
	return page(
		'info',
		text(
			`## ${found.reference} · <@${found.userId}> · ${timestamp(found.at, 'R')}`,
			t(`desk.refused.${why}`),
			about &&
				holderId !== undefined &&
				t('desk.linkedTo', { it: moderatedPurchaseText(about), member: `<@${holderId}>` }),
		),
		buttons(
			about &&
				button(
					t('desk.button.openPurchase'),
					openPurchase.encode(shortHash(about.file.hash), holderArgument(holderId)),
				),
			found.disputeButton !== undefined && button(t('desk.button.openCase'), found.disputeButton),
			button(
				t('desk.button.openMember', { name: cut(oneLine(found.name ?? ''), 40) || found.userId }),
				openMember.encode(found.userId, 0, '0'),
			),
		),
	);
}

/** Nothing is kept under a reference, or nothing that this server's staff may see. */
export function noReferenceView(t: Translator): MessageView {
	return notice(
		t('desk.noReference'),
		[t('desk.referencesKept')],
		buttons(button(t('button.lookUp'), openLookUp.encode())),
	);
}
