import type { PurchaseCode } from '../../../src/base/purchase-code.js';
import type { Claim } from '../../../src/claims/claim.js';
import type { Moved } from '../../../src/claims/own-claims.js';
import type { ClaimPolicy } from '../../../src/claims/policy.js';
import type { Membership } from '../../../src/guilds/member-queries.js';
import { OwnMoves } from '../../../src/moderation/disputes/own-moves.js';
import { References } from '../../../src/moderation/references/references.js';
import type { Notice } from '../../../src/notifications/notice.js';
import { grantedTicket } from '../../roles/granted-ticket.js';
import { memoryStore } from '../../roles/memory-store.js';

export const guildId = '100000000000000001';
export const otherGuildId = '100000000000000002';
export const [old, fresh, stranger] = [
	'200000000000000001',
	'200000000000000002',
	'200000000000000003',
] as const;
export const hash = 'ab'.repeat(32);
export const day = 24 * 60 * 60_000;

/** One purchase that `old` holds besides another one of each member; everything around the moves is a list. */
export class OwnMovesWorld {
	clock = 1_000 * day;
	holderId: string = old;
	policy: ClaimPolicy = { unlinking: { kind: 'members-move' }, seats: {} };
	membership: Membership = 'member';
	disputes: 'disputed' | 'moved-lately' | undefined;
	/** The reason for which the claims refuse to move it. */
	refused: Exclude<Moved['kind'], 'moved'> | undefined;
	code: PurchaseCode | undefined = 'a-code-that-ends-in-3a8c' as PurchaseCode;
	changes: Partial<Claim> = {};
	roles: readonly string[] = ['Buyer'];
	notify: () => Promise<void> = async () => {};
	readonly log: string[] = [];
	readonly notices: Notice[] = [];
	readonly reports: unknown[] = [];
	readonly references: References;
	moves: OwnMoves;
	#letters = 0;

	constructor() {
		this.references = new References({
			store: memoryStore(),
			served: { isHome: () => true },
			clock: { now: () => this.clock, delay: () => new Promise(() => {}) },
			unguessable: { below: (below) => Math.floor(this.#letters++ / 6) % below },
			logger: {
				warn: () => {
					throw new Error('A reference was not stored');
				},
			},
		});
		this.moves = this.restarted();
	}

	claim(holderId = this.holderId): Claim {
		return {
			hash,
			holderId,
			guildIds: [guildId],
			status: 'active',
			locked: false,
			item: { id: 7, name: 'Aurora', category: 'themes' },
			licenseType: 'Regular',
			supportedUntil: undefined,
			purchasedAt: undefined,
			claimedAt: 1,
			check: undefined,
			...this.changes,
		};
	}

	/** The moves as another process has them. */
	restarted(): OwnMoves {
		const { log, references } = this;
		const claimsOf = async (userId: string): Promise<readonly Claim[]> => {
			const item = { id: 8, name: 'Borealis', category: 'themes' };
			const another = { ...this.claim(userId), hash: 'ef'.repeat(32), guildIds: [otherGuildId], item };
			return userId === this.holderId ? [another, this.claim()] : [another];
		};
		const move = async (_: string, userId: string, to: { userId: string }): Promise<Moved> => {
			const [begun] = await references.movesBegun();
			log.push(`move, begun by ${begun?.movedBy}`);
			if (this.refused !== undefined) return { kind: this.refused };
			if (userId !== this.holderId) return { kind: 'not-yours' };
			const claim = this.claim();
			this.holderId = to.userId;
			return { kind: 'moved', claim, revision: 2 };
		};
		return new OwnMoves({
			references,
			claims: { claimsOf, codeOf: async () => this.code, own: { move } },
			home: { policy: async () => this.policy },
			discord: { membershipOf: async () => this.membership },
			notices: {
				notify: async (userId, _, notice, id) => {
					log.push(`notify ${userId} ${notice.kind} ${id}`);
					this.notices.push(notice);
					await this.notify();
				},
			},
			roleNames: { of: async () => this.roles },
			outbox: { record: async (member) => log.push(`note ${member.guildId} ${member.userId}`) },
			queue: {
				async request(member) {
					log.push(`roles ${member.guildId} ${member.userId}`);
					return grantedTicket;
				},
			},
			report: {
				movedByMember: (...move) => {
					log.push('audit');
					this.reports.push(move);
				},
			},
			rows: { ownMoveHindrance: async () => this.disputes },
			settling: { beginAll: async (about) => void log.push(`settle ${about === hash}`) },
			clock: { now: () => this.clock },
		});
	}

	/** The reference of a member's refusal of the code. */
	refusal(userId: string = fresh): Promise<string> {
		return this.references.issue({ guildId, userId, why: 'taken', hash });
	}
}
