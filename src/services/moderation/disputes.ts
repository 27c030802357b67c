import { shownPurchase } from '../../base/purchase-fields.js';
import type { MemberRef } from '../../base/row-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Expired, ModerationAct } from '../../claims/moderated-claims.js';
import { left } from '../../claims/moderation-changes.js';
import { mayMove, seatsFor } from '../../claims/policy.js';
import { scrubCodes } from '../../claims/scrub-codes.js';
import type { Servers } from '../../floors.js';
import type { ServedGuilds } from '../../servers/served-guilds.js';
import type { Transaction } from '../../storage/store.js';
import type { References } from '../verification/references.js';
import { maxOpen } from './case-rows.js';
import { askedName, type DisputeCards, type DisputeFacts, disputeFacts } from './dispute-cards.js';
import { type Dispute, type DisputeRows, maxNoteLength, openAbout } from './dispute-rows.js';
import type { ModeratedRoles } from './moderated-roles.js';
import type { Moderation } from './moderation.js';
import type { Carried, Moderator } from './moderation-outcomes.js';

type Floor = Servers & {
	readonly disputeRows: DisputeRows;
	readonly cards: DisputeCards;
	readonly moderation: Moderation;
	readonly references: References;
	readonly moderatedRoles: ModeratedRoles;
};

export type DisputeOpened =
	/** `gone`: the member has no such refusal here, or the purchase has no other holder any more. */
	| { readonly kind: 'gone' | 'too-many' | 'server-full' }
	| { readonly kind: 'open'; readonly reference: string; readonly at: number; readonly hasChannel: boolean };

/** `noted`: staff see it and decide. `gone`: the dispute has ended, or is about another member's purchase. */
export type LetGo = 'moved' | 'noted' | 'gone';

export interface DecisionRequest {
	readonly act: 'move' | 'leave';
	readonly why: string;
	/** The claim's, if the form showed it. */
	readonly revision: number | undefined;
}

/** `several`: it isn't clear which holder loses it. */
export type Decided = Carried | { readonly kind: 'several' };

/** Disputes about purchases. Neither member learns who the other is. Methods reject with the store's errors. */
export function createDisputes(floor: Floor) {
	const { audit, cards, claims, clock, discord, disputeRows: rows, guilds, limits } = floor;
	const { moderatedRoles, moderation, notices, references, served, store } = floor;

	/** Asks staff to decide about the purchase of a member's own refusal, and its holder to answer. */
	async function open(
		reference: string,
		{ userId, guildId }: MemberRef,
		note: string,
	): Promise<DisputeOpened> {
		const found = await references.find(reference);
		const isOwn = found?.userId === userId && found.guildId === guildId && found.why === 'taken';
		if (!isOwn || found.hash === undefined) return { kind: 'gone' };
		const { hash } = found;
		const ending = await claims.endingOf(hash);
		const opened = await store.transact<Dispute | Exclude<DisputeOpened['kind'], 'open'>>(async (tx) => {
			const known = await rows.get(reference, tx);
			if (known?.claimantId === userId && known.state === 'open') return known;
			const file = await claims.moderated.byHash(hash, tx);
			if (known !== undefined || file === undefined) return 'gone';
			if (file.claims.some(({ holderId }) => holderId === userId)) return 'gone';
			const allOpen = await rows.openIn(tx);
			const same = allOpen.find((it) => it.hash === hash && it.claimantId === userId);
			if (same !== undefined) return same;
			if (allOpen.filter((it) => it.guildId === guildId).length >= maxOpen) return 'server-full';
			if ((await limits.take('dispute', claims.keys.memberTag(userId), { open: tx })) !== undefined)
				return 'too-many';
			const own: Dispute = {
				...{ v: 1, reference, at: clock.now(), hash, claimantId: userId, guildId, state: 'open' },
				note: scrubCodes(note).slice(0, maxNoteLength),
			};
			await addIn(tx, own, file, ending);
			return own;
		});
		if (typeof opened === 'string') return { kind: opened };
		moderation.send();
		const hasChannel = (await guilds.auditChannelOf()) !== undefined;
		return { kind: 'open', reference: opened.reference, at: opened.at, hasChannel };
	}

	async function withdraw(reference: string, { userId }: MemberRef): Promise<boolean> {
		const decided = { by: userId, at: clock.now(), why: '' };
		const changed = await rows.change(reference, (row) =>
			row.claimantId === userId && row.state === 'open' ? { ...row, state: 'withdrawn', decided } : undefined,
		);
		if (changed !== undefined) cards.wake();
		return changed !== undefined;
	}

	/** The holder says that it is theirs. @returns false if the dispute has ended, or is about another's purchase */
	const keep = (reference: string, userId: string) => answer(reference, userId, 'theirs');

	/** The holder gives the purchase to its claimant: immediately if members may hand over, else staff see it. */
	async function letGo(reference: string, userId: string): Promise<LetGo> {
		const own = await rows.get(reference);
		if (own === undefined) return 'gone';
		const { hash, claimantId, guildId } = own;
		const to = { userId: claimantId, guildId };
		const isAllowed = mayMove(await claims.readPolicy());
		if (isAllowed && (await discord.membershipOf(guildId, claimantId)) === 'member') {
			const ending = (await claims.endingOf(hash)) ?? '';
			const outcome = await claims.own.letGo(hash, userId, to, async (tx, moved) => {
				const [first, rival] = await openAbout(tx, rows, hash);
				// Of several claimants, one could be another account of the holder.
				const isClear = rival === undefined && first?.reference === reference;
				if (!isClear || first.asked?.holderId !== userId) return { kind: 'refused' } as const;
				if (moved.kind === 'moved') await moderation.endDisputesIn(tx, moved.file, ending);
				return undefined;
			});
			if (outcome.kind === 'moved') {
				moderation.send();
				const people = { by: userId, memberId: userId, toUserId: claimantId, why: '', isOwnCase: false };
				const purchase = { hash, itemName: outcome.claim.item.name, codeEnd: ending };
				audit.write(served.ids, { kind: 'moderation', event: { deed: 'moved', ...people, ...purchase } });
				return 'moved';
			}
		}
		if (await answer(reference, userId, 'let-go')) return 'noted';
		const { state, decided } = (await rows.get(reference)) ?? {};
		if (state !== 'moved' || decided?.by !== userId) return 'gone';
		// Pressed twice, unless staff have given it back since.
		const file = await claims.moderated.byHash(hash);
		return file?.claims.some(({ holderId }) => holderId === userId) ? 'gone' : 'moved';
	}

	/** Carries out a decision of staff, as one of their acts. */
	async function decide(
		reference: string,
		{ act, why, revision }: DecisionRequest,
		moderator: Moderator,
	): Promise<Decided> {
		const own = await rows.get(reference);
		if (own?.state !== 'open' || !served.serves(moderator.guildId)) return { kind: 'expired' };
		const { hash, claimantId, guildId } = own;
		const [file, codeEnd] = await Promise.all([claims.moderated.byHash(hash), claims.endingOf(hash)]);
		if (file === undefined) return { kind: 'unknown' };
		const holderId = file.claims[0]?.holderId;
		if (act === 'move') {
			if (file.claims.length > 1) return { kind: 'several' };
			const hindrance = await moderation.receiverHindrance(claimantId, { ...moderator, guildId });
			if (hindrance !== undefined) return { kind: hindrance };
		}
		const planned = { memberId: holderId, toUserId: claimantId, why: scrubCodes(why), codeEnd };
		const deed = act === 'move' ? 'moved' : 'left';
		const carried = await moderation.perform(moderator, { deed, ...planned }, async (by) => {
			const checked: ModerationAct<Expired> = {
				...{ ...by, partyId: claimantId, revision: revision ?? file.revision },
				also: async (tx, outcome) =>
					(await rows.get(reference, tx))?.state === 'open' ? by.also?.(tx, outcome) : { kind: 'expired' },
			};
			return act === 'move'
				? await claims.moderated.transfer(hash, holderId, claimantId, checked)
				: await claims.moderated.change(hash, checked, (record, by, at) => left(record, claimantId, by, at));
		});
		// The next form shows it as it is now.
		if (carried.kind === 'changed-since') cards.wake();
		return carried;
	}

	async function factsOf(reference: string): Promise<DisputeFacts | undefined> {
		const own = await rows.get(reference);
		return own && (await disputeFacts(own, floor));
	}

	/** Adds a dispute, with the question to the holder. */
	async function addIn(tx: Transaction, own: Dispute, file: ClaimDetails, ending: string | undefined) {
		const { reference, ...row } = own;
		const [claim, another] = file.claims;
		const rules = await claims.readPolicy();
		// With several seats it may belong to any team member, so the holder isn't asked to give it up.
		const isAsked = claim !== undefined && another === undefined && seatsFor(rules, claim.licenseType) === 1;
		if (!isAsked) return await rows.addIn(tx, reference, row);
		const { holderId } = claim;
		const others = await openAbout(tx, rows, own.hash);
		const earlier = others.find(({ asked }) => asked?.holderId === holderId)?.asked;
		const asked = earlier ?? { holderId, at: own.at, answer: 'none' as const };
		await rows.addIn(tx, reference, { ...row, asked });
		// Sent already, in earlier versions under another name.
		if (earlier !== undefined) return;
		const guildId = placeFor(file.history, holderId, served) ?? own.guildId;
		const notice = {
			...{ kind: 'asked' as const, reference, mayMove: mayMove(rules) },
			purchase: shownPurchase(claim.item.name, ending),
			roles: await moderatedRoles.namesOf(guildId, claim),
		};
		await notices.addIn(tx, { userId: holderId, guildId, notice }, askedName(own.hash, asked.at));
	}

	/** Notes the holder's answer in all open disputes about the purchase. */
	async function answer(reference: string, userId: string, said: 'theirs' | 'let-go'): Promise<boolean> {
		const answered = await store.transact(async (tx) => {
			const own = await rows.get(reference, tx);
			const same = own === undefined ? [] : await openAbout(tx, rows, own.hash);
			const mine = same.filter(({ asked }) => asked?.holderId === userId);
			for (const { reference: other, asked, ...row } of mine)
				rows.put(tx, other, { ...row, ...(asked && { asked: { ...asked, answer: said } }) });
			return mine.length > 0;
		});
		cards.wake();
		return answered;
	}

	return { open, withdraw, keep, letGo, decide, factsOf };
}

/** The served guild in which the member got the purchase, so that it doesn't reveal where the other account is. */
function placeFor(history: ClaimDetails['history'], userId: string, served: ServedGuilds) {
	const got = history.findLast(
		({ what, by, member, to }) =>
			(what === 'claimed' && by === userId) ||
			(what === 'transferred' && to === userId) ||
			(what === 'gave' && member === userId),
	)?.guildId;
	return got !== undefined && served.serves(got) ? got : served.ids[0];
}
