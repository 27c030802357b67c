import { dayMs } from '../../base/clock.js';
import { knownEnd } from '../../base/purchase-fields.js';
import type { MemberRef } from '../../base/row-fields.js';
import { canUnlink, type HeldClaim } from '../../claims/own-claims.js';
import type { Servers } from '../../floors.js';
import type { ItemMedia } from '../../marketplace/schemas.js';
import type { MemberRoles } from '../../roles/role-api.js';
import { rolesOfOneAlone, wantedRoles } from '../../roles/role-plan.js';
import type { SyncTicket } from '../../roles/syncs.js';
import { rulesIn } from '../../servers/guild-settings.js';
import type { ModeratedRoles } from '../moderation/moderated-roles.js';
import type { CheckedAgain, Renewals } from '../refunds/renewals.js';
import { purchaseFile } from './purchase-file.js';

/** Times are milliseconds since the epoch. */
export type UnlinkAnswer =
	/** `freeFrom`: when other members can take the seat, one of `seats`. */
	| { readonly kind: 'unlinked'; readonly freeFrom: number; readonly seats: number }
	/** Too many recently. */
	| { readonly kind: 'limited'; readonly retryAt: number }
	/** It changed since the member was asked: their page shows how. */
	| { readonly kind: 'refused' };

type Purchases = ReturnType<typeof createPurchases>;
export type OwnedItem = NonNullable<Awaited<ReturnType<Purchases['ownedItem']>>>;
export type OwnPurchases = Awaited<ReturnType<Purchases['purchasesOf']>>;
/** A purchase as its holder sees it in one server. */
export type OwnPurchase = OwnPurchases['all'][number];
export type UnlinkQuestion = NonNullable<Awaited<ReturnType<Purchases['unlinkQuestion']>>>;
export type TrialPurchase = Awaited<ReturnType<Purchases['trial']>>;

const trialSupportMs = 180 * dayMs;

type Floor = Servers & { readonly renewals: Renewals; readonly moderatedRoles: ModeratedRoles };

/** Operations behind `/purchases`: a member's own claims and their roles in the guild. */
export function createPurchases(floor: Floor) {
	const { catalog, claims, syncs, renewals, guilds, limits, logger, audit, served, clock } = floor;
	const mediaOf = (itemId: number): ItemMedia | undefined => catalog.get(itemId);
	const held = async ({ userId }: MemberRef): Promise<readonly HeldClaim[]> =>
		(await claims.own.held(userId)).toReversed();
	/** Latest first, updated from the shop if support had ended. */
	const upToDate = async (place: MemberRef, why: 'look' | 'act'): Promise<readonly HeldClaim[]> => {
		const known = await held(place);
		const askable = known.filter(({ isGiven }) => !isGiven);
		const news = await renewals.ask(askable, { ...place, why, priority: 'background' });
		return news.size === 0 ? known : await held(place);
	};

	return {
		/** Latest first. `heldRoles`: the member's roles in the guild, from the interaction. */
		async purchasesOf(place: MemberRef, heldRoles: Iterable<string>) {
			const [own, rules, policy] = await Promise.all([
				upToDate(place, 'look'),
				guilds.rulesOf(place.guildId),
				claims.readPolicy(),
			]);
			const roles = await floor.moderatedRoles.statusOf(place, own, heldRoles);
			const now = clock.now();
			const all = own.map((claim) => ({
				...claim,
				/** Its pictures; undefined if the item isn't listed. */
				media: mediaOf(claim.item.id),
				canUnlink: policy.unlinking.kind === 'after-days' && canUnlink(claim),
				/** Roles that follow from it in this server. */
				roleIds: rules ? [...wantedRoles([claim], rules, now)] : [],
			}));
			return { all, roles };
		},

		/**
		 * The latest known end of support among the member's purchases of an item, `unknown` only if there is no other;
		 * undefined if no purchase counts. Never rejects, since the item is shown without it.
		 */
		async ownedItem(userId: string, itemId: number) {
			try {
				const own = (await claims.claimsOf(userId)).filter(
					({ item, status }) => item.id === itemId && status === 'active',
				);
				const ends = own.flatMap(({ supportedUntil }) => knownEnd(supportedUntil) ?? []);
				if (ends.length > 0) return { supportedUntil: Math.max(...ends) };
				const unclear = own.find(({ supportedUntil }) => supportedUntil === 'unknown') ?? own[0];
				return unclear && { supportedUntil: unclear.supportedUntil };
			} catch (err) {
				logger.warn({ err }, 'A member’s purchases could not be read');
				return undefined;
			}
		},

		/** The list of all purchases, for administrators. One a minute. `retryAt`: milliseconds since the epoch. */
		async list(guildId: string) {
			const retryAt = await limits.take('list', guildId);
			if (retryAt !== undefined) return { kind: 'later' as const, retryAt };
			const rules = await guilds.rulesOf(guildId);
			const facts = floor.discord.factsOf(guildId);
			return await purchaseFile(claims.scan.all(), { rules, facts, now: clock.now() });
		},

		/** An example purchase that shows staff the buyer's view. */
		async trial(guildId: string) {
			const settings = await guilds.get(guildId);
			const rules = rulesIn(settings);
			// An item with its own role shows more.
			const [withRole] = Object.keys(settings.itemRoles).flatMap((id) => catalog.get(Number(id)) ?? []);
			const item = withRole ?? catalog.snapshot().items[0];
			const now = clock.now();
			const trial = { item, licenseType: 'regular', supportedUntil: now + trialSupportMs, now, settings };
			const claim = {
				...trial,
				status: 'active',
				purchasedAt: now,
				item: item ?? { id: 0, category: '' },
			} as const;
			/** Undefined if no buyer role is chosen. */
			const roleIds = rules && [...wantedRoles([claim], rules, now)];
			return { ...trial, roleIds };
		},

		/** Requests the roles that follow from the member's purchases in the guild. */
		async restore(place: MemberRef, heldRoles: MemberRoles | undefined): Promise<SyncTicket> {
			await upToDate(place, 'act');
			return await syncs.request(place, { held: heldRoles });
		},

		/** Asks the shop about a purchase again. @returns undefined if its stored state is the answer */
		async checkAgain(place: MemberRef, hash: string): Promise<CheckedAgain | undefined> {
			const claim = (await held(place)).find((each) => each.hash === hash);
			if (claim === undefined || claim.isGiven || claim.isRevokedByStaff) return undefined;
			return await renewals.check(claim, place);
		},

		/** The purchase, the roles that it alone gives in the server, and for how long its code stays reserved then. */
		async unlinkQuestion(place: MemberRef, hash: string) {
			const [own, rules, { unlinking }] = await Promise.all([
				claims.own.held(place.userId),
				guilds.rulesOf(place.guildId),
				claims.readPolicy(),
			]);
			const claim = own.find((each) => each.hash === hash);
			if (claim === undefined || unlinking.kind !== 'after-days' || !canUnlink(claim)) return undefined;
			const others = own.filter((each) => each !== claim);
			const roleIds = rules ? rolesOfOneAlone(claim, others, rules, clock.now()) : [];
			return { claim, roleIds, days: unlinking.days, freeFrom: clock.now() + unlinking.days * dayMs };
		},

		/** Unlinks by the policy. The claim store enforces its rules. */
		async unlink(place: MemberRef, hash: string): Promise<UnlinkAnswer> {
			// In the same commit, so that only what was unlinked counts.
			const answer = await claims.own.unlink(hash, place, async (tx) => {
				const retryAt = await limits.take('unlink', place.userId, { open: tx });
				return retryAt === undefined ? undefined : ({ kind: 'limited', retryAt } as const);
			});
			if (answer.kind !== 'unlinked') return answer;
			const { userId } = place;
			const itemName = answer.claim.item.name;
			audit.write(served.ids, { kind: 'unlinked', userId, hash, ended: hash, itemName });
			return answer;
		},
	};
}
