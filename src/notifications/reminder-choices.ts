import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import { snowflake, timestamp } from '../base/row-fields.js';
import { isRecent } from '../base/time/is-recent.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { type ListedStore, update } from '../storage/update.js';

const prefix = 'remind:';
export const choiceKeyPattern = /^remind:\d{17,20}$/;
const dayMs = 86_400_000;
/** A member with more purchases gets no more reminders on one day. */
const maxRecent = 50;

/** A member who asked for reminders, under `remind:` and their id. */
export const choiceSchema = z.strictObject({
	v: z.literal(1),
	/** The server in which they asked, and their language there. */
	guildId: snowflake,
	language: z.string().max(20),
	/** Milliseconds since the epoch. */
	since: timestamp,
	/** The bot has a direct-message channel with them. */
	hasChannel: z.literal(true).optional(),
	/** The reminders of the last day, by the ids of their notices. */
	recent: z
		.array(z.strictObject({ id: z.string().max(80), at: timestamp }))
		.max(maxRecent)
		.optional(),
});
export type ReminderChoice = Readonly<z.infer<typeof choiceSchema>>;

export interface ReminderChoicesParts {
	readonly store: ListedStore;
	readonly claims: Pick<ClaimStore, 'claimsOf'>;
	/** False if the operator allows no direct messages to new members, since no reminder could be sent. */
	readonly isOffered: boolean;
	readonly clock: Pick<Clock, 'now'>;
}

/** The members who asked to be reminded before their support ends. Rejects with the store's errors. */
export class ReminderChoices {
	readonly isOffered: boolean;
	readonly #parts: ReminderChoicesParts;
	#prunedAt = Number.NEGATIVE_INFINITY;

	constructor(parts: ReminderChoicesParts) {
		this.#parts = parts;
		this.isOffered = parts.isOffered;
	}

	async read(userId: string): Promise<ReminderChoice | undefined> {
		return choiceSchema.safeParse(await this.#parts.store.get(prefix + userId)).data;
	}

	/** Turns reminders on. Repeating it changes nothing. */
	async turnOn({ guildId, userId }: MemberRef, language: string): Promise<void> {
		const next: ReminderChoice = { v: 1, guildId, language, since: this.#parts.clock.now() };
		await update(this.#parts.store, prefix + userId, (stored) =>
			choiceSchema.safeParse(stored).success ? { result: undefined } : { next, result: undefined },
		);
	}

	/** Turns reminders off, and forgets that they were on. */
	async turnOff(userId: string): Promise<void> {
		await update(this.#parts.store, prefix + userId, () => ({ next: undefined, result: undefined }));
	}

	/** Records a reminder before it is sent. Resolves to false if reminders have been turned off. */
	async noteReminder(userId: string, id: string): Promise<boolean> {
		const at = this.#parts.clock.now();
		return await this.#change(userId, (choice) => ({
			...choice,
			recent: [...recentOf(choice, at).filter((it) => it.id !== id), { id, at }].slice(-maxRecent),
		}));
	}

	async noteChannel(userId: string): Promise<void> {
		await this.#change(userId, (choice) => ({ ...choice, hasChannel: true }));
	}

	/** For `/privacy`, always complete: one row at most. */
	async of(userId: string): Promise<{
		readonly rows: readonly { readonly at: number; readonly guildId: string; readonly what: 'on' }[];
		readonly isComplete: true;
	}> {
		const choice = await this.read(userId);
		const rows =
			choice === undefined ? [] : [{ at: choice.since, guildId: choice.guildId, what: 'on' as const }];
		return { rows, isComplete: true };
	}

	async forget(userId: string): Promise<void> {
		await this.turnOff(userId);
	}

	/** Once a day: removes the rows of members who hold no purchase any more. */
	async prune(): Promise<void> {
		const { store, claims, clock } = this.#parts;
		const at = clock.now();
		if (isRecent(this.#prunedAt, at, dayMs)) return;
		this.#prunedAt = at;
		for await (const { key, value } of store.list(prefix)) {
			if (value === undefined || (await claims.claimsOf(key.slice(prefix.length))).length > 0) continue;
			await store.compareAndSet(key, value, undefined);
		}
	}

	async #change(userId: string, change: (choice: ReminderChoice) => ReminderChoice): Promise<boolean> {
		return await update(this.#parts.store, prefix + userId, (stored) => {
			const choice = choiceSchema.safeParse(stored).data;
			return choice === undefined ? { result: false } : { next: change(choice), result: true };
		});
	}
}

/** The reminders of the last day. */
export function recentOf(
	{ recent = [] }: ReminderChoice,
	now: number,
): NonNullable<ReminderChoice['recent']> {
	return recent.filter(({ at }) => isRecent(at, now, dayMs));
}
