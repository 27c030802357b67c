import { scrubCodes } from '../../src/claims/scrub-codes.js';
import {
	type Answer,
	type Asked,
	onComponent,
	openModal,
	outdated,
	turnLater,
} from '../../src/discord/interactions/handler.js';
import type { Answerable, ModalInput } from '../../src/discord/interactions/interaction-ports.js';
import {
	actOfValue,
	chooseAct,
	holderOf,
	longHash,
	maxGiftDays,
	moderationFields,
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
import {
	type Act,
	actModal,
	carriedView,
	giveCodeModal,
	giveModal,
} from '../../src/views/moderation/moderation-forms-view.js';
import { itemIdOf } from '../items/item-option.js';
import { carriedPage } from './moderation-pages.js';
import { type ModerationServices, moderatorOf } from './moderation-services.js';

/** Discord's limit for a select: with more items, the name is typed. */
const maxChoices = 25;

/**
 * The moderation modals. Opening one has no effect and reads nothing; a submission is checked like any other act: every
 * right, the receiver, and that nothing has changed since the page was shown.
 */
export const moderationForms = [
	onComponent('select', chooseAct, 'staff', (asked, services: ModerationServices) => {
		const act = actOfValue(asked.interaction.values[0]);
		return act === undefined ? outdated : actForm(asked, services, [act, ...asked.args]);
	}),
	onComponent('button', openAct, 'staff', (asked, services: ModerationServices) =>
		actForm(asked, services, asked.args),
	),
	onComponent('modal', sendAct, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction } = asked;
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
			return await carriedPage(asked, services, carried, openAct.encode(act, short, holder, revision));
		}),
	),
	onComponent('button', openGive, 'staff', ({ args, interaction, t }, services: ModerationServices) => {
		const { items } = services.catalogue.snapshot();
		const few = items.length > 0 && items.length <= maxChoices ? items : undefined;
		// The id of this press makes a submission take effect only once, however often it arrives.
		return openModal(giveModal(t, sendGive.encode(args[0], interaction.id), args[0], few));
	}),
	onComponent('modal', sendGive, 'staff', (asked, services: ModerationServices) =>
		turnLater(() => giveFrom(asked, services, asked.args)),
	),
	onComponent('button', openGiveCode, 'staff', ({ args, t }, { formLabels }: ModerationServices) =>
		openModal(giveCodeModal(t, sendGiveCode.encode(args[0]), formLabels.recall(args[0]))),
	),
	onComponent('modal', sendGiveCode, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction } = asked;
			const toUserId = memberIn(interaction);
			const why = reasonIn(interaction);
			const { giving } = services;
			const carried =
				toUserId === undefined
					? ({ kind: 'not-a-member' } as const)
					: await giving.giveLookedUp(args[0], { toUserId, why }, moderatorOf(interaction));
			return await carriedPage(asked, services, carried, openGiveCode.encode(args[0]));
		}),
	),
	onComponent('button', openBlockCode, 'staff', ({ args, t }, { formLabels }: ModerationServices) => {
		const [lookUpId] = args;
		const label = formLabels.recall(lookUpId);
		return openModal(actModal(t, sendBlockCode.encode(lookUpId), 'revoke', undefined, label));
	}),
	onComponent('modal', sendBlockCode, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction } = asked;
			const why = reasonIn(interaction);
			const carried = await services.giving.blockLookedUp(args[0], why, moderatorOf(interaction));
			return await carriedPage(asked, services, carried);
		}),
	),
];

function actForm(
	{ t, interaction: { guildId } }: Asked<Answerable>,
	{ formLabels }: ModerationServices,
	[act, short, holder, revision]: readonly [act: Act, short: string, holder: string, revision: number],
): Answer {
	const holderId = holderOf(holder);
	const label = formLabels.recall({ guildId, hash: longHash(short), holderId });
	return openModal(actModal(t, sendAct.encode(act, short, holder, revision), act, holderId, label));
}

async function giveFrom(
	asked: Asked<ModalInput>,
	services: ModerationServices,
	[toUserId, nonce]: readonly [toUserId: string, nonce: string],
): Promise<MessageView> {
	const { interaction, t } = asked;
	const { giving, catalogue } = services;
	const change = openGive.encode(toUserId);
	const itemId = itemIdOf(catalogue, itemIn(interaction));
	const days = daysIn(interaction);
	if (itemId === undefined) return carriedView(t, { kind: 'unknown-item' }, { change });
	if (days === 'unreadable') return carriedView(t, { kind: 'not-days' }, { change });
	const request = { itemId, days, toUserId, why: reasonIn(interaction), nonce };
	const carried = await giving.give(request, moderatorOf(interaction));
	return await carriedPage(asked, services, carried, change);
}

function reasonIn({ fields }: ModalInput): string {
	return scrubCodes(fields.getTextInputValue(moderationFields.reason));
}

/** @returns the chosen member, or undefined unless it is exactly one that Discord has resolved: modals can be forged */
function memberIn({ fields }: ModalInput): string | undefined {
	const [userId, another] = fields.getSelectedUsers(moderationFields.member)?.keys() ?? [];
	return another === undefined ? userId : undefined;
}

/** Chosen from a list or typed, depending on the modal. */
function itemIn({ fields }: ModalInput): string {
	try {
		return fields.getStringSelectValues(moderationFields.item)[0] ?? '';
	} catch {
		return fields.getTextInputValue(moderationFields.item).trim();
	}
}

/** @returns undefined for no support */
function daysIn({ fields }: ModalInput): number | undefined | 'unreadable' {
	const typed = fields.getTextInputValue(moderationFields.days).trim();
	if (typed === '') return undefined;
	const days = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
	return days >= 1 && days <= maxGiftDays ? days : 'unreadable';
}
