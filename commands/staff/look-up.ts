import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf, openForm, privately } from '../../src/discord/interactions/handler.js';
import { payloadHead, slashCommand, type UserCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText, localizations } from '../../src/i18n/command-text.js';
import type { Translator } from '../../src/i18n/translator.js';
import { supportStage } from '../../src/servers/support-stage.js';
import type {
	LookedUp,
	ModeratedPurchase,
	Moderator,
} from '../../src/services/moderation/moderation-outcomes.js';
import type { FoundReference } from '../../src/services/verification/references.js';
import { lookUp, openMember, openPurchase, openReference } from '../../src/ui/entries.js';
import { field, form } from '../../src/ui/form.js';
import type { MessageView } from '../../src/ui/message.js';
import { showDispute } from '../../src/ui/messages/dispute-card.js';
import { licenseLine } from '../../src/ui/names.js';
import { bold, button, buttons, danger, notice, page, primary, text } from '../../src/ui/page.js';
import { memberText, purchaseText } from '../../src/ui/staff-texts.js';
import { supportLine } from '../../src/ui/support-lines.js';
import { cut, foreignLine, type NameOf, nothing, oneLine, timestamp } from '../../src/ui/text.js';
import { memberField, memberIn, moderationFields, useCode } from './acts.js';
import { laterView, memberPage, moderatorOf, openGive, refusedLine } from './member.js';
import { purchasePage } from './purchase.js';

export function lookUpModal(t: Translator) {
	const input = { id: moderationFields.lookUp, label: t('desk.field.lookUp') };
	// Long enough for a whole pasted receipt line that contains the code.
	return form(lookUp.encode(), t('button.lookUp'), memberField(t, false), field({ ...input, longest: 500 }));
}

export function codeView(
	t: Translator,
	looked: Exclude<LookedUp, { kind: 'held' }>,
	rights: Pick<Moderator, 'canManageRoles'>,
	now: number,
): MessageView {
	const again = button(t('button.lookUp'), lookUp.encode());
	switch (looked.kind) {
		case 'not-a-code':
			return notice(t('verify.mistake.other'), [t('desk.codeLooksLike')], again);
		case 'invalid':
		case 'uncheckable':
			return notice(
				t(looked.kind === 'invalid' ? 'verify.invalidTitle' : 'verify.shopDownTitle'),
				[t('desk.nobodyHere')],
				again,
			);
		case 'free': {
			const { item, licenseType, purchasedAt, supportedUntil } = looked.purchase;
			return notice(
				t('desk.free'),
				[
					bold(foreignLine(item.name, 80) || nothing),
					licenseLine(t, licenseType, looked.codeEnd),
					purchasedAt !== undefined && t('desk.bought', { date: timestamp(purchasedAt, 'D') }),
					supportLine(t, supportStage(supportedUntil, now)),
				],
				rights.canManageRoles &&
					primary(button(t('desk.button.giveToMember'), useCode.encode('give', looked.id))),
				rights.canManageRoles && danger(button(t('desk.act.revoke'), useCode.encode('revoke', looked.id))),
			);
		}
	}
}

export interface ReferencePage extends FoundReference {
	/** The purchase that it was about, if there is one. */
	readonly about: ModeratedPurchase | undefined;
	readonly hasDispute: boolean;
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
					it: purchaseText({ itemName: about.file.item.name, codeEnd: about.codeEnd }),
					member: memberText(t, holderId, found.nameOf),
				}),
		),
		buttons(
			about && button(t('desk.button.openPurchase'), openPurchase.encode(about.file.hash, holderId)),
			found.hasDispute && button(t('desk.button.openCase'), showDispute.encode(found.reference)),
			found.mayGive && button(t('desk.button.give'), openGive.encode(found.userId)),
			button(
				t('audit.open', { what: cut(oneLine(found.name ?? ''), 40) || found.userId }),
				openMember.encode(found.userId, 0),
			),
		),
	);
}

/** No such reference is stored. */
export function noReferenceView(t: Translator): MessageView {
	return notice(
		t('desk.noReference'),
		[t('desk.referencesKept')],
		button(t('button.lookUp'), lookUp.encode()),
	);
}

/** @returns undefined if nothing is stored for it. `isNamed`: the text was given as a reference, so a miss counts. */
async function referencePage(asked: Asked, services: Services, typed: string, isNamed = false) {
	const { guildId, t } = asked;
	const { references, disputes, moderation, discord } = services;
	const looked = await moderation.limitLookUp(asked, async () => {
		const found = await references.find(typed);
		return { found, isMiss: isNamed && found === undefined };
	});
	if ('retryAt' in looked) return laterView(t, looked.retryAt);
	const { found } = looked;
	if (found === undefined) return isNamed ? noReferenceView(t) : undefined;
	const { hash, userId, reference } = found;
	const about = hash === undefined ? undefined : await moderation.findByHash(hash);
	const [facts, dispute] = await Promise.all([
		discord.memberFacts(guildId, userId),
		disputes.factsOf(reference),
	]);
	const name = facts?.displayName;
	const nameOf = await discord.namesOf([userId, about?.holderId]);
	// A purchase from another shop: its code is unknown here.
	const mayGive = found.why === 'invalid' && moderatorOf(asked).canManageRoles;
	return referenceView(t, { ...found, about, hasDispute: dispute !== undefined, mayGive, name, nameOf });
}

/** The page of a code, within the limit on how many unknown ones staff look up. */
async function codePage(asked: Asked, services: Services, typed: string): Promise<MessageView> {
	const { giving, moderation, clock } = services;
	const moderator = moderatorOf(asked);
	const looked = await moderation.limitLookUp(moderator, async () => {
		const found: LookedUp = await giving.lookUpCode(typed, moderator);
		return { found, isMiss: found.kind !== 'held' && found.kind !== 'not-a-code' };
	});
	if ('retryAt' in looked) return laterView(asked.t, looked.retryAt);
	const { found } = looked;
	if (found.kind === 'held') return await purchasePage(asked, services, found.purchase);
	return codeView(asked.t, found, moderator, clock.now());
}

/** `/whois`: a member's purchases and roles; or the subject of a code or reference. */
export const whois = slashCommand('whois', {
	access: 'staff',
	options: [
		{ type: ApplicationCommandOptionType.User, ...commandText('whois.member') },
		// Long enough for a whole pasted receipt line that contains the code.
		{ type: ApplicationCommandOptionType.String, ...commandText('whois.code'), max_length: 500 },
		{ type: ApplicationCommandOptionType.String, ...commandText('whois.reference'), max_length: 20 },
	],
	answer: (asked, services: Services) => {
		const [memberId, code, reference] = ['member', 'code', 'reference'].map((it) =>
			asked.fields.optionalText(it),
		);
		if (memberId !== undefined) return privately(() => memberPage(asked, services, memberId));
		if (code !== undefined) return privately(() => codePage(asked, services, code));
		if (reference !== undefined) return privately(() => referencePage(asked, services, reference, true));
		return openForm(lookUpModal(asked.t));
	},
});

export const purchasesMenu: UserCommand<Services> = {
	data: {
		type: ApplicationCommandType.User,
		name: 'Purchases',
		name_localizations: localizations('moderation.menu'),
		...payloadHead('staff'),
	},
	handler: {
		access: 'staff',
		answer: (asked, services) => privately(() => memberPage(asked, services, asked.targetId)),
	},
};

const { on, shows } = componentsOf<Services>('staff');

export const lookUpComponents = [
	shows('button', openReference, (asked, services) => referencePage(asked, services, asked.args[0], true)),
	on('button', lookUp, ({ t }) => openForm(lookUpModal(t))),
	shows('modal', lookUp, async (asked, services) => {
		const memberId = memberIn(asked);
		if (memberId !== undefined) return await memberPage(asked, services, memberId);
		const typed = asked.fields.text(moderationFields.lookUp);
		// A known reference, or else a code.
		return (await referencePage(asked, services, typed)) ?? (await codePage(asked, services, typed));
	}),
];
