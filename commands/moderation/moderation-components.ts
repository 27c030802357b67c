import {
	type Asked,
	onComponent,
	openForm,
	privately,
	showPage,
} from '../../src/discord/interactions/handler.js';
import {
	checkPurchase,
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
	pickPurchase,
	purchaseOfValue,
	saveHistory,
	sendLookUp,
	undoChange,
	updateRoles,
} from '../../src/views/custom-ids/moderation-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { lookUpModal, noReferenceView } from '../../src/views/moderation/moderation-look-up-view.js';
import { rolesNote } from '../../src/views/moderation/moderation-member-view.js';
import {
	historyFileView,
	historyView,
	notFoundView,
} from '../../src/views/moderation/moderation-purchase-view.js';
import { peopleIn } from '../../src/views/moderation/moderation-text.js';
import { moderationForms } from './moderation-forms.js';
import {
	carriedPage,
	checkPage,
	codePage,
	lookUpPage,
	memberPage,
	purchasePage,
	referencePage,
} from './moderation-pages.js';
import { type ModerationServices, moderatorOf } from './moderation-services.js';

/** The moderation pages. The subject of a button is in its custom_id, so that buttons of last year still work. */
const pages = [
	onComponent('user-select', pickMember, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const [userId] = asked.values;
			return userId === undefined ? notFoundView(asked.t) : await memberPage(asked, services, userId);
		}),
	),
	onComponent('button', openMember, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const [userId, page, former] = asked.args;
			return await memberPage(asked, services, userId, { page, former: former === '1' });
		}),
	),
	onComponent('button', updateRoles, 'staff', (asked, services: ModerationServices) =>
		showPage(() => rolesPage(asked, services, asked.args[0])),
	),
	onComponent('button', endPause, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const { args, t } = asked;
			const member = { guildId: asked.guildId, userId: args[0] };
			await services.memberPages.endPause(member, asked.userId);
			const note = t('desk.pauseEnded');
			return await memberPage(asked, services, args[0], { page: 0, former: false, note });
		}),
	),
	onComponent('button', openPurchase, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const [short, holder] = asked.args;
			return await purchasePage(asked, services, await purchaseOf(services, short, holder));
		}),
	),
	onComponent('select', pickPurchase, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const { t } = asked;
			const chosen = purchaseOfValue(asked.values[0]);
			if (chosen === undefined) return notFoundView(t);
			const { hash, holderId } = chosen;
			const about = await services.moderation.findByHash(hash, holderId);
			return await purchasePage(asked, services, about);
		}),
	),
	onComponent('button', checkPurchase, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const [short, holder] = asked.args;
			const about = await purchaseOf(services, short, holder);
			return about === undefined ? notFoundView(asked.t) : await checkPage(asked, services, about);
		}),
	),
	onComponent('button', openHistory, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const [short, holder, page] = asked.args;
			const about = await purchaseOf(services, short, holder);
			if (about === undefined) return notFoundView(asked.t);
			const nameOf = await services.memberNames.of(peopleIn(about.file.history));
			return historyView(asked.t, about, page, nameOf);
		}),
	),
	onComponent('button', saveHistory, 'staff', (asked, services: ModerationServices) =>
		privately(async () => {
			const about = await purchaseOf(services, ...asked.args);
			if (about === undefined) return notFoundView(asked.t);
			return historyFileView(asked.t, about, await services.memberNames.of(peopleIn(about.file.history)));
		}),
	),
	onComponent('button', openReference, 'staff', (asked, services: ModerationServices) =>
		showPage(
			async () => (await referencePage(asked, services, asked.args[0], true)) ?? noReferenceView(asked.t),
		),
	),
	onComponent('button', openLookUp, 'staff', ({ t }) => openForm(lookUpModal(t))),
	onComponent('modal', sendLookUp, 'staff', (asked, services: ModerationServices) =>
		showPage(() => {
			const typed = asked.fields.text(moderationFields.lookUp);
			return lookUpPage(asked, services, typed);
		}),
	),
	onComponent('button', lookUpAgain, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const { args, t } = asked;
			const code = await services.giving.lookedUp(args[0], moderatorOf(asked));
			return code === undefined ? notFoundView(t) : await codePage(asked, services, code);
		}),
	),
	onComponent('button', undoChange, 'staff', (asked, services: ModerationServices) =>
		showPage(async () => {
			const { args } = asked;
			const [short, revision] = args;
			const moderator = moderatorOf(asked);
			const carried = await services.moderation.undo(longHash(short), revision, moderator);
			return await carriedPage(asked, services, carried);
		}),
	),
];

/** All components of the moderation pages, and their modals. */
export const moderationComponents = [...pages, ...moderationForms];

function purchaseOf({ moderation }: ModerationServices, short: string, holder: string) {
	return moderation.findByHash(longHash(short), holderOf(holder));
}

/** Syncs a member's roles, and shows their page with the outcome. */
async function rolesPage(asked: Asked, services: ModerationServices, userId: string): Promise<MessageView> {
	const { guildId, t } = asked;
	const { staffLimits, moderatedRoles } = services;
	const retryAt = await staffLimits.reconcileRetryAt(asked, userId);
	const outcome =
		retryAt === undefined
			? await moderatedRoles.reconcile({ guildId, userId })
			: ({ kind: 'too-soon', retryAt } as const);
	return await memberPage(asked, services, userId, { page: 0, former: false, note: rolesNote(t, outcome) });
}
