import { shownPurchase } from '../../base/purchase-fields.js';
import type { MemberRef } from '../../base/row-fields.js';
import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Servers } from '../../floors.js';
import type { Pictures, Upload } from '../../messages/mailbox.js';
import type { Transaction } from '../../storage/store.js';
import type { References } from '../verification/references.js';
import type { AppealCards } from './appeal-cards.js';
import { type Appeal, maxAppealLength, type StoredAppeal } from './appeal-rows.js';
import { type CaseRows, lettersOf, maxOpen } from './case-rows.js';
import type { GiftRequest, Giving } from './giving.js';
import type { ModeratedRoles } from './moderated-roles.js';
import { changeName } from './moderation.js';
import type { Carried, Moderator } from './moderation-outcomes.js';

type Floor = Servers & {
	readonly appealRows: CaseRows<StoredAppeal>;
	readonly appealCards: AppealCards;
	readonly giving: Giving;
	readonly references: References;
	readonly moderatedRoles: ModeratedRoles;
	readonly pictures: Pictures;
};

/** Why a member can't send a request now. `open`: staff have one already. `gone`: staff don't ask for more. */
export type AppealHindrance = 'open' | 'too-many' | 'server-full' | 'no-channel' | 'not-a-member' | 'gone';

export interface AppealRequest {
	readonly note: string;
	readonly uploads: readonly Upload[];
	/** The reference of the request about which staff asked for more; undefined for a new one. */
	readonly answered: string | undefined;
}

export type AppealSent =
	| { readonly kind: AppealHindrance }
	/** `dropped`: the number of files that are no pictures, or too large, and were left out. */
	| { readonly kind: 'sent'; readonly reference: string; readonly dropped: number };

export type AppealDecision =
	| { readonly act: 'give'; readonly gift: Pick<GiftRequest, 'itemId' | 'days' | 'why'> }
	| { readonly act: 'ask' | 'refuse'; readonly why: string };

const maxPictures = 3;

/** Members' requests without a code, from the form to the decision. Methods reject with the store's errors. */
export function createAppeals(floor: Floor) {
	const { appealCards, appealRows: rows, claims, clock, discord, giving, guilds, limits } = floor;
	const { moderatedRoles, notices, pictures, references, served, store } = floor;

	/** @returns undefined if the member can send a request now */
	async function hindranceFor(
		member: MemberRef,
		answered: string | undefined,
	): Promise<AppealHindrance | undefined> {
		// The form may have been opened in a direct message.
		const membership = await discord.membershipOf(member.guildId, member.userId);
		if (membership === 'absent') return 'not-a-member';
		if ((await guilds.auditChannelOf(member.guildId)) === undefined) return 'no-channel';
		return await store.transact((tx) => hindranceIn(tx, member, answered));
	}

	async function send(member: MemberRef, { note, uploads, answered }: AppealRequest): Promise<AppealSent> {
		const hindrance = await hindranceFor(member, answered);
		if (hindrance !== undefined) return { kind: hindrance };
		const { pictures: areAllowed = false } = await guilds.get(member.guildId);
		const good = areAllowed ? await picturesIn(uploads) : [];
		const reference = references.next();
		const row: StoredAppeal = {
			...{ v: 1, at: clock.now(), userId: member.userId, guildId: member.guildId, state: 'open' },
			note: scrubCodes(note).trim().slice(0, maxAppealLength),
			pictures: good.length,
			...(good.length > 0 && { sealed: claims.keys.sealText(reference, good.join('\n')) }),
		};
		const refused = await store.transact(async (tx) => {
			const hindrance = await hindranceIn(tx, member, answered);
			if (hindrance !== undefined) return hindrance;
			const former = answered === undefined ? undefined : await rows.get(answered, tx);
			if (former === undefined)
				await limits.take('appeal', claims.keys.memberTag(member.userId), { open: tx });
			else {
				const { reference: known, ...asked } = former;
				rows.put(tx, known, { ...asked, state: 'answered' });
			}
			await rows.addIn(tx, reference, row);
			return undefined;
		});
		if (refused !== undefined) return { kind: refused };
		appealCards.wake();
		return { kind: 'sent', reference, dropped: uploads.length - good.length };
	}

	/** Carries out a decision of staff, of which the member hears once. `userId`: the member whom the form named. */
	async function decide(
		reference: string,
		userId: string,
		decision: AppealDecision,
		moderator: Moderator,
	): Promise<Carried | { readonly kind: 'told' }> {
		const own = await rows.get(reference);
		const isTheirs = own?.userId === userId && own.guildId === moderator.guildId;
		if (own?.state !== 'open' || !isTheirs || !served.serves(moderator.guildId)) return { kind: 'expired' };
		if (userId === moderator.userId && !moderator.isAdministrator) return { kind: 'own-case' };
		if (decision.act === 'give') return await give(own, userId, decision.gift, moderator);
		const { act, why } = decision;
		const words = scrubCodes(why);
		const isDone = await store.transact(async (tx) => {
			if (!(await endIn(tx, reference, act === 'ask' ? 'asked' : 'refused', words, moderator))) return false;
			const notice = { kind: 'appeal', how: act, reference, words } as const;
			const to = { userId, guildId: own.guildId };
			await notices.addIn(tx, { ...to, notice }, `appeal-${lettersOf(reference)}`);
			return true;
		});
		if (!isDone) return { kind: 'expired' };
		notices.wake();
		appealCards.wake();
		return { kind: 'told' };
	}

	async function give(
		{ reference, at, guildId }: Appeal,
		userId: string,
		gift: Pick<GiftRequest, 'itemId' | 'days' | 'why'>,
		moderator: Moderator,
	): Promise<Carried> {
		const request = { ...gift, toUserId: userId, nonce: `${reference}:${at}` };
		const carried = await giving.give(request, moderator, async (tx, outcome) => {
			if (outcome.kind !== 'done') return undefined;
			const {
				claims: [claim],
				history: [gave],
			} = outcome.file;
			if (claim === undefined || gave === undefined) return undefined;
			if (!(await endIn(tx, reference, 'given', scrubCodes(gift.why), moderator, gave.at)))
				return { kind: 'expired' };
			const roles = await moderatedRoles.namesOf(guildId, claim);
			const notice = { kind: 'yours', purchase: shownPurchase(claim.item.name), roles } as const;
			await notices.addIn(tx, { userId, guildId, notice }, changeName(outcome.file));
			return undefined;
		});
		// Another member of staff was faster.
		return carried.kind === 'changed-since' ? { kind: 'expired' } : carried;
	}

	/** @returns false if it has been decided since */
	async function endIn(
		tx: Transaction,
		reference: string,
		state: 'given' | 'asked' | 'refused',
		why: string,
		{ userId: by }: Moderator,
		at = clock.now(),
	): Promise<boolean> {
		const current = await rows.get(reference, tx);
		if (current?.state !== 'open') return false;
		const { reference: _, sealed: __, ...row } = current;
		rows.put(tx, reference, { ...row, state, decided: { by, at, why } });
		return true;
	}

	async function hindranceIn(tx: Transaction, { userId, guildId }: MemberRef, answered: string | undefined) {
		if (answered !== undefined) {
			const former = await rows.get(answered, tx);
			const isAsked = former?.state === 'asked' && former.userId === userId && former.guildId === guildId;
			if (!isAsked) return 'gone';
		}
		const open = await rows.openIn(tx);
		if (open.some((it) => it.userId === userId)) return 'open';
		if (open.filter((it) => it.guildId === guildId).length >= maxOpen) return 'server-full';
		if (answered !== undefined) return undefined;
		const { retryAt } = await limits.look('appeal', claims.keys.memberTag(userId), tx);
		return retryAt === undefined ? undefined : 'too-many';
	}

	async function picturesIn(uploads: readonly Upload[]): Promise<readonly string[]> {
		const first = uploads.slice(0, maxPictures);
		const are = await Promise.all(first.map((upload) => pictures.isPicture(upload)));
		return first.flatMap(({ address }, at) => (are[at] ? [address] : []));
	}

	return { hindranceFor, send, decide };
}
