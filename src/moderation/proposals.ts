import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { count, itemId, timestamp } from '../base/row-fields.js';
import type { SecureRandom } from '../base/secure-random.js';
import { scrubCodes } from '../claims/scrub-codes.js';
import { type Reach, type RowsOf, SharedPasses } from '../storage/shared-passes.js';
import type { ListedStore } from '../storage/update.js';

/** Moderators' changes to a purchase. */
const moderationActions = ['move', 'unlink', 'free', 'lock', 'unlock', 'revoke', 'lift', 'give'] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** `check`: a check with the shop. `look-up`: a code without holders here, which staff may give or block. */
const proposedActions = [...moderationActions, 'check', 'look-up'] as const;
/** Names in older versions. */
const formerNames: Readonly<Record<string, ModerationAction>> = { release: 'unlink', transfer: 'move' };

export const proposalSchema = z.object({
	v: z.literal(1),
	at: timestamp,
	/** The moderator and guild that proposed it; others can't confirm it. */
	by: z.string(),
	guildId: z.string(),
	action: z.preprocess(
		(name) => (typeof name === 'string' && Object.hasOwn(formerNames, name) ? formerNames[name] : name),
		z.enum(proposedActions),
	),
	why: z.string(),
	/** Undefined until one of several claims was chosen. */
	hash: z.string().optional(),
	holderId: z.string().optional(),
	toUserId: z.string().optional(),
	/** The claim's revision when the proposal was made. Absent in older versions. */
	revision: count.optional(),
	/** How often home had moved when the proposal was made. Absent in older versions. */
	homeGeneration: count.optional(),
	/** The gift: an item with `days` days of support. */
	gift: z.object({ itemId, days: count.optional() }).optional(),
	/** The code that was looked up, encrypted as in a claim. */
	sealed: z.string().optional(),
});

export type Proposal = Omit<z.infer<typeof proposalSchema>, 'v' | 'at'>;

const proposalPrefix = 'proposal:';
const validMs = 15 * 60_000;
/** Tolerated clock difference between two processes: a time in the future counts as now up to this. */
const skewMs = 60_000;

/**
 * Changes that wait for their confirmation, in the store: they survive a restart between question and answer, and the
 * reason doesn't have to fit into a button. Each is valid for 15 minutes; if the clock was set back it expires
 * immediately. Rejects with the store's errors.
 */
export class Proposals {
	readonly #store: ListedStore;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #unguessable: Pick<SecureRandom, 'id'>;

	readonly #passes = new SharedPasses<Proposal & { readonly at: number }>(peopleIn);

	constructor(store: ListedStore, clock: Pick<Clock, 'now'>, unguessable: Pick<SecureRandom, 'id'>) {
		this.#store = store;
		this.#clock = clock;
		this.#unguessable = unguessable;
	}

	/** Stores a proposal and returns its id. */
	async keep(proposal: Proposal): Promise<string> {
		const id = this.#unguessable.id();
		const why = scrubCodes(proposal.why);
		const row = { v: 1, at: this.#clock.now(), ...proposal, why };
		await this.#store.compareAndSet(proposalPrefix + id, undefined, row);
		return id;
	}

	/**
	 * Removes the proposal, so that it is carried out once.
	 * @returns undefined if this moderator has none with this id any more
	 */
	async take(id: string, by: string, guildId: string): Promise<Proposal | undefined> {
		const found = await this.#find(id, by, guildId);
		if (found === undefined) return undefined;
		if (!(await this.#store.compareAndSet(proposalPrefix + id, found.stored, undefined))) return undefined;
		return this.#valid(found.parsed);
	}

	/** Like `take`, but keeps the proposal. */
	async read(id: string, by: string, guildId: string): Promise<Proposal | undefined> {
		const found = await this.#find(id, by, guildId);
		return found && this.#valid(found.parsed);
	}

	async #find(id: string, by: string, guildId: string) {
		const stored = await this.#store.get(proposalPrefix + id);
		const parsed = proposalSchema.safeParse(stored).data;
		return parsed?.by === by && parsed.guildId === guildId ? { stored, parsed } : undefined;
	}

	#valid({ v: _, at, ...proposal }: z.infer<typeof proposalSchema>): Proposal | undefined {
		return this.#isValid(at) ? proposal : undefined;
	}

	/** Every proposal that concerns this person or was made by them, oldest first. */
	async of(
		userId: string,
		reach: Reach,
	): Promise<RowsOf<{ readonly at: number; readonly guildId: string; readonly what: string }>> {
		const { rows, isComplete } = await this.#passes.of(userId, reach, this.#all());
		const found = rows.map(({ at, guildId, action }) => ({ at, guildId, what: action }));
		return { rows: found.toSorted((a, b) => a.at - b.at), isComplete };
	}

	async *#all() {
		for await (const { value } of this.#store.list(proposalPrefix))
			yield proposalSchema.safeParse(value).data;
	}

	/** Deletes every proposal that concerns this person or was made by them. */
	async forget(userId: string): Promise<void> {
		for await (const { key, value } of this.#store.list(proposalPrefix)) {
			const kept = proposalSchema.safeParse(value).data;
			if (kept === undefined || !peopleIn(kept).includes(userId)) continue;
			await this.#store.compareAndSet(key, value, undefined);
		}
	}

	#isValid(at: number): boolean {
		const age = this.#clock.now() - at;
		return age < validMs && age >= -skewMs;
	}

	async prune(): Promise<void> {
		for await (const { key, value } of this.#store.list(proposalPrefix)) {
			const kept = proposalSchema.safeParse(value).data;
			if (kept === undefined || !this.#isValid(kept.at))
				await this.#store.compareAndSet(key, value, undefined);
		}
	}
}

/** The people that a proposal concerns, and its author. */
function peopleIn({
	by,
	holderId,
	toUserId,
}: Pick<Proposal, 'by' | 'holderId' | 'toUserId'>): readonly (string | undefined)[] {
	return [by, holderId, toUserId];
}
