import type { PurchaseCode } from '../base/purchase-code.js';
import { hasSeatFor } from './changes.js';
import { type ClaimKeys, holderTag } from './claim-keys.js';
import type { ClaimRecords } from './claim-records.js';
import type { ModeratedClaims, ModerationAct, ModerationOutcome } from './moderated-claims.js';
import {
	type Act,
	blockedRecord,
	type Gift,
	givenRecord,
	linkedRecord,
	linkedTo,
	revokedByModerator,
} from './moderation-changes.js';
import { seatsFor } from './policy.js';
import { type ClaimRecord, holderIn, type ProvenPurchase } from './record.js';

/** The giver's limit is reached. `retryAt`: milliseconds since the epoch. */
export interface TooMany {
	readonly kind: 'too-many';
	readonly retryAt: number;
}

/** The look-up or the request that it belongs to has ended. */
export interface Expired {
	readonly kind: 'expired';
}

export type GiftAct = ModerationAct<TooMany | Expired>;
export type Given = ModerationOutcome | TooMany | Expired;

/** Staff actions on unverified codes, and gifts without a code. Rejects as ClaimStore does. */
export class Gifts {
	readonly #claims: ClaimRecords;
	readonly #moderated: ModeratedClaims;

	constructor(claims: ClaimRecords, moderated: ModeratedClaims) {
		this.#claims = claims;
		this.#moderated = moderated;
	}

	/** Gives a purchase without a code. Equal `nonce`s mean the same gift. */
	async give(gift: Gift, nonce: string, act: GiftAct): Promise<Given> {
		const code = madeUpCode(this.#claims.keys, nonce);
		return await this.#begin(code, act, gift.userId, (secrets, by, at) => givenRecord(gift, by, secrets, at));
	}

	/** State of the gift with this nonce. `given-up`: the member unlinked it, or deleted their data. */
	async stateOf(nonce: string, userId: string): Promise<'held' | 'withdrawn' | 'given-up'> {
		const { keys } = this.#claims;
		const record = await this.#claims.read(keys.hash(madeUpCode(keys, nonce)));
		if (record !== undefined && holderIn(record, userId) !== undefined) return 'held';
		return record?.history.some(({ what }) => what === 'released') ? 'withdrawn' : 'given-up';
	}

	/** Links a code that the shop has just confirmed to a member's account, if a seat is free. */
	async link(code: PurchaseCode, gift: Gift, act: GiftAct): Promise<Given> {
		const { keys, clock, seatsAt } = this.#claims;
		const { userId, purchase } = gift;
		const begun = await this.#begin(code, act, userId, (secrets, by, at) =>
			linkedRecord(gift, by, secrets, at),
		);
		if (begun.kind !== 'changed-since') return begun;
		const seats = seatsFor(await this.#claims.readPolicy(), purchase.licenseType);
		const tag = holderTag(code, userId);
		const hash = keys.hash(code);
		return await this.#moderated.change(hash, act, (record, by, at) => {
			if (record.holders.some((holder) => holder.userId === userId)) return 'already-held';
			const isFree = hasSeatFor(record, { tag, at: clock.now(), seatsAt: seatsAt() }, seats);
			return isFree ? linkedTo(record, { userId, tag, seatsAt: seatsAt() }, by, at) : 'not-free';
		});
	}

	async block(code: PurchaseCode, purchase: ProvenPurchase, act: GiftAct): Promise<Given> {
		const { keys } = this.#claims;
		const begun = await this.#begin(code, act, undefined, (secrets, by, at) =>
			blockedRecord(purchase, by, secrets, at),
		);
		if (begun.kind !== 'changed-since') return begun;
		return await this.#moderated.change(keys.hash(code), act, revokedByModerator);
	}

	/** `changed-since`: the code already has a record. */
	async #begin(
		code: PurchaseCode,
		{ isAdministrator, canManageRoles, revision: _, also, ...act }: GiftAct,
		userId: string | undefined,
		make: (secrets: { secret: string; sealed: string }, act: Act, at: number) => ClaimRecord,
	): Promise<Given> {
		const { keys, clock } = this.#claims;
		const isOwnCase = act.by === userId;
		if (isOwnCase && isAdministrator !== true) return { kind: 'own-case' };
		if (canManageRoles !== true) return { kind: 'moderators-only' };
		const hash = keys.hash(code);
		const record = make({ secret: keys.check, sealed: keys.seal(hash, code) }, act, clock.now());
		const file = this.#claims.details(hash, record);
		const done: ModerationOutcome = { kind: 'done', revision: record.revision, isOwnCase, file };
		const add = (known?: ClaimRecord) => (known ? undefined : { next: record, result: done });
		return (await this.#claims.changeOrAdd(hash, add, also)) ?? { kind: 'changed-since' };
	}
}

/** Has the form of a code, so that gift records look like all others, and is as hard to guess as a hash. */
function madeUpCode(keys: ClaimKeys, nonce: string): PurchaseCode {
	return `given-${keys.hash(`given:${nonce}` as PurchaseCode).slice(0, 40)}` as PurchaseCode;
}
