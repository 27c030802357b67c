import { type APIButtonComponent, ApplicationCommandOptionType } from 'discord.js';
import type { Clock } from '../../src/base/clock.js';
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
import type { MemberRoles } from '../../src/roles/role-api.js';
import type { SyncResult, SyncTicket } from '../../src/roles/syncs.js';
import { isRenewable, supportStage } from '../../src/servers/support-stage.js';
import type { Verified, VerifyOutcome } from '../../src/services/verification/verify.js';
import { askForCode, openPurchases, whereIsMyCode } from '../../src/ui/entries.js';
import { field, form } from '../../src/ui/form.js';
import { itemPreview, itemThumbnail } from '../../src/ui/items.js';
import type { MessageView } from '../../src/ui/message.js';
import { licenseLine, roleList } from '../../src/ui/names.js';
import { bold, button, buttons, head, heading, page, small, text } from '../../src/ui/page.js';
import { renewButton, supportChannelButton, type Viewing } from '../../src/ui/place.js';
import { supportLine } from '../../src/ui/support-lines.js';
import { foreignLine, nothing, timestamp } from '../../src/ui/text.js';
import { openItem } from '../items/list-state.js';
import { codePattern, type VerifyRefusal, verifyRefusalView, whereIsMyCodeView } from './refusal.js';

const codeInput = 'code';

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

export const verifyComponents = [
	on('button', askForCode, ({ t }) => openForm(codeForm(t))),
	on('modal', askForCode, (asked, services) =>
		showPage(verified(asked, asked.fields.text(codeInput), services)),
	),
	shows('button', whereIsMyCode, async ({ guildId, t }, { links }) =>
		whereIsMyCodeView(t, { guildId, links: await links.of(guildId) }),
	),
];

/** Verifies a code from any source, with the same limits, answer and report. */
export function verified(
	asked: Asked,
	input: string,
	{ verification, waitingRoom, guilds, links, clock }: Services,
): Work {
	const { guildId, t, userId } = asked;
	const startedAt = clock.now();
	const request = { guildId, userId, input, heldRoles: asked.isDirect ? undefined : heldRolesOf(asked) };

	return async (show) => {
		const reading = guilds.get(guildId);
		// Handled here, because it may fail before it is awaited.
		const read = reading.catch(() => undefined);
		const first = await verification.verify({ ...request, settings: reading });
		const settings = await read;
		const place = { guildId, links: links.from(guildId, settings) };
		const refused = (refusal: VerifyRefusal, reference = '') =>
			verifyRefusalView(t, refusal, { place, reference });
		// The interaction's roles may be out of date for a member who has waited.
		const report = (outcome: VerifyOutcome): Promise<string> =>
			verification.report(asked, outcome, outcome === first ? settings : undefined);

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
			const roles: Progress = isHeldBack ? { kind: 'member-pending' } : progress;
			return show(verifiedView(t, { ...purchase, roles }, { place, now: startedAt }));
		});
		return undefined;
	};
}

export function codeForm(t: Translator) {
	const input = { id: codeInput, label: t('panel.codeLabel'), hint: t('panel.codeHint') };
	const code = field({ ...input, placeholder: codePattern, isRequired: true, longest: maxCodeLength });
	return form(askForCode.encode(), t('button.verify'), code);
}

// A role that arrives within this time is in the first answer; members should not wait longer.
const patienceMs = 1_200;
/** The interaction token is valid for 15 minutes; after that the answer can't be edited. */
const editableMs = 14 * 60_000;

/** Where a member's roles stand. `late`: still pending, and the answer can't be edited much longer. */
export type Progress = SyncResult | { readonly kind: 'waiting' | 'late' };

const late = { kind: 'late' } as const;

/**
 * Shows the progress of a member's roles soon, and again when it is final, if that is later. A bot that stops can't wait.
 * @param startedAt when the interaction arrived, in milliseconds since the epoch
 */
export async function followRoles(
	{ settled }: SyncTicket,
	{ now, delay }: Clock,
	startedAt: number,
	show: (progress: Progress) => Promise<unknown>,
): Promise<void> {
	const final = settled.then((result) => (result.kind === 'stopped' ? late : result));
	const patience = delay(patienceMs).then(() => ({ kind: 'waiting' }) as const);
	const soon = await Promise.race([final, patience]);
	await show(soon);
	if (soon.kind !== 'waiting') return;
	const answered = new AbortController();
	const tooLate = delay(startedAt + editableMs - now(), answered.signal).then(() => late);
	const last = await Promise.race([final, tooLate]);
	// Without a reason, Node would create an error for it.
	answered.abort('answered');
	await show(last);
}

/** The member's roles according to the interaction, which saves a request. */
export function heldRolesOf({ roleIds, isPending }: Asked): MemberRoles {
	return { roles: roleIds(), isPending };
}

/** A verified purchase of the member, and where its roles stand. */
export type VerifiedAnswer = Omit<Verified, 'claim' | 'role'> & {
	readonly claim: Omit<Verified['claim'], 'hash'>;
	readonly roles: Progress;
};

/** The answer to a member whose purchase is verified. `next`: the last buttons. */
export function verifiedView(
	t: Translator,
	answer: VerifiedAnswer,
	{ place, now, note }: Viewing,
	next: readonly APIButtonComponent[] = [
		button(t('button.showItem'), openItem.encode(answer.claim.item.id)),
		button(t('button.showMyPurchases'), openPurchases.encode()),
	],
): MessageView {
	const { claim, codeEnd, seat, media, roles } = answer;
	const stage = supportStage(claim.supportedUntil, now, place.links.support);
	const isDone = roles.kind === 'granted' && parted(answer.roleIds, roles).lacks.length === 0;
	const lines = [
		answer.returning && !isRenewed(answer) && t('verify.again', { when: timestamp(claim.claimedAt, 'R') }),
		...roleLines(t, answer),
		supportLine(t, stage),
		licenseLine(t, claim.licenseType, codeEnd),
		seat && small(t('purchases.seat', { n: seat.number, seats: seat.seats })),
	];
	return page(
		isDone ? 'done' : 'attention',
		text(note),
		head(
			[heading(titleOf(t, answer)), bold(foreignLine(claim.item.name, 200) || nothing)],
			itemThumbnail(t, claim.item, media),
		),
		text(...lines),
		itemPreview(t, claim.item, media),
		buttons(supportChannelButton(t, place), isRenewable(stage) && renewButton(t, place)),
		buttons(...next),
	);
}

function titleOf(t: Translator, answer: VerifiedAnswer): string {
	if (isRenewed(answer)) return t('verify.renewedTitle');
	return answer.returning ? t('verify.againTitle') : t('verify.verifiedTitle');
}

function isRenewed({ renewed, claim }: VerifiedAnswer): boolean {
	return renewed === true && claim.supportedUntil !== undefined;
}

function roleLines(t: Translator, answer: VerifiedAnswer): readonly string[] {
	const { roleIds, roles } = answer;
	switch (roles.kind) {
		case 'member-left':
			return [t('verify.roleMemberLeft')];
		case 'member-pending':
			return [t('verify.roleMemberPending')];
		case 'waiting':
		case 'late': {
			if (roleIds.length === 0) return [];
			const key = roles.kind === 'late' ? 'verify.rolesLate' : 'verify.rolesComing';
			return [t(key, { roles: roleList(t, roleIds) })];
		}
		case 'granted':
		case 'blocked':
			return settledLines(t, answer, roles);
	}
}

type Settled = Extract<Progress, { kind: 'granted' | 'blocked' }>;

function settledLines(t: Translator, { roleIds, returning, renewed }: VerifiedAnswer, roles: Settled) {
	if (roles.kind === 'blocked' && roles.roleId === undefined) return [t('purchases.roleUnchosen')];
	const { has, lacks } = parted(roleIds, roles);
	const key = returning && !renewed ? 'verify.rolesHeld' : 'verify.rolesNow';
	return [
		...(has.length === 0 ? [] : [t(key, { roles: roleList(t, has) })]),
		...(lacks.length === 0 ? [] : [t('verify.rolesBlocked', { roles: roleList(t, lacks) })]),
	];
}

/** The roles of a purchase that the member has, and those that wait until staff fix something. */
function parted(roleIds: readonly string[], roles: Settled) {
	const { held } = roles;
	const withheld = roles.kind === 'blocked' ? [roles] : roles.withheld;
	const isHeld = (id: string) => held?.includes(id) ?? !withheld.some(({ roleId }) => roleId === id);
	return { has: roleIds.filter(isHeld), lacks: roleIds.filter((id) => !isHeld(id)) };
}
