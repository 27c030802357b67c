import { scrubCodes } from '../../src/claims/scrub-codes.js';
import {
	type Answer,
	type Asked,
	onComponent,
	openForm,
	outdated,
	showPage,
} from '../../src/discord/interactions/handler.js';
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
		const act = actOfValue(asked.values[0]);
		return act === undefined ? outdated : actForm(asked, services, [act, ...asked.args]);
	}),
	onComponent('button', openAct, 'staff', (asked, services: ModerationServices) =>
		actForm(asked, services, asked.args),
	),
	onComponent('modal', sendAct, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const { args } = asked;
			const [act, short, holder, revision] = args;
			const request = {
				action: act,
				hash: longHash(short),
				holderId: holderOf(holder),
				toUserId: act === 'move' ? memberIn(asked) : undefined,
				why: reasonIn(asked),
				revision,
			};
			const { moderation } = services;
			const carried = await moderation.carryOut(request, moderatorOf(asked));
			return await carriedPage(asked, services, carried, openAct.encode(act, short, holder, revision));
		}),
	),
	onComponent('button', openGive, 'staff', ({ args, id, t }, services: ModerationServices) => {
		const { items } = services.catalogue.snapshot();
		const few = items.length > 0 && items.length <= maxChoices ? items : undefined;
		// The id of this press makes a submission take effect only once, however often it arrives.
		return openForm(giveModal(t, sendGive.encode(args[0], id), args[0], few));
	}),
	onComponent('modal', sendGive, 'staff', (asked, services: ModerationServices) =>
		showPage(() => giveFrom(asked, services, asked.args)),
	),
	onComponent('button', openGiveCode, 'staff', ({ args, t }, { formLabels }: ModerationServices) =>
		openForm(giveCodeModal(t, sendGiveCode.encode(args[0]), formLabels.recall(args[0]))),
	),
	onComponent('modal', sendGiveCode, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const { args } = asked;
			const toUserId = memberIn(asked);
			const why = reasonIn(asked);
			const { giving } = services;
			const carried =
				toUserId === undefined
					? ({ kind: 'not-a-member' } as const)
					: await giving.giveLookedUp(args[0], { toUserId, why }, moderatorOf(asked));
			return await carriedPage(asked, services, carried, openGiveCode.encode(args[0]));
		}),
	),
	onComponent('button', openBlockCode, 'staff', ({ args, t }, { formLabels }: ModerationServices) => {
		const [lookUpId] = args;
		const label = formLabels.recall(lookUpId);
		return openForm(actModal(t, sendBlockCode.encode(lookUpId), 'revoke', undefined, label));
	}),
	onComponent('modal', sendBlockCode, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const { args } = asked;
			const why = reasonIn(asked);
			const carried = await services.giving.blockLookedUp(args[0], why, moderatorOf(asked));
			return await carriedPage(asked, services, carried);
		}),
	),
];

function actForm(
	{ t, guildId }: Asked,
	{ formLabels }: ModerationServices,
	[act, short, holder, revision]: readonly [act: Act, short: string, holder: string, revision: number],
): Answer {
	const holderId = holderOf(holder);
	const label = formLabels.recall({ guildId, hash: longHash(short), holderId });
	return openForm(actModal(t, sendAct.encode(act, short, holder, revision), act, holderId, label));
}

async function giveFrom(
	asked: Asked,
	services: ModerationServices,
	[toUserId, nonce]: readonly [toUserId: string, nonce: string],
): Promise<MessageView> {
	const { t } = asked;
	const { giving, catalogue } = services;
	const change = openGive.encode(toUserId);
	const itemId = itemIdOf(catalogue, itemIn(asked));
	const days = daysIn(asked);
	if (itemId === undefined) return carriedView(t, { kind: 'unknown-item' }, { change });
	if (days === 'unreadable') return carriedView(t, { kind: 'not-days' }, { change });
	const request = { itemId, days, toUserId, why: reasonIn(asked), nonce };
	const carried = await giving.give(request, moderatorOf(asked));
	return await carriedPage(asked, services, carried, change);
}

function reasonIn({ fields }: Asked): string {
	return scrubCodes(fields.text(moderationFields.reason));
}

/** @returns the chosen member, or undefined unless it is exactly one that Discord has resolved: modals can be forged */
function memberIn({ fields }: Asked): string | undefined {
	const [userId, another] = fields.chosen(moderationFields.member) ?? [];
	return another === undefined ? userId : undefined;
}

/** Chosen from a list or typed, depending on the modal. */
function itemIn({ fields }: Asked): string {
	return fields.chosen(moderationFields.item)?.[0] ?? fields.text(moderationFields.item).trim();
}

/** @returns undefined for no support */
function daysIn({ fields }: Asked): number | undefined | 'unreadable' {
	const typed = fields.text(moderationFields.days).trim();
	if (typed === '') return undefined;
	const days = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
	return days >= 1 && days <= maxGiftDays ? days : 'unreadable';
}
