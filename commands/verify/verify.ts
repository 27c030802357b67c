import { ApplicationCommandOptionType } from 'discord.js';
import type { Services } from '../../src/create-services.js';
import {
	type Asked,
	componentsOf,
	openForm,
	privately,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { Translator } from '../../src/i18n/translator.js';
import { isRenewable, supportStage } from '../../src/servers/support-stage.js';
import type { Verified, VerifyOutcome } from '../../src/services/verification/verify-outcome.js';
import { askForCode, openPurchases, whereIsMyCode } from '../../src/ui/entries.js';
import { field, form } from '../../src/ui/form.js';
import { itemHead, itemPreview } from '../../src/ui/items.js';
import type { MessageView } from '../../src/ui/message.js';
import { licenseLine, roleList } from '../../src/ui/names.js';
import { bold, button, buttons, heading, page, small, text } from '../../src/ui/page.js';
import { type Place, renewButton, supportChannelButton } from '../../src/ui/place.js';
import { supportLine } from '../../src/ui/support-lines.js';
import { foreignLine, nothing, timestamp } from '../../src/ui/text.js';
import { openItem } from '../items/list-state.js';
import {
	editableMs,
	followRoles,
	heldRolesOf,
	type RolesShown,
	rolesShown,
} from '../purchases/follow-roles.js';
import { sendCode } from '../purchases/purchase.js';
import { codePattern, type VerifyRefusal, verifyRefusalView, whereIsMyCodeView } from './refusal.js';

export const codeInput = 'code';

/** Long enough for a whole pasted receipt line that contains the code. */
const maxCodeLength = 500;

/** `/verify`: proves a purchase with its code; without one, opens the modal for it. */
export const verify = slashCommand('verify', {
	access: 'everyone',
	options: [
		{
			type: ApplicationCommandOptionType.String,
			...commandText('verify.code'),
			required: false,
			max_length: maxCodeLength,
		},
	],
	answer: (asked, services: Services) => {
		const typed = asked.fields.optionalText('code');
		return typed === undefined ? openForm(codeForm(asked.t)) : privately(verified(asked, typed, services));
	},
});

const { on, shows } = componentsOf<Services>('everyone');

/** The buttons that open the code modal, wherever they are, and the modal. */
export const verifyComponents = [
	on('button', askForCode, ({ t }) => openForm(codeForm(t))),
	on('modal', sendCode, (asked, services) =>
		showPage(verified(asked, asked.fields.text(codeInput), services)),
	),
	shows('button', whereIsMyCode, async ({ guildId, t }, { links }) => {
		return whereIsMyCodeView(t, { guildId, links: await links.of(guildId) });
	}),
];

/** Verifies a code from any source, with the same limits, answer and report. */
function verified(
	asked: Asked,
	input: string,
	{ verification, waitingRoom, reportVerification, references, guilds, links, clock }: Services,
): Work {
	const { guildId, t, userId } = asked;
	const startedAt = clock.now();
	const request = { guildId, userId, input, heldRoles: heldRolesOf(asked) };

	async function referenceOf(outcome: VerifyOutcome): Promise<string> {
		// Other outcomes give staff nothing to look up.
		if (outcome.kind !== 'invalid' && outcome.kind !== 'taken' && outcome.kind !== 'uncheckable') return '';
		const hash = outcome.kind === 'taken' ? { hash: outcome.hash } : {};
		return await references.issue({ guildId, userId, why: outcome.kind, ...hash });
	}

	return async (show) => {
		const reading = guilds.read(guildId);
		// Handled here, because it may fail before it is awaited.
		const read = reading.then(
			({ settings }) => settings,
			() => undefined,
		);
		const first = await verification.verify({ ...request, settings: reading });
		const settings = await read;
		const place = { guildId, links: links.from(guildId, settings) };
		const refused = (refusal: VerifyRefusal, reference = '') =>
			verifyRefusalView(t, refusal, { place, reference });
		const report = async (outcome: VerifyOutcome): Promise<string> => {
			const reference = await referenceOf(outcome);
			// The interaction's roles may be out of date for a member who has waited.
			reportVerification(asked, outcome, reference, outcome === first ? settings : undefined);
			return reference;
		};

		let outcome = first;
		// The staff see to a rejected key, or to a refusal in unknown words: waiting doesn't help.
		if (outcome.kind === 'uncheckable' && outcome.reason !== 'bad-key' && outcome.reason !== 'refused') {
			await report(outcome);
			const later = await waitingRoom.wait({
				request,
				retryAt: outcome.retryAt,
				until: startedAt + editableMs,
				notify: (nextTryAt) => show(refused({ kind: 'waiting', nextTryAt })),
			});
			if (later === 'gave-up') return refused({ kind: 'gave-up' });
			outcome = later;
		}
		const reference = await report(outcome);
		if (outcome.kind === 'uncheckable') {
			const kind = outcome.reason === 'refused' ? 'refused' : 'key-refused';
			return refused({ kind }, reference);
		}
		if (outcome.kind !== 'verified') return refused(outcome, reference);
		const purchase = outcome;
		await followRoles(purchase.role, clock, startedAt, (progress) => {
			// The payload contains the rules screening before the queue has asked Discord.
			const isHeldBack = asked.isPending && (progress.kind === 'waiting' || progress.kind === 'late');
			const roles = rolesShown(isHeldBack ? { kind: 'member-pending' } : progress);
			return show(verifiedView(t, { ...purchase, roles }, { place, now: startedAt }));
		});
		return undefined;
	};
}

export function codeForm(t: Translator) {
	return form(sendCode.encode(), t('button.verify'), codeField(t, t('panel.codeHint')));
}

/** @param value the prefilled code; undefined for none */
export function codeField(t: Translator, hint: string, value?: string) {
	const input = { id: codeInput, label: t('panel.codeLabel'), hint, placeholder: codePattern };
	return field({ ...input, value, isRequired: true, longest: maxCodeLength });
}

/** A verified purchase of the member, and the state of its roles. */
export type VerifiedAnswer = Omit<Verified, 'claim' | 'role'> & {
	readonly claim: Omit<Verified['claim'], 'hash'>;
	readonly roles: RolesShown;
};

/**
 * The answer to a member whose purchase is verified: the item, its roles here, and further links.
 * @param now milliseconds since the epoch
 */
export function verifiedView(
	t: Translator,
	answer: VerifiedAnswer,
	{ place, now }: { readonly place: Place; readonly now: number },
): MessageView {
	const { claim, codeEnd, seat, media, roles } = answer;
	const stage = supportStage(claim.supportedUntil, now, place.links.support);
	const lines = [
		answer.returning && !isRenewed(answer) && t('verify.again', { when: timestamp(claim.claimedAt, 'R') }),
		...roleLines(t, answer),
		supportLine(t, stage),
		licenseLine(t, claim.licenseType, codeEnd),
		seat && small(t('purchases.seat', { n: seat.number, seats: seat.seats })),
	];
	return page(
		roles.state === 'granted' && !isAnyWithheld(answer) ? 'done' : 'attention',
		itemHead(
			t,
			[heading(titleOf(t, answer)), bold(foreignLine(claim.item.name, 200) || nothing)],
			claim.item,
			media,
		),
		text(...lines),
		itemPreview(t, claim.item, media),
		buttons(supportChannelButton(t, place), isRenewable(stage) && renewButton(t, place)),
		buttons(
			button(t('button.showItem'), openItem.encode(claim.item.id)),
			button(t('button.showMyPurchases'), openPurchases.encode()),
		),
	);
}

function titleOf(t: Translator, answer: VerifiedAnswer): string {
	if (isRenewed(answer)) return t('verify.renewedTitle');
	return answer.returning ? t('verify.againTitle') : t('verify.verifiedTitle');
}

function isRenewed({ renewed, claim }: VerifiedAnswer): boolean {
	return renewed === true && claim.supportedUntil !== undefined;
}

function roleLines(t: Translator, { roleIds, returning, renewed, roles }: VerifiedAnswer): readonly string[] {
	if (roles.state === 'unchosen') return [t('purchases.roleUnchosen')];
	if (roles.state === 'member-left') return [t('verify.roleMemberLeft')];
	if (roles.state === 'member-pending') return [t('verify.roleMemberPending')];
	if (roles.state === 'waiting' || roles.state === 'late') {
		if (roleIds.length === 0) return [];
		const key = roles.state === 'late' ? 'verify.rolesLate' : 'verify.rolesComing';
		return [t(key, { roles: roleList(t, roleIds) })];
	}
	const [has, lacks] = parted(roleIds, roles);
	const key = returning && !renewed ? 'verify.rolesHeld' : 'verify.rolesNow';
	return [
		...(has.length === 0 ? [] : [t(key, { roles: roleList(t, has) })]),
		...(lacks.length === 0 ? [] : [t('verify.rolesBlocked', { roles: roleList(t, lacks) })]),
	];
}

function parted(
	roleIds: readonly string[],
	{ held, withheld = [] }: RolesShown,
): readonly [has: readonly string[], lacks: readonly string[]] {
	const has = roleIds.filter((id) => (held === undefined ? !withheld.includes(id) : held.includes(id)));
	return [has, roleIds.filter((id) => !has.includes(id))];
}

function isAnyWithheld({ roleIds, roles }: VerifiedAnswer): boolean {
	return parted(roleIds, roles)[1].length > 0;
}
