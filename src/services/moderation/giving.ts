import { z } from 'zod';
import { dayMs } from '../../base/clock.js';
import { type PurchaseCode, parsePurchaseCode } from '../../base/purchase-code.js';
import { timestamp } from '../../base/row-fields.js';
import { codeEnding } from '../../claims/claim.js';
import type { GiftAct, Given } from '../../claims/moderated-claims.js';
import type { ProvenPurchase } from '../../claims/record.js';
import type { Servers } from '../../floors.js';
import { wantedRoles } from '../../roles/role-plan.js';
import { defineKind, Table } from '../../storage/table.js';
import type { Moderation } from './moderation.js';
import type { Carried, LookedUp, Moderator } from './moderation-outcomes.js';

type Floor = Servers & { readonly moderation: Moderation };

export interface GiftRequest {
	/** Undefined if no item was recognized. */
	readonly itemId: number | undefined;
	/** As typed: days of support from now on; '' for none. */
	readonly days: string;
	readonly toUserId: string;
	readonly why: string;
	/** Identifies the gift, so that it is given once. */
	readonly nonce: string;
}

/** Limit for the days of support that staff can give. */
const maxGiftDays = 365;

const lookedUpMs = 15 * 60_000;

/** Codes without holders that staff have looked up, and may give or block: a button has no room for a code. */
export const lookedUpKind = defineKind({
	prefix: 'looked-up:',
	schema: z.object({
		v: z.literal(1),
		at: timestamp,
		/** The moderator and guild that looked it up; others can't use it. */
		by: z.string(),
		guildId: z.string(),
		/** The code, encrypted as in a claim, and the hash that it is encrypted with. */
		hash: z.string(),
		sealed: z.string(),
		itemName: z.string().default(''),
	}),
	until: ({ at }) => at + lookedUpMs,
	personal: {
		name: 'codesLookedUp',
		people: ({ by }) => [by],
		shown: ({ at, guildId }) => ({ at, guildId, what: 'code' }),
	},
});

export type Giving = ReturnType<typeof createGiving>;

/** Staff give purchases, with an unclaimed code or without a code, and block codes. */
export function createGiving(floor: Floor) {
	const { claims, catalog, clock, moderation, unguessable, limits, guilds, purchaseCheck } = floor;
	const lookedUpRows = new Table(lookedUpKind, floor.store, clock);

	/**
	 * Gives a member a purchase without a code. Moderators can't give roles that they couldn't give in Discord.
	 * @param also puts rows of its own in the commit, or refuses it
	 */
	async function give(
		{ itemId, days, toUserId, why, nonce }: GiftRequest,
		moderator: Moderator,
		also?: GiftAct['also'],
	): Promise<Carried> {
		const item = itemId === undefined ? undefined : catalog.get(itemId);
		if (item === undefined) {
			// It may be in a list that is still loading.
			const { state } = catalog.snapshot();
			return { kind: state === 'loading' ? 'uncheckable' : 'unknown-item' };
		}
		const whole = /^\d{1,3}$/.test(days) ? Number(days) : 0;
		if (days !== '' && (whole < 1 || whole > maxGiftDays)) return { kind: 'not-days' };
		const supportedUntil = days === '' ? undefined : clock.now() + whole * dayMs;
		const purchase = { item, licenseType: '', supportedUntil, purchasedAt: undefined };
		return await hand({ purchase, toUserId, why, codeEnd: undefined, also }, moderator, (act) =>
			claims.moderated.give({ userId: toUserId, purchase }, nonce, act),
		);
	}

	/** Looks up a code without claiming it: its purchase, or the shop's answer if it has none. */
	async function lookUpCode(input: string, moderator: Moderator): Promise<LookedUp> {
		const { guildId, userId: by } = moderator;
		const code = parsePurchaseCode(input);
		if (code === undefined) return { kind: 'not-a-code' };
		const hash = claims.keys.hash(code);
		const purchase = await moderation.findByHash(hash);
		if (purchase !== undefined) return { kind: 'held', purchase };
		const answer = await ask(code);
		if (answer.kind !== 'valid') return { kind: answer.kind };
		const id = unguessable.id();
		const { purchase: free } = answer;
		const kept = { by, guildId, hash, sealed: claims.keys.seal(hash, code), itemName: free.item.name };
		await lookedUpRows.set(id, { v: 1, at: clock.now(), ...kept });
		return { kind: 'free', id, codeEnd: codeEnding(code), purchase: free };
	}

	/** The item of the moderator's own lookup and the end of its code; undefined if it has expired. */
	async function lookedUp(id: string, moderator: Moderator) {
		const kept = await lookedUpBy(id, moderator);
		return kept && { itemName: kept.itemName, codeEnd: codeEnding(kept.code) };
	}

	/** Links a code that was looked up to a member's account. */
	async function giveLookedUp(
		id: string,
		{ toUserId, why }: { readonly toUserId: string | undefined; readonly why: string },
		moderator: Moderator,
	): Promise<Carried> {
		if (toUserId === undefined) return { kind: 'not-a-member' };
		const found = await checked(id, moderator);
		if (found.kind !== 'valid') return found;
		const { code, purchase } = found;
		return await hand({ purchase, toUserId, why, codeEnd: codeEnding(code) }, moderator, (act) =>
			claims.moderated.link(code, { userId: toUserId, purchase }, act),
		);
	}

	async function blockLookedUp(id: string, why: string, moderator: Moderator): Promise<Carried> {
		const found = await checked(id, moderator);
		if (found.kind !== 'valid') return found;
		const { code, purchase } = found;
		const about = { deed: 'revoked', memberId: undefined, toUserId: undefined, why } as const;
		return await moderation.perform(moderator, { ...about, codeEnd: codeEnding(code) }, (act) =>
			claims.moderated.block(code, purchase, act),
		);
	}

	/** The code of the moderator's own lookup with the shop's current answer, or why there is none. */
	async function checked(id: string, moderator: Moderator) {
		const kept = await lookedUpBy(id, moderator);
		if (kept === undefined) return { kind: 'expired' } as const;
		const answer = await ask(kept.code);
		return answer.kind === 'valid' ? { ...answer, code: kept.code } : { kind: answer.kind };
	}

	async function lookedUpBy(id: string, { userId, guildId }: Moderator) {
		const kept = await lookedUpRows.get(id);
		if (kept?.by !== userId || kept.guildId !== guildId) return undefined;
		return { ...kept, code: claims.keys.open(kept.hash, kept.sealed) };
	}

	/** After all buyers, within the remaining budget. */
	function ask(code: PurchaseCode) {
		return purchaseCheck.checkCode(code, { priority: 'background' });
	}

	async function hand(
		gift: Pick<GiftRequest, 'toUserId' | 'why'> & {
			readonly purchase: ProvenPurchase;
			readonly codeEnd: string | undefined;
			readonly also?: GiftAct['also'];
		},
		moderator: Moderator,
		change: (act: GiftAct) => Promise<Given>,
	): Promise<Carried> {
		const { toUserId, why, codeEnd, also } = gift;
		if (!moderator.canManageRoles) return { kind: 'moderators-only' };
		const hindrance = await moderation.receiverHindrance(toUserId, moderator);
		if (hindrance !== undefined) return { kind: hindrance };
		const roleId = await roleOutOfReach(gift.purchase, moderator);
		if (roleId !== undefined) return { kind: 'role-above', roleId };
		const about = { deed: 'gave', memberId: undefined, toUserId, why, codeEnd } as const;
		return await moderation.perform(moderator, about, (act) =>
			change({
				...act,
				// In the same commit, so that only what was given counts.
				also: async (tx, outcome) => {
					const retryAt = await limits.take('give', moderator.userId, { open: tx });
					if (retryAt !== undefined) return { kind: 'too-many', retryAt };
					return (await also?.(tx, outcome)) ?? (await act.also?.(tx, outcome));
				},
			}),
		);
	}

	/** A role that would follow and is not below the moderator's highest one. */
	async function roleOutOfReach(purchase: ProvenPurchase, moderator: Moderator): Promise<string | undefined> {
		const rules = await guilds.rulesOf(moderator.guildId);
		if (rules === undefined || moderator.isAdministrator) return undefined;
		const roles = wantedRoles([{ ...purchase, status: 'active' }], rules, clock.now());
		return [...roles].find((roleId) => !moderator.rights.isAbove(roleId));
	}

	return { give, lookUpCode, lookedUp, giveLookedUp, blockLookedUp };
}
