import type { AuditChannel } from '../../../src/guilds/guild-settings.js';
import type { StoredDispute } from '../../../src/moderation/disputes/dispute.js';
import type { DisputeBoard, DisputeFacts } from '../../../src/moderation/disputes/dispute-facts.js';
import type { DisputeMove, Judge } from '../../../src/moderation/disputes/dispute-outcomes.js';
import { DisputeRows, disputeKind } from '../../../src/moderation/disputes/dispute-rows.js';
import { DisputedPurchases } from '../../../src/moderation/disputes/disputed-purchases.js';
import { Disputes } from '../../../src/moderation/disputes/disputes.js';
import { LettingGo } from '../../../src/moderation/disputes/letting-go.js';
import { Rulings } from '../../../src/moderation/disputes/rulings.js';
import { Settlement } from '../../../src/moderation/disputes/settlement.js';
import { References } from '../../../src/moderation/references/references.js';
import type { Notice } from '../../../src/notifications/notice.js';
import { Table } from '../../../src/storage/table.js';
import { type MemoryClaims, memoryClaims } from '../../claims/memory-claims.js';
import { guild, memberNumber } from '../../claims/sample-claims.js';
import { rolesNoted } from '../roles-noted.js';

export const home = guild;
export const [holder, claimant, other, staff] = [1, 2, 3, 4].map(memberNumber) as [
	string,
	string,
	string,
	string,
];
export const day = 86_400_000;

export interface SentNotice {
	readonly userId: string;
	readonly guildId: string;
	readonly notice: Notice;
	readonly id: string;
}

/** Everything about disputes over claims in memory; Discord, notices and reports are lists. */
export class DisputeWorld {
	/** The staff's channel; undefined for none. */
	channel: AuditChannel | undefined = { guildId: home, channelId: '300000000000000001' };
	servedIds: string[] = [home];
	membership: 'member' | 'absent' | 'unknown' = 'member';
	readonly notices: SentNotice[] = [];
	/** Ids of notices that their members accepted neither as a message nor above an answer yet. */
	readonly closed = new Set<string>();
	readonly cards: { kind: 'posted' | 'shown'; messageId: string; nonce?: string; facts: DisputeFacts }[] = [];
	readonly reminders: { readonly reference: string; readonly nonce: string }[] = [];
	/** Discord's answers to a change of a card, and to a new one. */
	shows: 'shown' | 'gone' | 'refused' = 'shown';
	posts: 'posted' | 'impossible' = 'posted';
	/** Requests of roles. */
	readonly roles: unknown[];
	readonly moves: DisputeMove[] = [];
	readonly movedByMember: unknown[] = [];
	readonly warnings: string[] = [];
	/** Waits that have begun. A test ends them; they end by themselves when the settlement stops. */
	readonly waits: { readonly ms: number; readonly end: () => void }[] = [];

	readonly memory: MemoryClaims;
	readonly rows: DisputeRows;
	readonly references: References;
	readonly purchases: DisputedPurchases;
	readonly settling: Settlement;
	readonly disputes: Disputes;
	readonly rulings: Rulings;
	readonly lettingGo: LettingGo;
	#letters = 0;

	private constructor(memory: MemoryClaims, roles: unknown[]) {
		this.memory = memory;
		this.roles = roles;
		const { claims, store } = memory;
		const clock = {
			now: () => memory.clock,
			delay: (ms: number, signal?: AbortSignal) =>
				new Promise<void>((end) => {
					this.waits.push({ ms, end });
					if (signal?.aborted) end();
					signal?.addEventListener('abort', () => end());
				}),
		};
		const idsOf = () => this.servedIds;
		const served = {
			serves: (guildId: string) => idsOf().includes(guildId),
			get ids() {
				return idsOf();
			},
		};
		const logger = { warn: (...line: unknown[]) => void this.warnings.push(String(line[1])) };
		const board: DisputeBoard = {
			post: async (_, facts, nonce) => {
				if (this.posts === 'impossible') return undefined;
				const messageId = `40000000000000000${this.cards.length}`;
				this.cards.push({ kind: 'posted', messageId, nonce, facts });
				return messageId;
			},
			show: async (_, messageId, facts) => {
				if (this.shows === 'shown') this.cards.push({ kind: 'shown', messageId, facts });
				return this.shows;
			},
			remind: async (_, reference, nonce) => void this.reminders.push({ reference, nonce }),
		};
		const notices = {
			notify: async (userId: string, guildId: string, notice: Notice, id: string) => {
				if (!this.notices.some((sent) => sent.userId === userId && sent.id === id))
					this.notices.push({ userId, guildId, notice, id });
			},
			isClosed: async (_: string, id: string) => this.closed.has(id),
		};
		const roleNames = { of: async () => ['Buyer'] };
		const report = {
			disputed: (move: DisputeMove) => void this.moves.push(move),
			movedByMember: (...move: unknown[]) => void this.movedByMember.push(move),
		};
		const discord = { membershipOf: async () => this.membership };
		const channelOf = async () => this.channel;
		this.rows = new DisputeRows(store, clock, claims);
		this.references = new References({
			...{ store, clock, logger },
			unguessable: { below: (below) => Math.floor(this.#letters++ / 6) % below },
		});
		const parts = { rows: this.rows, claims, served, clock, logger };
		this.purchases = new DisputedPurchases({ ...parts, notices });
		const { purchases } = this;
		this.settling = new Settlement({ ...parts, purchases, channelOf, board, notices, roleNames, report });
		const { settling, references } = this;
		this.disputes = new Disputes({ ...parts, settling, purchases, references, channelOf });
		const changing = { ...parts, settling, purchases, discord, report };
		this.rulings = new Rulings({ ...changing, moderated: claims.moderated });
		this.lettingGo = new LettingGo({ ...changing, roleNames });
	}

	static async open(): Promise<DisputeWorld> {
		const roles: unknown[] = [];
		const memory = await memoryClaims({ follow: rolesNoted(roles) });
		memory.clock = 1_000 * day;
		return new DisputeWorld(memory, roles);
	}

	/** The reference of a member's refusal of a code that another member holds. */
	async refusal(hash: string, userId = claimant, guildId = home): Promise<string> {
		return await this.references.issue({ guildId, userId, why: 'taken', hash });
	}

	/** An open dispute about `hash`, and its reference. */
	async dispute(hash: string, userId = claimant, note = ''): Promise<string> {
		const reference = await this.refusal(hash, userId);
		await this.disputes.open(reference, { guildId: home, userId }, note);
		return reference;
	}

	/** Settles what is stored, as at the start of the bot. */
	async start(): Promise<void> {
		this.settling.start();
		await this.settled();
	}

	/** Deletes a member's data in the disputes. */
	async forget(userId: string): Promise<void> {
		const { claims, store } = this.memory;
		const table = new Table(disputeKind, store, { now: () => this.memory.clock });
		await table.forget({ userId, tag: claims.memberTag(userId) });
	}

	/** Another process acts just before the next change of a row. */
	beforeNextChange(happens: () => unknown): void {
		const change = this.rows.change.bind(this.rows);
		this.rows.change = async (...args) => {
			this.rows.change = change;
			await happens();
			return await change(...args);
		};
	}

	/** Settles until nothing is left to do now. */
	async settled(): Promise<void> {
		for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
	}
}

/** An open dispute about the purchase, stored without its opening. */
export function disputeRow(hash: string, at: number, over: Partial<StoredDispute> = {}): StoredDispute {
	return { v: 1, at, hash, claimantId: claimant, guildId: home, note: '', state: 'open', ...over };
}

export const judge: Judge = { guildId: home, userId: staff, isAdministrator: false, canManageRoles: true };
export const administrator: Judge = { ...judge, isAdministrator: true };
