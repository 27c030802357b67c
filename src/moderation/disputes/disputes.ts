import type { Clock } from '../../base/clock.js';
import type { MemberRef } from '../../base/member-ref.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import { scrubCodes } from '../../claims/scrub-codes.js';
import type { auditChannels } from '../../guilds/guild-settings.js';
import type { FoundReference, References } from '../references/references.js';
import { type Dispute, isHeldBy, maxNoteLength } from './dispute.js';
import type { DisputeFacts } from './dispute-facts.js';
import type { DisputeOpened } from './dispute-outcomes.js';
import type { DisputeRows } from './dispute-rows.js';
import type { DisputedPurchases } from './disputed-purchases.js';
import type { Settlement } from './settlement.js';

export interface DisputesParts {
	readonly rows: DisputeRows;
	readonly settling: Settlement;
	readonly purchases: DisputedPurchases;
	readonly references: Pick<References, 'find'>;
	readonly channelOf: ReturnType<typeof auditChannels>;
	readonly clock: Pick<Clock, 'now'>;
}

/**
 * A disputed purchase: the actions of its claimant and holder, neither of whom learns the other's identity. Methods
 * reject with the store's errors.
 */
export class Disputes {
	readonly #parts: DisputesParts;

	constructor(parts: DisputesParts) {
		this.#parts = parts;
	}

	/** Asks staff to decide about the purchase of a member's own refusal. */
	async open(reference: string, member: MemberRef, note: string): Promise<DisputeOpened> {
		const { rows, settling, purchases, clock } = this.#parts;
		const known = await rows.get(reference);
		if (known?.claimantId === member.userId && known.state === 'open') return await this.#opened(known);
		const found = await this.#refusal(reference, member);
		if (found === undefined || known !== undefined) return { kind: 'gone' };
		const { file } = await purchases.of(found.hash);
		if (file === undefined || isHeldBy(file, member.userId)) return { kind: 'gone' };
		const row = {
			v: 1,
			at: clock.now(),
			hash: found.hash,
			claimantId: member.userId,
			guildId: member.guildId,
			note: scrubCodes(note).slice(0, maxNoteLength),
			state: 'opening',
		} as const;
		await rows.add(reference, row);
		const all = await rows.all();
		const own = all.find((it) => it.reference === reference);
		if (own === undefined) return { kind: 'gone' };
		const opened = await settling.admit(own, all);
		if (opened === 'already-open') return await this.#openOf(found.hash, member, await rows.all());
		if (typeof opened === 'string') return { kind: opened };
		settling.begin(reference);
		return await this.#opened(opened);
	}

	async withdraw(reference: string, { userId }: MemberRef): Promise<boolean> {
		const { rows, settling, clock } = this.#parts;
		const at = clock.now();
		const changed = await rows.change(reference, (row) =>
			row.claimantId === userId && row.state === 'open' && row.deciding === undefined
				? { ...row, state: 'withdrawn', decided: { by: userId, at, why: '' }, isSettled: false }
				: undefined,
		);
		if (changed !== undefined) settling.begin(reference);
		return changed !== undefined;
	}

	/**
	 * The holder says that the purchase is theirs.
	 * @returns false if the dispute is closed, or about another member's purchase
	 */
	async keep(reference: string, userId: string): Promise<boolean> {
		const { rows, settling } = this.#parts;
		const own = await rows.get(reference);
		if (own?.state !== 'open' || own.asked?.holderId !== userId) return false;
		for (const other of await rows.all()) {
			if (other.hash !== own.hash || other.state !== 'open') continue;
			await rows.change(other.reference, (row) =>
				row.asked?.holderId === userId ? { ...row, asked: { ...row.asked, answer: 'theirs' } } : undefined,
			);
			settling.begin(other.reference);
		}
		return true;
	}

	/** The card of a dispute, or undefined if it doesn't exist. */
	async factsOf(reference: string): Promise<DisputeFacts | undefined> {
		const own = await this.#parts.rows.get(reference);
		return own === undefined || own.state === 'opening'
			? undefined
			: await this.#parts.purchases.factsOf(own);
	}

	async historyOf(reference: string): Promise<ClaimDetails | undefined> {
		const own = await this.#parts.rows.get(reference);
		return own && (await this.#parts.purchases.of(own.hash)).file;
	}

	async #opened({ reference, at }: Pick<Dispute, 'reference' | 'at'>): Promise<DisputeOpened> {
		const hasChannel = (await this.#parts.channelOf(undefined)) !== undefined;
		return { kind: 'open', reference, at, hasChannel };
	}

	/** The refusal this member got here for a code in use, with the claim's hash. */
	async #refusal(
		reference: string,
		{ guildId, userId }: MemberRef,
	): Promise<(FoundReference & { readonly hash: string }) | undefined> {
		const found = await this.#parts.references.find(reference);
		const isOwn = found?.userId === userId && found.guildId === guildId && found.why === 'taken';
		return isOwn && found.hash !== undefined ? { ...found, hash: found.hash } : undefined;
	}

	async #openOf(hash: string, { userId }: MemberRef, all: readonly Dispute[]): Promise<DisputeOpened> {
		const open = all.find(
			(it) => it.hash === hash && it.claimantId === userId && (it.state === 'open' || it.state === 'opening'),
		);
		if (open === undefined) return { kind: 'gone' };
		return await this.#opened(open);
	}
}
