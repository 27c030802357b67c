import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { knownEnd } from '../../src/base/support-end.js';
import type { Claim } from '../../src/claims/claim.js';
import type { HeldPurchase } from '../../src/claims/claim-checks.js';
import type { Membership } from '../../src/guilds/member-queries.js';
import { NewChannelBudget } from '../../src/notifications/new-channel-budget.js';
import { type NoticeRow, noticePrefix, noticeRowSchema } from '../../src/notifications/notice.js';
import type { AddressedNotice, NoticeBoard } from '../../src/notifications/notice-board.js';
import { Notices, type NoticesParts } from '../../src/notifications/notices.js';
import { ReminderChoices } from '../../src/notifications/reminder-choices.js';
import { ReminderGate, reminderId } from '../../src/notifications/reminder-gate.js';
import { Reminders } from '../../src/notifications/reminders.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';

export const day = 86_400_000;
export const hour = 3_600_000;
const guildId = '100000000000000001';

export function memberNumber(number: number): string {
	return String(200_000_000_000_000_000n + BigInt(number));
}

export function hashOf(number: number): string {
	return number.toString(16).padStart(32, '0').padEnd(64, '0');
}

/** A process that reminds members, on a real database, with a board that counts and a clock that is set. */
export class Reminded {
	/** Midnight UTC. */
	now = 20_000 * day;
	isClockTrusted = true;
	membership: Membership = 'member';
	says: 'sent' | 'closed' | 'too-fast' = 'sent';
	/** By hash. */
	readonly purchases = new Map<string, HeldPurchase>();
	readonly sent: AddressedNotice[] = [];
	readonly log: unknown[] = [];
	/** Runs while a process pauses between two batches. */
	atPause: () => Promise<void> = async () => {};
	readonly store: Store;
	readonly choices: ReminderChoices;
	/** The reminders that have to wait, by their ids. */
	readonly #held = new Set<string>();
	readonly #folder: string;
	readonly #processes: Notices[] = [];

	static async open(): Promise<Reminded> {
		const folder = await mkdtemp(join(tmpdir(), 'reminders-'));
		return new Reminded(folder, await openSqlite(join(folder, 'claims.sqlite'), () => {}, { create: true }));
	}

	private constructor(folder: string, store: Store) {
		this.#folder = folder;
		this.store = store;
		const clock = { now: () => this.now };
		const claims = {
			claimsOf: async (userId: string) => [...this.#claims()].filter(({ holderId }) => holderId === userId),
		};
		this.choices = new ReminderChoices({ store, claims, isOffered: true, clock });
	}

	/** A purchase of a member whose support ends at that time. The same number again is the same purchase. */
	sell(number: number, end: number, changes: Partial<HeldPurchase> = {}): void {
		const hash = hashOf(number);
		this.purchases.set(hash, {
			hash,
			status: 'active',
			item: { id: 7, name: 'Aurora', category: 'themes' },
			supportedUntil: end,
			purchasedAt: 1,
			check: undefined,
			revokedBy: undefined,
			skippedAt: undefined,
			holders: [{ userId: memberNumber(number), guildIds: [guildId] }],
			claimedAt: 1,
			...changes,
		});
	}

	/** All members leave the server. */
	leave(): void {
		this.membership = 'absent';
	}

	wait(ms: number): void {
		this.now += ms;
	}

	async ask(number: number): Promise<void> {
		await this.choices.turnOn({ guildId, userId: memberNumber(number) }, 'en');
	}

	/** A process of the bot; `pass` finds and sends until nothing moves. */
	process(perDay = 50) {
		const { store, choices } = this;
		const clock = {
			now: () => this.now,
			// A pause between two batches ends immediately, a loop’s pause when it stops.
			delay: (ms: number, signal?: AbortSignal) =>
				ms < 1_000
					? this.atPause()
					: new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
		};
		const clockGuard = { isTrusted: () => this.isClockTrusted };
		const checks = { read: async (hash: string) => this.purchases.get(hash) };
		const served = { serves: () => true };
		const logger = {
			info: (...line: unknown[]) => void this.log.push(line),
			warn: (...line: unknown[]) => void this.log.push(line),
		};
		const budget = new NewChannelBudget(store, clock, perDay);
		const discord = { membershipOf: async () => this.membership };
		const parts = { store, choices, budget, checks, served, clockGuard, logger, clock };
		const real = new ReminderGate({ ...parts, discord });
		const gate: NoticesParts['reminders'] = {
			admit: async (due) => {
				const admission = await real.admit(due);
				if (admission === 'later') this.#held.add(due.id);
				return admission;
			},
			sent: (userId) => real.sent(userId),
			closed: (userId) => real.closed(userId),
			tooFast: () => real.tooFast(),
		};
		const board = this.#board();
		const open = () => {
			const notices = new Notices({ ...parts, board, reminders: gate });
			this.#processes.push(notices);
			notices.start();
			return notices;
		};
		const withSupportEnding = (from: number, until: number) => this.#ending(from, until);
		const found = (notices: Notices) => new Reminders({ ...parts, scan: { withSupportEnding }, notices });
		const notices = open();
		return {
			notices,
			reminders: found(notices),
			pass: async (): Promise<void> => {
				await found(notices).pass();
				await this.settled();
			},
			/** A new start: what waits is tried again. */
			restart: async (): Promise<void> => {
				this.#held.clear();
				open();
				await this.settled();
			},
		};
	}

	/** Resolves when every notice is delivered, dropped, or held back by a rate limit. */
	async settled(): Promise<void> {
		const isHeld = (row: NoticeRow) =>
			row.notice?.kind === 'reminder' && this.#held.has(reminderId(row.notice));
		const areSettled = async (): Promise<boolean> => {
			// Before the rows are read: a row that waits for its first attempt isn't held back.
			const isTooFast = this.says === 'too-fast' && this.log.includes('too-fast');
			const rows = await this.rows();
			return rows.every(
				(row) =>
					row.state === 'done' ||
					row.state === 'closed' ||
					(row.state === 'waiting' && (isTooFast || isHeld(row))),
			);
		};
		await expect.poll(areSettled, { timeout: 20_000 }).toBe(true);
	}

	async rows() {
		const rows = [];
		for await (const { value } of this.store.list(noticePrefix) as AsyncIterable<{ value?: unknown }>)
			rows.push(noticeRowSchema.parse(value));
		return rows;
	}

	async keys(prefix: string): Promise<string[]> {
		const keys = [];
		for await (const { key } of this.store.list(prefix)) keys.push(key);
		return keys;
	}

	async close(): Promise<void> {
		await Promise.all(this.#processes.map((notices) => notices.stop()));
		await this.store.close();
		await rm(this.#folder, { recursive: true });
	}

	/** The days before the end of each reminder that was sent. */
	get days(): number[] {
		return this.sent.flatMap(({ notice }) => (notice.kind === 'reminder' ? notice.days : []));
	}

	#board(): NoticeBoard {
		return {
			find: async () => undefined,
			dress: async () => {},
			send: async (addressed) => {
				if (this.says !== 'sent') {
					this.log.push(this.says);
					return { kind: this.says };
				}
				this.sent.push(addressed);
				return { kind: 'sent', channelId: '300000000000000001', messageId: '400000000000000001' };
			},
		};
	}

	*#claims(isMeant = (_: HeldPurchase) => true): Generator<Claim> {
		for (const held of this.purchases.values()) {
			if (!isMeant(held)) continue;
			const { holders, ...purchase } = held;
			for (const { userId: holderId, guildIds } of holders)
				yield { ...purchase, holderId, guildIds, locked: false, licenseType: 'regular' };
		}
	}

	async *#ending(from: number, until: number): AsyncGenerator<Claim> {
		yield* this.#claims(({ supportedUntil }) => {
			const end = knownEnd(supportedUntil) ?? 0;
			return end >= from && end < until;
		});
	}
}
