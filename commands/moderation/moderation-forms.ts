import { scrubCodes } from '../../src/claims/scrub-codes.js';
import { type Asked, onComponent, openModal, turnLater } from '../../src/discord/interactions/handler.js';
import type { ModalInput } from '../../src/discord/interactions/interaction-ports.js';
import type { Moderator } from '../../src/moderation/moderation-outcomes.js';
import {
	holderOf,
	longHash,
	moderationFields,
	mostGivenDays,
	openAct,
	openBlockCode,
	openGive,
	openGiveCode,
	sendAct,
	sendBlockCode,
	sendGive,
	sendGiveCode,
} from '../../src/views/custom-ids/moderation-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { foreignLine } from '../../src/views/kit/text.js';
import { carriedView } from '../../src/views/moderation/moderation-act-view.js';
import {
	actModal,
	blockModal,
	giveCodeModal,
	giveModal,
} from '../../src/views/moderation/moderation-forms-view.js';
import { purchaseText } from '../../src/views/moderation/moderation-text.js';
import { itemIdOf } from '../items/item-option.js';
import { type ModerationServices, moderatorOf } from './moderation-services.js';

/** Discord's limit for a select: with more items, one is named. */
const mostChoices = 25;

/**
 * The forms of moderation. Opening one has no effect, and nothing is read for it; what it says is sent off is checked like
 * any other act: every right, the receiver, and that nothing has happened since the page was shown.
 */
export const moderationForms = [
	onComponent('button', openAct, 'staff', ({ args, interaction, t }, { formLabels }: ModerationServices) => {
		const [act, short, holder, revision] = args;
		const { guildId } = interaction;
		const words = formLabels.recall({
			guildId,
			hash: longHash(short),
			holderId: holderOf(holder),
		});
		const about = {
			it: words === undefined ? t('desk.thePurchase') : purchaseText(words),
			member: foreignLine(words?.holderName ?? '', 60) || t('desk.theHolder'),
		};
		return openModal(actModal(t, sendAct.encode(act, short, holder, revision), act, about));
	}),
	onComponent('modal', sendAct, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction, t } = asked;
			const [act, short, holder, revision] = args;
			const request = {
				action: act,
				hash: longHash(short),
				holderId: holderOf(holder),
				toUserId: act === 'move' ? memberIn(interaction) : undefined,
				why: reasonIn(interaction),
				revision,
			};
			const { moderation } = services;
			const carried = await moderation.carryOut(request, moderatorOf(interaction));
			return carriedView(t, carried, openAct.encode(act, short, holder, revision));
		}),
	),
	onComponent('button', openGive, 'staff', ({ args, interaction, t }, services: ModerationServices) => {
		const { items } = services.catalogue.snapshot();
		const few = items.length > 0 && items.length <= mostChoices ? items : undefined;
		// The id of this press: the form is sent off once, however often it arrives.
		return openModal(giveModal(t, sendGive.encode(args[0], interaction.id), few));
	}),
	onComponent('modal', sendGive, 'staff', (asked, services: ModerationServices) =>
		turnLater(() => giveFrom(asked, services, asked.args)),
	),
	onComponent('button', openGiveCode, 'home-staff', ({ args, t }, _: ModerationServices) =>
		openModal(giveCodeModal(t, sendGiveCode.encode(args[0]))),
	),
	onComponent('modal', sendGiveCode, 'home-staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction, t } = asked;
			const toUserId = memberIn(interaction);
			const why = reasonIn(interaction);
			const { giving } = services;
			const carried =
				toUserId === undefined
					? ({ kind: 'not-a-member' } as const)
					: await giving.giveLookedUp(args[0], { toUserId, why }, moderatorOf(interaction));
			return carriedView(t, carried, openGiveCode.encode(args[0]));
		}),
	),
	onComponent('button', openBlockCode, 'home-staff', ({ args, t }, _: ModerationServices) =>
		openModal(blockModal(t, sendBlockCode.encode(args[0]))),
	),
	onComponent('modal', sendBlockCode, 'home-staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction, t } = asked;
			const moderator: Moderator = moderatorOf(interaction);
			const { giving } = services;
			return carriedView(t, await giving.blockLookedUp(args[0], reasonIn(interaction), moderator));
		}),
	),
];

async function giveFrom(
	{ interaction, t }: Asked<ModalInput>,
	{ giving, catalogue }: ModerationServices,
	[toUserId, nonce]: readonly [toUserId: string, nonce: string],
): Promise<MessageView> {
	const change = openGive.encode(toUserId);
	const itemId = itemIdOf(catalogue, itemIn(interaction));
	const days = daysIn(interaction);
	if (itemId === undefined) return carriedView(t, { kind: 'unknown-item' }, change);
	if (days === 'unreadable') return carriedView(t, { kind: 'not-days' }, change);
	const request = { itemId, days, toUserId, why: reasonIn(interaction), nonce };
	return carriedView(t, await giving.give(request, moderatorOf(interaction)), change);
}

function reasonIn({ fields }: ModalInput): string {
	return scrubCodes(fields.getTextInputValue(moderationFields.reason));
}

/** The chosen member; undefined unless it is exactly one whom Discord has resolved: a form can be forged. */
function memberIn({ fields }: ModalInput): string | undefined {
	const [userId, another] = fields.getSelectedUsers(moderationFields.member)?.keys() ?? [];
	return another === undefined ? userId : undefined;
}

/** Chosen from a list or typed, whichever the form had. */
function itemIn({ fields }: ModalInput): string {
	try {
		return fields.getStringSelectValues(moderationFields.item)[0] ?? '';
	} catch {
		return fields.getTextInputValue(moderationFields.item).trim();
	}
}

/** Undefined: without support. */
function daysIn({ fields }: ModalInput): number | undefined | 'unreadable' {
	const typed = fields.getTextInputValue(moderationFields.days).trim();
	if (typed === '') return undefined;
	const days = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
	return days >= 1 && days <= mostGivenDays ? days : 'unreadable';
}
