import type { PurchaseCode } from '../base/purchase-code.js';
import { hasSeatFor } from './changes.js';
import { type ClaimKeys, holderTag } from './claim-keys.js';
import type { ClaimRecords } from './claim-records.js';
import type { ModeratedClaims, ModerationAct, ModerationOutcome } from './moderated-claims.js';
import { begunRecord, type Gift, linkedTo, revokedByModerator } from './moderation-changes.js';
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
		return await this.#begin(code, act, { ...gift, isGiven: true });
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
		const { userId, purchase } = gift;
		const begun = await this.#begin(code, act, gift);
		if (begun.kind !== 'changed-since') return begun;
		const seats = seatsFor(await this.#claims.readPolicy(), purchase.licenseType);
		const tag = holderTag(code, userId);
		const hash = this.#claims.keys.hash(code);
		return await this.#moderated.change(hash, act, (record, by, at, seatsAt) => {
			if (holderIn(record, userId) !== undefined) return 'already-held';
			const isFree = hasSeatFor(record, { tag, at, seatsAt }, seats);
			return isFree ? linkedTo(record, { userId, tag, seatsAt }, by, at) : 'not-free';
		});
	}

	async block(code: PurchaseCode, purchase: ProvenPurchase, act: GiftAct): Promise<Given> {
		const begun = await this.#begin(code, act, { purchase });
		if (begun.kind !== 'changed-since') return begun;
		return await this.#moderated.change(this.#claims.keys.hash(code), act, revokedByModerator);
	}

	/** `changed-since`: the code already has a record. */
	async #begin(
		code: PurchaseCode,
		{ isAdministrator, canManageRoles, revision: _, also, ...act }: GiftAct,
		begun: Parameters<typeof begunRecord>[0],
	): Promise<Given> {
		const { keys, clock } = this.#claims;
		const isOwnCase = act.by === begun.userId;
		if (isOwnCase && isAdministrator !== true) return { kind: 'own-case' };
		if (canManageRoles !== true) return { kind: 'moderators-only' };
		const hash = keys.hash(code);
		const secrets = { secret: keys.check, sealed: keys.seal(hash, code) };
		const record = begunRecord(begun, act, secrets, clock.now());
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
