import type { ClaimStore } from '../../../../src/claims/claim-store.js';
import type { Audit, ModerationEvent } from '../../../../src/messages/audit.js';
import type { Mailbox } from '../../../../src/messages/mailbox.js';
import { type NoticeRow, Notices, noticeKind } from '../../../../src/messages/notices.js';
import type { AuditChannel, GuildSettingsStore } from '../../../../src/servers/guild-settings.js';
import type { ServedGuilds } from '../../../../src/servers/served-guilds.js';
import { CaseRows } from '../../../../src/services/moderation/case-rows.js';
import {
	createDisputeCards,
	type DisputeCards,
	type DisputeFacts,
	type DisputeLetter,
} from '../../../../src/services/moderation/dispute-cards.js';
import {
	type DisputeRows,
	disputeKind,
	openDisputesKind,
	type StoredDispute,
} from '../../../../src/services/moderation/dispute-rows.js';
import { createDisputes } from '../../../../src/services/moderation/disputes.js';
import { Moderation } from '../../../../src/services/moderation/moderation.js';
import type { Moderator } from '../../../../src/services/moderation/moderation-outcomes.js';
import { createReferences, type References } from '../../../../src/services/verification/references.js';
import { Limits } from '../../../../src/storage/rate-limits.js';
import type { Store } from '../../../../src/storage/store.js';
import { Table } from '../../../../src/storage/table.js';
import { type MemoryClaims, memoryClaims } from '../../../claims/memory-claims.js';
import { guild, memberNumber } from '../../../claims/sample-claims.js';
import { floor, type Given } from '../../../world/floor.js';

export const home = guild;
export const [holder, claimant, other, staff] = [1, 2, 3, 4].map(memberNumber) as [
	string,
	string,
	string,
	string,
];
export const day = 86_400_000;
export const moderator: Moderator = {
	...{ guildId: home, userId: staff, isAdministrator: false, canManageRoles: true },
	rights: { isAbove: () => true },
};
export const administrator: Moderator = { ...moderator, isAdministrator: true };

type Membership = 'member' | 'bot' | 'absent' | 'unknown';

/** A wait that ends only when it is aborted. */
const delay = (_: number, signal?: AbortSignal) =>
	new Promise<void>((end) => {
		if (signal?.aborted) end();
		signal?.addEventListener('abort', () => end());
	});

/** The services of disputes, over a store and a mailbox. */
export function disputeParts(
	given: { readonly guilds: Given<GuildSettingsStore> } & ConstructorParameters<typeof Notices>[0] & {
			readonly store: Store;
			readonly claims: ClaimStore;
			readonly mailbox: Mailbox<{ readonly kind: string }>;
			readonly served: Pick<ServedGuilds, 'serves' | 'ids'>;
			readonly discord: { membershipOf(): Promise<Membership> };
			readonly unguessable: { below(below: number): number };
			readonly audit: Pick<Audit, 'write'>;
		},
) {
	const { store, clock } = given;
	const limits = new Limits({ store, clock });
	const parts = {
		...{ ...given, limits },
		discord: { factsOf: () => undefined, ...given.discord },
		disputeRows: new CaseRows(disputeKind, openDisputesKind, floor({ store, clock })),
		references: createReferences(floor({ ...given, limits })),
		notices: new Notices(given),
		moderatedRoles: { namesOf: async () => ['Buyer'] },
	};
	const cards = createDisputeCards(floor(parts));
	const appeals = { appealRows: { all: async () => [] }, appealCards: { wake: () => {} } };
	const moderation = new Moderation(floor({ ...parts, cards, ...appeals }));
	return {
		...parts,
		cards,
		moderation,
		disputes: createDisputes(floor({ ...parts, cards, moderation })),
	};
}

/** Everything about disputes over claims in memory. Discord and reports are lists; notices are stored and not sent. */
export class DisputeWorld {
	/** The staff channel; undefined if there is none. */
	channel: AuditChannel | undefined = { guildId: home, channelId: '300000000000000001' };
	servedIds: string[] = [home];
	membership: Membership = 'member';
	readonly cards: { readonly kind: 'posted' | 'shown'; readonly facts: DisputeFacts }[] = [];
	/** True if the channel accepts no messages. */
	isClosed = false;
	/** True if the card was deleted. */
	isGone = false;
	/** Requests for roles. */
	readonly roles: unknown[] = [];
	readonly acts: ModerationEvent[] = [];
	/** The servers in which each action was reported. */
	readonly reportedIn: (string | readonly string[])[] = [];

	readonly memory: MemoryClaims;
	readonly rows: DisputeRows;
	readonly references: References;
	readonly cardsTask: DisputeCards;
	readonly disputes: ReturnType<typeof createDisputes>;
	readonly moderation: Moderation;
	#letters = 0;

	private constructor(memory: MemoryClaims) {
		this.memory = memory;
		const idsOf = () => this.servedIds;
		const served = {
			serves: (guildId: string) => idsOf().includes(guildId),
			get ids() {
				return idsOf();
			},
		};
		const mailbox: Mailbox<{ readonly kind: string }> = {
			markOf: async (_, letter) => letter.kind,
			find: async () => undefined,
			send: async (place, letter) => {
				if (this.isClosed || !('channelId' in place)) return 'closed';
				this.#note('posted', letter);
				return { channelId: place.channelId, messageId: '400000000000000001', isWhole: true };
			},
			edit: async (_, __, letter) => {
				if (this.isGone) return 'gone';
				this.#note('shown', letter);
				return 'edited';
			},
			remove: async () => {},
		};
		const next = () => {
			this.#letters = (this.#letters * 1_103_515_245 + 12_345) % 2 ** 31;
			return this.#letters;
		};
		const parts = disputeParts({
			...memory,
			...{ served, mailbox },
			clock: { now: () => memory.clock, delay },
			logger: { warn: () => {} },
			audit: {
				write: (guildIds, event) => {
					if (event.kind !== 'moderation') return;
					this.acts.push(event.event);
					this.reportedIn.push(guildIds);
				},
			},
			unguessable: { below: (below: number) => Math.floor(next() / 2 ** 16) % below },
			guilds: { auditChannelOf: async () => this.channel },
			discord: { membershipOf: async () => this.membership },
		});
		this.rows = parts.disputeRows;
		this.references = parts.references;
		this.cardsTask = parts.cards;
		this.disputes = parts.disputes;
		this.moderation = parts.moderation;
	}

	static async open(): Promise<DisputeWorld> {
		const roles: unknown[] = [];
		const memory = await memoryClaims({
			follow: async (_, userIds) => () => roles.push(...[...new Set(userIds)].map((id) => `request ${id}`)),
		});
		memory.clock = 1_000 * day;
		const world = new DisputeWorld(memory);
		return Object.assign(world, { roles });
	}

	/** The reference of a refusal, after a member entered a code that another member holds. */
	async refusal(hash: string, userId = claimant, guildId = home): Promise<string> {
		return await this.references.issue({ guildId, userId, why: 'taken', hash });
	}

	/** An open dispute about `hash`, and its reference. */
	async dispute(hash: string, userId = claimant, note = ''): Promise<string> {
		const reference = await this.refusal(hash, userId);
		await this.disputes.open(reference, { guildId: home, userId }, note);
		return reference;
	}

	async stateOf(reference: string): Promise<StoredDispute['state'] | undefined> {
		return (await this.rows.get(reference))?.state;
	}

	async holdersOf(hash: string): Promise<readonly string[]> {
		const file = await this.memory.claims.moderated.byHash(hash);
		return file?.claims.map(({ holderId }) => holderId) ?? [];
	}

	/** The notices in the store, with their members. */
	async notices(): Promise<readonly [userId: string, notice: NoticeRow['notice']][]> {
		const found: [string, NoticeRow['notice']][] = [];
		const table = new Table(noticeKind, this.memory.store, { now: () => this.memory.clock });
		for await (const { row } of table.all()) found.push([row.userId, row.notice]);
		return found;
	}

	/** Shows the stored disputes, as at the start of the bot. */
	async show(): Promise<void> {
		this.cardsTask.start();
		await this.settled();
	}

	/** Deletes a member's data in the disputes, and in their claims. */
	async forget(userId: string): Promise<void> {
		const { claims, store } = this.memory;
		await claims.own.forget(userId);
		const table = new Table(disputeKind, store, { now: () => this.memory.clock });
		await table.forget({ userId, tag: claims.keys.memberTag(userId) });
		this.cardsTask.wake();
	}

	#note(kind: 'posted' | 'shown', letter: { readonly kind: string }): void {
		this.cards.push({ kind, facts: (letter as DisputeLetter).facts });
	}

	/** Resolves once nothing is left to do for now. */
	async settled(): Promise<void> {
		for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
	}
}
