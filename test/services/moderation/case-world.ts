import type { ClaimStore } from '../../../src/claims/claim-store.js';
import type { ListedItem } from '../../../src/marketplace/schemas.js';
import type { Audit, ModerationEvent } from '../../../src/messages/audit.js';
import type { LetterFile, Mailbox, Upload } from '../../../src/messages/mailbox.js';
import { type NoticeRow, Notices, noticeKind } from '../../../src/messages/notices.js';
import type { Membership } from '../../../src/servers/guild-facts.js';
import type { AuditChannel, GuildSettingsStore } from '../../../src/servers/guild-settings.js';
import type { ServedGuilds } from '../../../src/servers/served-guilds.js';
import { createAppealCards } from '../../../src/services/moderation/appeal-cards.js';
import { appealKind, openAppealsKind } from '../../../src/services/moderation/appeal-rows.js';
import { createAppeals } from '../../../src/services/moderation/appeals.js';
import { CaseRows } from '../../../src/services/moderation/case-rows.js';
import {
	createDisputeCards,
	type DisputeFacts,
	type DisputeLetter,
} from '../../../src/services/moderation/dispute-cards.js';
import { disputeKind, openDisputesKind } from '../../../src/services/moderation/dispute-rows.js';
import { createDisputes } from '../../../src/services/moderation/disputes.js';
import { createGiving } from '../../../src/services/moderation/giving.js';
import { Moderation } from '../../../src/services/moderation/moderation.js';
import type { Moderator } from '../../../src/services/moderation/moderation-outcomes.js';
import { createReferences } from '../../../src/services/verification/references.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import type { Store } from '../../../src/storage/store.js';
import { type Kind, Table } from '../../../src/storage/table.js';
import { memoryClaims } from '../../claims/memory-claims.js';
import { guild, memberNumber } from '../../claims/sample-claims.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import { floor, type Given } from '../../world/floor.js';

export const home = guild;
export const [holder, claimant] = [memberNumber(1), memberNumber(2)] as const;
export const [other, staff] = [memberNumber(3), memberNumber(4)] as const;
export const day = 86_400_000;
/** When the world begins. */
export const at = 1_000 * day;
export const moderator: Moderator = {
	...{ guildId: home, userId: staff, isAdministrator: false, canManageRoles: true },
	rights: { isAbove: () => true },
};
export const administrator: Moderator = { ...moderator, isAdministrator: true };

type Download = (addresses: readonly string[]) => Promise<readonly LetterFile[]>;

/**
 * The services of disputes and of requests without a code, over a store and a mailbox. An upload with `picture` in its
 * address is an image.
 */
export function caseParts({
	download,
	...given
}: { readonly guilds: Given<GuildSettingsStore> } & ConstructorParameters<typeof Notices>[0] & {
		readonly store: Store;
		readonly claims: ClaimStore;
		readonly mailbox: Mailbox<{ readonly kind: string }>;
		readonly served: Pick<ServedGuilds, 'serves' | 'ids'>;
		readonly discord: { membershipOf(): Promise<Membership> };
		readonly unguessable: { below(below: number): number };
		readonly audit: Pick<Audit, 'write'>;
		/** The downloads that Discord still has. */
		readonly download: Download;
	}) {
	const base = {
		...given,
		mailbox: given.mailbox as Mailbox<never>,
		limits: new Limits(given),
		pictures: { isPicture: async ({ address }: Upload) => address.includes('picture'), fetch: download },
		guilds: {
			get: async () => sampleSettings({ pictures: true }),
			rulesOf: async () => undefined,
			...given.guilds,
		},
		discord: { factsOf: () => undefined, ...given.discord },
		catalog: { get: (id: number) => ({ id, name: 'Aurora', category: 'Themes' }) as ListedItem },
		notices: new Notices(given),
		moderatedRoles: { namesOf: async () => ['Buyer'] },
	};
	const parts = {
		...base,
		references: createReferences(floor(base)),
		disputeRows: new CaseRows(disputeKind, openDisputesKind, floor(base)),
		appealRows: new CaseRows(appealKind, openAppealsKind, floor(base)),
	};
	const [cards, appealCards] = [createDisputeCards(floor(parts)), createAppealCards(floor(parts))];
	const moderation = new Moderation(floor({ ...parts, cards, appealCards }));
	const giving = createGiving(floor({ ...parts, moderation }));
	return {
		...{ ...parts, cards, appealCards, moderation },
		disputes: createDisputes(floor({ ...parts, cards, moderation })),
		appeals: createAppeals(floor({ ...parts, appealCards, giving })),
	};
}

/** Everything about cases over claims in memory. Discord and reports are lists; notices are stored and not sent. */
export async function openCases(download: Download = async () => []) {
	/** Requests for roles. */
	const roles: unknown[] = [];
	const memory = await memoryClaims({
		follow: async (_, userIds) => () => roles.push(...[...new Set(userIds)].map((id) => `request ${id}`)),
	});
	memory.clock = at;
	const state = {
		/** The staff channel; undefined if there is none. */
		channel: { guildId: home, channelId: '300000000000000001' } as AuditChannel | undefined,
		servedIds: [home],
		membership: 'member' as Membership,
		/** True if the channel accepts no messages. */
		isClosed: false,
		/** True if the card was deleted. */
		isGone: false,
	};
	const shown: { kind: 'posted' | 'shown'; facts: DisputeFacts; files: readonly string[] }[] = [];
	const note = (kind: 'posted' | 'shown', letter: unknown, files: readonly string[] = []) =>
		shown.push({ kind, facts: (letter as DisputeLetter).facts, files });
	const acts: ModerationEvent[] = [];
	/** The servers in which each action was reported. */
	const reportedIn: (string | readonly string[])[] = [];
	let letters = 0;
	const now = () => memory.clock;
	const { cards, disputeRows, ...parts } = caseParts({
		...{ ...memory, download },
		mailbox: {
			markOf: async (_, letter) => letter.kind,
			find: async () => undefined,
			send: async (place, letter, _, files = []) => {
				if (state.isClosed || !('channelId' in place)) return 'closed';
				const names = files.map(({ name }) => name);
				note('posted', letter, names);
				const { channelId } = place;
				return { channelId, messageId: '400000000000000001', isWhole: true, files: names };
			},
			edit: async (_, { files }, letter) => {
				if (state.isGone) return 'gone';
				note('shown', letter, files);
				return 'edited';
			},
			remove: async () => {},
		},
		served: {
			serves: (guildId) => state.servedIds.includes(guildId),
			get ids() {
				return state.servedIds;
			},
		},
		clock: {
			now,
			/** A wait that ends only when it is aborted. */
			delay: (_, signal) =>
				new Promise<void>((end) => {
					if (signal?.aborted) end();
					signal?.addEventListener('abort', () => end());
				}),
		},
		logger: { warn: () => {} },
		audit: {
			write: (guildIds, event) => {
				if (event.kind !== 'moderation') return;
				acts.push(event.event);
				reportedIn.push(guildIds);
			},
		},
		unguessable: {
			below: (below) => {
				letters = (letters * 1_103_515_245 + 12_345) % 2 ** 31;
				return Math.floor(letters / 2 ** 16) % below;
			},
		},
		guilds: { auditChannelOf: async () => state.channel },
		discord: { membershipOf: async () => state.membership },
	});
	/** The reference of a refusal, after a member entered a code that another member holds. */
	const refusal = (hash: string, userId = claimant, guildId = home) =>
		parts.references.issue({ guildId, userId, why: 'taken', hash });
	/** Resolves once nothing is left to do for now. */
	const settled = async (): Promise<void> => {
		for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
	};
	return Object.assign(state, parts, {
		...{
			memory,
			roles,
			acts,
			reportedIn,
			cards: shown,
			cardsTask: cards,
			rows: disputeRows,
			refusal,
			settled,
		},

		/** An open dispute about `hash`, and its reference. */
		async dispute(hash: string, userId = claimant, note = ''): Promise<string> {
			const reference = await refusal(hash, userId);
			await parts.disputes.open(reference, { guildId: home, userId }, note);
			return reference;
		},

		/** Staff decide, however the purchase is now. */
		decide: (reference: string, act: 'move' | 'leave', why = 'Receipt') =>
			parts.disputes.decide(reference, { act, why, revision: undefined }, moderator),

		stateOf: async (reference: string) => (await disputeRows.get(reference))?.state,

		/** The purchase as staff see it. */
		fileOf: (hash: string) => memory.claims.moderated.byHash(hash),

		async holdersOf(hash: string): Promise<readonly string[]> {
			const file = await memory.claims.moderated.byHash(hash);
			return file?.claims.map(({ holderId }) => holderId) ?? [];
		},

		/** Undoes the latest change of a purchase. */
		async undo(hash: string, by = moderator) {
			const { revision = 0 } = (await memory.claims.moderated.byHash(hash)) ?? {};
			return await parts.moderation.undo(hash, revision, by);
		},

		/** The notices in the store, with their members. */
		async notices(): Promise<readonly [userId: string, notice: NoticeRow['notice']][]> {
			const found: [string, NoticeRow['notice']][] = [];
			for await (const { row } of new Table(noticeKind, memory.store, { now }).all())
				found.push([row.userId, row.notice]);
			return found;
		},

		/** Shows the stored disputes, as at the start of the bot. */
		async show(): Promise<void> {
			cards.start();
			await settled();
		},

		/** Deletes a member's data in the cases, and in their claims. */
		async forget(userId: string): Promise<void> {
			const { claims, store } = memory;
			await claims.own.forget(userId);
			const person = { userId, tag: claims.keys.memberTag(userId) };
			for (const kind of [disputeKind, appealKind])
				await new Table(kind as Kind<object>, store, { now }).forget(person);
			cards.wake();
		},
	});
}
