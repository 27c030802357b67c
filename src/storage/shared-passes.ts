/** Maximum rows that a bounded pass reads: other members' rows must not slow down a member's request. */
export const maxBoundedRows = 2_000;

type PeopleIn<Row> = (row: Row) => readonly string[];

export type Reach = 'whole' | 'bounded';

export interface RowsOf<Row> {
	readonly rows: readonly Row[];
	readonly isComplete: boolean;
}

interface SharedPass<Row> {
	readonly byPerson: ReadonlyMap<string, readonly Row[]>;
	readonly isComplete: boolean;
}

/** Finds a person's rows. Requests that arrive during a pass share the next one, so results are always fresh. */
export class SharedPasses<Row> {
	readonly #peopleIn: PeopleIn<Row>;
	readonly #maxRows: number;
	#running: Promise<unknown> = Promise.resolve();
	#next: { readonly wanted: Set<string>; readonly pass: Promise<SharedPass<Row>> } | undefined;

	constructor(peopleIn: PeopleIn<Row>, reach: Reach) {
		this.#peopleIn = peopleIn;
		this.#maxRows = reach === 'whole' ? Number.POSITIVE_INFINITY : maxBoundedRows;
	}

	/** @param all all rows, undefined for each unreadable one; iterated only if this call starts a pass */
	async of(userId: string, all: AsyncIterable<Row | undefined>): Promise<RowsOf<Row>> {
		this.#next ??= this.#begin(all);
		const { wanted, pass } = this.#next;
		wanted.add(userId);
		const { byPerson, isComplete } = await pass;
		return { rows: byPerson.get(userId) ?? [], isComplete };
	}

	#begin(all: AsyncIterable<Row | undefined>) {
		const wanted = new Set<string>();
		const pass = this.#running.then(() => {
			// From now on it is too late to join: rows written now may be behind the pass.
			this.#next = undefined;
			return this.#pass(all, wanted);
		});
		this.#running = pass.catch(() => {});
		return { wanted, pass };
	}

	async #pass(all: AsyncIterable<Row | undefined>, wanted: ReadonlySet<string>): Promise<SharedPass<Row>> {
		const byPerson = new Map<string, Row[]>();
		let count = 0;
		for await (const row of all) {
			if (count === this.#maxRows) return { byPerson, isComplete: false };
			count += 1;
			if (row === undefined) continue;
			for (const userId of new Set(this.#peopleIn(row))) {
				if (!wanted.has(userId)) continue;
				const own = byPerson.get(userId);
				if (own === undefined) byPerson.set(userId, [row]);
				else own.push(row);
			}
		}
		return { byPerson, isComplete: true };
	}
}
