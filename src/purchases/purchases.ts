import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import type { Claim } from '../claims/claim.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { HeldClaim } from '../claims/held-claims.js';
import type { Home, UnlinkPolicy } from '../claims/policy.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { Catalog } from '../marketplace/catalog.js';
import type { CheckedAgain, Renewals } from '../refunds/renewals.js';
import type { GrantQueue, GrantTicket } from '../roles/grant-queue.js';
import type { MemberRoles } from '../roles/role-api.js';
import { wantedRoles } from '../roles/role-plan.js';
import type { createRoleStatus, RoleStatus } from '../roles/role-status.js';

/** A purchase as its holder sees it in one server. Times are milliseconds since the epoch. */
export interface OwnPurchase {
	/** The claim's identity: no secret. */
	readonly hash: string;
	readonly item: { readonly id: number; readonly name: string };
	readonly thumbnailUrl: string | undefined;
	readonly licenseType: string;
	/** The last characters of its code; '' where there is none to show. */
	readonly ending: string;
	readonly purchasedAt: number | undefined;
	readonly verifiedAt: number;
	readonly supportedUntil: number | undefined;
	readonly status: 'active' | 'revoked';
	/** By whom, where it is revoked. Told at home alone, and of a gift where it was given. */
	readonly revokedBy: 'shop' | 'staff' | undefined;
	/** Locked by home's staff. Told at home alone. */
	readonly isLocked: boolean;
	/** Staff of this server gave it without a code. */
	readonly isGiven: boolean;
	/** Whether it counts in the server in which it is looked at. */
	readonly isHere: boolean;
	/** Among several that its code has. Told at home alone. */
	readonly seat: { readonly number: number; readonly of: number } | undefined;
	/** Whether the member may unlink it by that server's policy. */
	readonly canUnlink: boolean;
	/** Whether the member may move it to an own other account. */
	readonly canMove: boolean;
	/** The roles that follow from it in that server, by id. */
	readonly roleIds: readonly string[];
}

/** How roles come that were asked for. */
export type RolesAsked = GrantTicket;

/** What became of a question about a purchase that no longer counts. */
export type PurchaseChecked = CheckedAgain;

/** All that a member sees of what is theirs in one server. */
export interface OwnPurchases {
	/** The latest first. */
	readonly all: readonly OwnPurchase[];
	readonly roles: RoleStatus;
}

/** What became of a claim that its holder verifies in one more server without typing its code. */
export type UseHereOutcome =
	| { readonly kind: 'used'; readonly claim: Claim; readonly role: RolesAsked }
	| { readonly kind: 'already-here' | 'revoked' | 'not-yours' };

export interface PurchasesParts {
	readonly claims: {
		readonly own: Pick<ClaimStore['own'], 'held' | 'useIn'>;
	};
	readonly queue: Pick<GrantQueue, 'request'>;
	/** Asks the shop about claims whose support has ended; resolves to what is new. */
	readonly renewals: Pick<Renewals, 'ask' | 'check'>;
	readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly standingOf: ReturnType<typeof createRoleStatus>;
	readonly home: Home;
	readonly catalog: Pick<Catalog, 'get'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** What `/purchases` works on: a member's own claims, with what follows from them in the guild. */
export function createPurchases(parts: PurchasesParts) {
	const { claims, queue, renewals, guilds, standingOf, home, clock } = parts;
	const held = async ({ guildId, userId }: MemberRef): Promise<readonly HeldClaim[]> =>
		(await claims.own.held(userId)).toReversed().filter(({ givenIn = guildId }) => givenIn === guildId);
	/** The latest first, with what the shop says now where support had ended. */
	const upToDate = async (place: MemberRef, why: 'look' | 'act'): Promise<readonly HeldClaim[]> => {
		const known = await held(place);
		const askable = known.filter(({ givenIn }) => givenIn === undefined);
		const news = await renewals.ask(askable, { ...place, why, priority: 'background' });
		return news.size === 0 ? known : await held(place);
	};
	const find = async (place: MemberRef, hash: string) =>
		(await held(place)).find((claim) => claim.hash === hash);

	return {
		/** `heldRoles`: the member's own in the guild, as the interaction has told them. */
		async purchasesOf(place: MemberRef, heldRoles: Iterable<string>): Promise<OwnPurchases> {
			const [own, rules, policy] = await Promise.all([
				upToDate(place, 'look'),
				guilds.rulesOf(place.guildId),
				home.policy(),
			]);
			const here = own.filter(({ guildIds }) => guildIds.includes(place.guildId));
			const roles = await standingOf(place, here, heldRoles);
			const view = { parts, place, rules, unlinking: policy.unlinking, at: clock.now() };
			return { all: own.map((claim) => shown(view, claim)), roles };
		},

		/** Asks for the roles that follow from the member's purchases in the guild. */
		async restore(place: MemberRef, heldRoles: MemberRoles | undefined): Promise<RolesAsked> {
			await upToDate(place, 'act');
			return await queue.request(place, heldRoles);
		},

		/** Verifies in this guild too what the member holds already: opening the page there and asking for it is consent. */
		async useHere(
			place: MemberRef,
			hash: string,
			heldRoles: MemberRoles | undefined,
		): Promise<UseHereOutcome> {
			if ((await find(place, hash)) === undefined) return { kind: 'not-yours' };
			const used = await claims.own.useIn(hash, place);
			if (used.kind !== 'used') return { kind: used.kind };
			return { ...used, role: await queue.request(place, heldRoles) };
		},

		/**
		 * Asks the shop again about a purchase that no longer counts, or whose support has ended: its holder may just have
		 * renewed it. Undefined where there is nothing to say but how the purchase is now.
		 */
		async checkAgain(place: MemberRef, hash: string): Promise<PurchaseChecked | undefined> {
			const claim = await find(place, hash);
			if (claim === undefined || claim.givenIn !== undefined) return undefined;
			if (claim.status === 'active') {
				await renewals.ask([claim], { ...place, why: 'act', priority: 'background' });
				return undefined;
			}
			if (claim.isRevokedByStaff && home.is(place.guildId)) return undefined;
			return await renewals.check(claim, place);
		},
	};
}

interface Looking {
	readonly parts: Pick<PurchasesParts, 'home' | 'catalog'>;
	readonly place: MemberRef;
	readonly rules: RoleRules | undefined;
	readonly unlinking: UnlinkPolicy;
	readonly at: number;
}

/** What of a claim its holder is told in this server: of home's staff and seats nothing anywhere else. */
function shown({ parts, place, rules, unlinking, at }: Looking, claim: HeldClaim): OwnPurchase {
	const { home, catalog } = parts;
	const { hash, item, licenseType, purchasedAt, supportedUntil, claimedAt, seat } = claim;
	const isAtHome = home.is(place.guildId);
	const isHere = claim.guildIds.includes(place.guildId);
	const isGiven = claim.givenIn !== undefined;
	const isLocked = claim.locked && isAtHome;
	const isTheirs = isHere && !isGiven && claim.status === 'active';
	return {
		hash,
		item,
		thumbnailUrl: catalog.get(item.id)?.thumbnailUrl,
		licenseType,
		ending: isGiven ? '' : claim.ending,
		purchasedAt,
		verifiedAt: claimedAt,
		supportedUntil,
		status: claim.status,
		revokedBy: claim.status === 'revoked' && (isAtHome || isGiven) ? byWhom(claim) : undefined,
		isLocked,
		isGiven,
		isHere,
		seat: isAtHome && seat.of > 1 ? seat : undefined,
		// In another guild than home it ends in that guild alone, which no policy forbids.
		canUnlink: isTheirs && (!isAtHome || (unlinking.kind === 'after-days' && !isLocked)),
		canMove: isAtHome && isTheirs && movable.has(unlinking.kind) && !isLocked,
		roleIds: isHere && rules !== undefined ? [...wantedRoles([claim], rules, at)] : [],
	};
}

function byWhom({ isRevokedByStaff }: HeldClaim): 'shop' | 'staff' {
	return isRevokedByStaff ? 'staff' : 'shop';
}

const movable: ReadonlySet<UnlinkPolicy['kind']> = new Set(['members-move', 'after-days']);
