import type { SupportEnd } from '../../base/purchase-fields.js';
import type { MemberRef } from '../../base/row-fields.js';
import type { HeldClaim } from '../../claims/own-claims.js';
import type { UnlinkPolicy } from '../../claims/policy.js';
import type { Servers } from '../../floors.js';
import type { ItemMedia } from '../../marketplace/schemas.js';
import type { MemberRoles } from '../../roles/role-api.js';
import { rolesOfOneAlone, wantedRoles } from '../../roles/role-plan.js';
import type { RoleStatus } from '../../roles/role-status.js';
import type { SyncTicket } from '../../roles/syncs.js';
import type { RoleRules } from '../../servers/role-rules.js';
import type { CheckedAgain, Renewals } from '../refunds/renewals.js';

/** A purchase as its holder sees it in one server. Times are milliseconds since the epoch. */
export interface OwnPurchase {
	/** Identifies the claim. Not a secret. */
	readonly hash: string;
	readonly item: { readonly id: number; readonly name: string };
	/** Its pictures; undefined if the item isn't listed. */
	readonly media: ItemMedia | undefined;
	readonly licenseType: string;
	/** Last characters of its code, '' if there is none to show. */
	readonly ending: string;
	readonly purchasedAt: number | undefined;
	readonly verifiedAt: number;
	readonly supportedUntil: SupportEnd;
	readonly status: 'active' | 'revoked';
	/** Set if it is revoked. */
	readonly revokedBy: 'shop' | 'staff' | undefined;
	/** Locked by staff. */
	readonly isLocked: boolean;
	/** Given by staff without a code. */
	readonly isGiven: boolean;
	/** The holder's seat, if the code has several. */
	readonly seat: { readonly number: number; readonly of: number } | undefined;
	readonly canUnlink: boolean;
	/** Roles that follow from it in this server, by id. */
	readonly roleIds: readonly string[];
}

export type PurchaseChecked = CheckedAgain;

export interface OwnPurchases {
	/** Latest first. */
	readonly all: readonly OwnPurchase[];
	readonly roles: RoleStatus;
}

export interface Unlinkable {
	readonly hash: string;
	readonly item: { readonly id: number; readonly name: string };
	readonly ending: string;
	/** Roles in the server that follow from none of the member's other purchases, by id. */
	readonly roleIds: readonly string[];
}

/** The answer to "may this member unlink it?". `days`: how long the code stays reserved for them. */
export type UnlinkQuestion =
	| (Unlinkable & { readonly kind: 'allowed'; readonly days: number })
	| { readonly kind: UnlinkRefusal };

/** The result of unlinking. `freeFrom`: when other members can claim the code, in milliseconds since the epoch. */
export type UnlinkAnswer =
	| { readonly kind: 'unlinked'; readonly freeFrom: number }
	/** Too many recently. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'limited'; readonly retryAt: number }
	| { readonly kind: UnlinkRefusal };

/** `not-allowed`: only staff can do it. */
export type UnlinkRefusal = 'not-allowed' | 'locked' | 'not-yours';

type Floor = Servers & { readonly renewals: Renewals; readonly report: PurchasesReport };

/** Operations behind `/purchases`: a member's own claims and their roles in the guild. */
export function createPurchases(floor: Floor) {
	const { claims, syncs, renewals, guilds, limits, report, standingOf, clock } = floor;
	const held = async ({ userId }: MemberRef): Promise<readonly HeldClaim[]> =>
		(await claims.own.held(userId)).toReversed();
	/** Latest first, updated from the shop if support had ended. */
	const upToDate = async (place: MemberRef, why: 'look' | 'act'): Promise<readonly HeldClaim[]> => {
		const known = await held(place);
		const askable = known.filter(({ isGiven }) => !isGiven);
		const news = await renewals.ask(askable, { ...place, why, priority: 'background' });
		return news.size === 0 ? known : await held(place);
	};
	const find = async (place: MemberRef, hash: string) =>
		(await held(place)).find((claim) => claim.hash === hash);

	const unlinkable = async (
		{ guildId }: MemberRef,
		claim: HeldClaim,
		own: readonly HeldClaim[],
	): Promise<Unlinkable> => {
		const { hash, item, ending } = claim;
		const rules = await guilds.rulesOf(guildId);
		const others = own.filter((each) => each.hash !== hash);
		const roleIds = rules ? rolesOfOneAlone(claim, others, rules, clock.now()) : [];
		return { hash, item, ending, roleIds };
	};

	const mayUnlink = async (place: MemberRef, hash: string): Promise<UnlinkQuestion> => {
		const own = await claims.own.held(place.userId);
		const claim = own.find((each) => each.hash === hash);
		if (claim === undefined) return { kind: 'not-yours' };
		// A gift without a code can only be withdrawn by staff.
		if (claim.isGiven) return { kind: 'not-allowed' };
		const { unlinking } = await claims.policy.read();
		if (unlinking.kind !== 'after-days') return { kind: 'not-allowed' };
		if (claim.locked) return { kind: 'locked' };
		return { kind: 'allowed', ...(await unlinkable(place, claim, own)), days: unlinking.days };
	};

	return {
		now: clock.now,
		delay: clock.delay,

		/** `heldRoles`: the member's roles in the guild, from the interaction. */
		async purchasesOf(place: MemberRef, heldRoles: Iterable<string>): Promise<OwnPurchases> {
			const [own, rules, policy] = await Promise.all([
				upToDate(place, 'look'),
				guilds.rulesOf(place.guildId),
				claims.policy.read(),
			]);
			const roles = await standingOf(place, own, heldRoles);
			const at = clock.now();
			const view = { catalog: floor.catalog, rules, unlinking: policy.unlinking, at };
			return {
				all: own.map((claim) => shown(view, claim)),
				roles,
			};
		},

		/** Requests the roles that follow from the member's purchases in the guild. */
		async restore(place: MemberRef, heldRoles: MemberRoles | undefined): Promise<SyncTicket> {
			await upToDate(place, 'act');
			return await syncs.request(place, { held: heldRoles });
		},

		/**
		 * Rechecks a revoked purchase with the shop; for an active one only queues a check.
		 * @returns undefined if the stored state is the answer
		 */
		async checkAgain(place: MemberRef, hash: string): Promise<PurchaseChecked | undefined> {
			const claim = await find(place, hash);
			if (claim === undefined || claim.isGiven) return undefined;
			if (claim.status === 'active') {
				await renewals.ask([claim], { ...place, why: 'act', priority: 'background' });
				return undefined;
			}
			if (claim.isRevokedByStaff) return undefined;
			return await renewals.check(claim, place);
		},

		mayUnlink,

		/** Unlinks by the policy. The claim store enforces the rules. */
		async unlink(place: MemberRef, hash: string): Promise<UnlinkAnswer> {
			const { userId } = place;
			const question = await mayUnlink(place, hash);
			if (!('hash' in question)) return question;
			// In the same commit, so that only what was unlinked counts.
			const answer = await claims.own.unlink(hash, place, async (tx) => {
				const retryAt = await limits.takeIn(tx, 'unlink', userId);
				return retryAt === undefined ? undefined : ({ kind: 'limited', retryAt } as const);
			});
			if (answer.kind !== 'unlinked') return answer;
			report.unlinked({ member: place, hash, itemName: answer.claim.item.name });
			return answer;
		},
	};
}

interface Looking {
	readonly catalog: Floor['catalog'];
	readonly rules: RoleRules | undefined;
	readonly unlinking: UnlinkPolicy;
	readonly at: number;
}

/** The view of a claim for its holder in this server. */
function shown({ catalog, rules, unlinking, at }: Looking, claim: HeldClaim): OwnPurchase {
	const { hash, item, licenseType, purchasedAt, supportedUntil, claimedAt, seat } = claim;
	const isGiven = claim.isGiven === true;
	const isLocked = claim.locked;
	const isTheirs = !isGiven && claim.status === 'active';
	return {
		hash,
		item,
		media: catalog.get(item.id),
		licenseType,
		ending: isGiven ? '' : claim.ending,
		purchasedAt,
		verifiedAt: claimedAt,
		supportedUntil,
		status: claim.status,
		revokedBy: claim.status === 'revoked' ? byWhom(claim) : undefined,
		isLocked,
		isGiven,
		seat: seat.of > 1 ? seat : undefined,
		canUnlink: isTheirs && unlinking.kind === 'after-days' && !isLocked,
		roleIds: rules !== undefined ? [...wantedRoles([claim], rules, at)] : [],
	};
}

function byWhom({ isRevokedByStaff }: HeldClaim): 'shop' | 'staff' {
	return isRevokedByStaff ? 'staff' : 'shop';
}

/** A purchase that a member gave up. */
export interface UnlinkedPurchase {
	readonly member: MemberRef;
	readonly hash: string;
	readonly itemName: string;
}

/** Reports members' actions. Declared here because its implementation in `reporting` is a layer above. */
export interface PurchasesReport {
	unlinked(purchase: UnlinkedPurchase): void;
	/** The data of a member who held purchases was deleted. */
	deleted(userId: string): void;
}
