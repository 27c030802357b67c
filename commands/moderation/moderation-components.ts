import { onComponent, openModal, turnLater, updateLater } from '../../src/discord/interactions/handler.js';
import {
	cancelChange,
	checkPurchase,
	chooseClaim,
	confirmChange,
	endPause,
	holderOf,
	longHash,
	lookUpAgain,
	moderationFields,
	openHistory,
	openLookUp,
	openMember,
	openPurchase,
	openReference,
	pickMember,
	purchaseOfValue,
	sendLookUp,
	showRefusals,
	undoChange,
	updateRoles,
} from '../../src/views/custom-ids/moderation-ids.js';
import { ephemeral } from '../../src/views/kit/message.js';
import { cancelledView, carriedView } from '../../src/views/moderation/moderation-act-view.js';
import { lookUpModal, noReferenceView } from '../../src/views/moderation/moderation-look-up-view.js';
import { goneView, historyView } from '../../src/views/moderation/moderation-purchase-view.js';
import { mostRefusalsShown, recentRefusalsView } from '../../src/views/moderation/recent-refusals-view.js';
import { moderationForms } from './moderation-forms.js';
import { codePage, lookUpPage, memberPage, purchasePage, referencePage } from './moderation-pages.js';
import { rolesPage } from './moderation-roles-page.js';
import { type ModerationServices, moderatorOf } from './moderation-services.js';
import { askToConfirm, checkPage } from './propose-act.js';

/** The pages of moderation. What a button is about is in its custom_id, so that one of last year still answers. */
const pages = [
	onComponent('user-select', pickMember, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const [userId] = asked.interaction.values;
			return userId === undefined ? goneView(asked.t) : await memberPage(asked, services, userId);
		}),
	),
	onComponent('button', openMember, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const [userId, page, former] = asked.args;
			return await memberPage(asked, services, userId, { page, former: former === '1' });
		}),
	),
	onComponent('button', updateRoles, 'staff', (asked, services: ModerationServices) =>
		turnLater(() => rolesPage(asked, services, asked.args[0])),
	),
	onComponent('button', endPause, 'home-staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction, t } = asked;
			const member = { guildId: interaction.guildId, userId: args[0] };
			await services.memberPages.endPause(member, interaction.user.id);
			const note = t('desk.pauseEnded');
			return await memberPage(asked, services, args[0], { page: 0, former: false, note });
		}),
	),
	onComponent('button', openPurchase, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const [short, holder] = asked.args;
			return await purchasePage(
				asked,
				services,
				await purchaseOf(asked.interaction, services, short, holder),
			);
		}),
	),
	onComponent('button', checkPurchase, 'home-staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const [short, holder] = asked.args;
			const about = await purchaseOf(asked.interaction, services, short, holder);
			return about === undefined ? goneView(asked.t) : await checkPage(asked, services, about);
		}),
	),
	onComponent('button', openHistory, 'staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const [short, holder, page] = asked.args;
			const about = await purchaseOf(asked.interaction, services, short, holder);
			return about === undefined ? goneView(asked.t) : historyView(asked.t, about, page);
		}),
	),
	onComponent('button', openReference, 'staff', (asked, services: ModerationServices) =>
		turnLater(
			async () => (await referencePage(asked, services, asked.args[0], true)) ?? noReferenceView(asked.t),
		),
	),
	onComponent('button', showRefusals, 'staff', (asked, { references }: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction, t } = asked;
			const since = args[0] * 1_000;
			return recentRefusalsView(t, await references.since(interaction.guildId, since, mostRefusalsShown));
		}),
	),
	onComponent('button', openLookUp, 'staff', ({ t }) => openModal(lookUpModal(t))),
	onComponent('modal', sendLookUp, 'staff', (asked, services: ModerationServices) =>
		turnLater(() => {
			const typed = asked.interaction.fields.getTextInputValue(moderationFields.lookUp);
			return lookUpPage(asked, services, typed);
		}),
	),
	onComponent('button', lookUpAgain, 'home-staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction, t } = asked;
			const code = await services.giving.lookedUp(args[0], moderatorOf(interaction));
			return code === undefined ? goneView(t) : await codePage(asked, services, code);
		}),
	),
];

/**
 * What follows a typed `/claim`. What was proposed is in the store, not in this process. Staff of another server than
 * home get here with what they gave there; about everything else each act itself refuses them.
 */
const typed = [
	onComponent('select', chooseClaim, 'staff', (asked, services: ModerationServices) =>
		updateLater(async () => {
			const { args, interaction, t } = asked;
			const { moderation } = services;
			const moderator = moderatorOf(interaction);
			const chosen = purchaseOfValue(interaction.values[0]);
			const proposal = await moderation.takeProposal(args[0], moderator);
			const about =
				chosen && proposal && (await moderation.findByHash(chosen.hash, chosen.holderId, moderator.guildId));
			if (about === undefined || proposal === undefined || about.holderId !== chosen?.holderId)
				return expired(t);
			return await askToConfirm(asked, services, proposal, about);
		}),
	),
	onComponent('button', confirmChange, 'staff', (asked, { confirming }: ModerationServices) =>
		updateLater(async () => {
			const { args, interaction, t } = asked;
			const carried = await confirming.confirm(args[0], moderatorOf(interaction));
			return carried.kind === 'expired' ? expired(t) : carriedView(t, carried);
		}),
	),
	onComponent('button', cancelChange, 'staff', (asked, { moderation }: ModerationServices) =>
		updateLater(async () => {
			const { args, interaction, t } = asked;
			const dropped = await moderation.takeProposal(args[0], moderatorOf(interaction));
			return dropped === undefined ? expired(t) : cancelledView(t);
		}),
	),
	onComponent('button', undoChange, 'staff', (asked, { moderation }: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction, t } = asked;
			const [short, revision] = args;
			return carriedView(t, await moderation.undo(longHash(short), revision, moderatorOf(interaction)));
		}),
	),
];

/** Everything on the pages of moderation, and what its forms send off. */
export const moderationComponents = [...pages, ...typed, ...moderationForms];

function purchaseOf(
	{ guildId }: { readonly guildId: string },
	{ moderation }: ModerationServices,
	short: string,
	holder: string,
) {
	return moderation.findByHash(longHash(short), holderOf(holder), guildId);
}

/** Not in place of what the first of two clicks has brought, with its button to undo. */
function expired(t: Parameters<typeof cancelledView>[0]) {
	return { view: undefined, followUp: ephemeral(carriedView(t, { kind: 'expired' })) };
}
