import type { Clock } from '../../base/clock.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { ListedStore, Transaction } from '../../storage/store.js';
import { type Next, Table } from '../../storage/table.js';
import { shownReference } from '../references/reference.js';
import { type Dispute, disputeKind, followed, openDisputesKind, type StoredDispute } from './dispute.js';

/** The disputes in the store. Methods reject with the store's errors. */
export class DisputeRows {
	readonly table: Table<StoredDispute>;
	readonly #open: Table<{ v: 1; letters: string[] }>;

	constructor(store: ListedStore, clock: Pick<Clock, 'now'>) {
		this.table = new Table(disputeKind, store, clock);
		this.#open = new Table(openDisputesKind, store);
	}

	/** @returns undefined if there is none, or this version can't read it */
	async get(reference: string, from?: Transaction): Promise<Dispute | undefined> {
		const row = await this.table.get(lettersOf(reference), from);
		return row && { ...row, reference };
	}

	async all(): Promise<readonly Dispute[]> {
		const disputes: Dispute[] = [];
		for await (const { id, row } of this.table.all())
			disputes.push({ ...row, reference: shownReference(id) });
		return disputes;
	}

	/** The open disputes, of all servers or about one purchase. The commit depends on them. */
	async openIn(tx: Transaction, hash?: string): Promise<readonly Dispute[]> {
		const noted = await this.#open.get('', tx);
		const references =
			noted?.letters.map(shownReference) ??
			(await this.all()).filter(({ state }) => state === 'open').map(({ reference }) => reference);
		const disputes = await Promise.all(references.map((reference) => this.get(reference, tx)));
		return disputes.filter((it) => it?.state === 'open' && (hash ?? it.hash) === it.hash) as Dispute[];
	}

	async addIn(tx: Transaction, reference: string, row: StoredDispute): Promise<void> {
		await this.#noteOpen(tx, [reference]);
		this.put(tx, reference, row);
	}

	put(tx: Transaction, reference: string, row: StoredDispute): void {
		this.table.put(tx, lettersOf(reference), row);
	}

	/**
	 * Changes a dispute atomically; undefined from `change` leaves it as it is.
	 * @returns the new row if it was changed
	 */
	async change(
		reference: string,
		change: (current: StoredDispute) => Next<StoredDispute>,
	): Promise<Dispute | undefined> {
		const changed = await this.table.change(lettersOf(reference), (row) => row && change(row));
		return changed?.after && { ...changed.after, reference };
	}

	/** Ends or opens disputes by the latest change of their purchase, in its commit. @returns those that have changed */
	async followIn(tx: Transaction, file: ClaimDetails): Promise<readonly Dispute[]> {
		const changed: Dispute[] = [];
		for (const { reference, hash } of await this.all()) {
			const row = hash === file.hash ? await this.table.get(lettersOf(reference), tx) : undefined;
			const next = row && followed(row, file);
			if (next === undefined || (await this.#hasAnother(tx, next))) continue;
			this.put(tx, reference, next);
			changed.push({ ...next, reference });
		}
		const opened = changed.filter(({ state }) => state === 'open').map(({ reference }) => reference);
		if (opened.length > 0) await this.#noteOpen(tx, opened);
		return changed;
	}

	/** True for one that would be open again beside another one of its claimant. */
	async #hasAnother(tx: Transaction, { state, hash, claimantId }: StoredDispute): Promise<boolean> {
		if (state !== 'open') return false;
		return (await this.openIn(tx, hash)).some((other) => other.claimantId === claimantId);
	}

	async #noteOpen(tx: Transaction, references: readonly string[]): Promise<void> {
		const open = (await this.openIn(tx)).map(({ reference }) => reference);
		const letters = [...new Set([...open, ...references])].map(lettersOf);
		this.#open.put(tx, '', { v: 1, letters });
	}
}

export function lettersOf(reference: string): string {
	return reference.replace('-', '');
}
