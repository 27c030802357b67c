/** How many rows a bounded pass reads: what strangers have stored must not slow down what a member asks for. */
export const maxBoundedRows = 2_000;

export interface PassParts<Row> {
	/** All rows of a kind, undefined for each that can't be read. */
	readonly rows: () => AsyncIterable<Row | undefined>;
	/** The ids of the people whom a row concerns. */
	readonly people: (row: Row) => readonly (string | undefined)[];
}

/** All rows, or the first `maxBoundedRows` ones. */
export type Reach = 'whole' | 'bounded';

export interface RowsOf<Row> {
	readonly rows: readonly Row[];
	/** False if not all rows were read. */
	readonly isComplete: boolean;
}

/**
 * Finds the rows that concern a person among everybody's. One pass runs at a time, and requests that come meanwhile
 * share the next one: a crowd that asks together costs two passes, and each answer is as fresh as if it had asked alone.
 */
export class SharedPasses<Row> {
	readonly #queues: Readonly<Record<Reach, Queue<Row>>>;

	constructor(parts: PassParts<Row>) {
		this.#queues = {
			whole: new Queue(parts, Number.POSITIVE_INFINITY),
			bounded: new Queue(parts, maxBoundedRows),
		};
	}

	/** The rows of a person. Rejects as the pass does. */
	async of(userId: string, reach: Reach): Promise<RowsOf<Row>> {
		return await this.#queues[reach].of(userId);
	}
}

interface SharedPass<Row> {
	readonly byPerson: ReadonlyMap<string, readonly Row[]>;
	readonly isComplete: boolean;
}

class Queue<Row> {
	readonly #parts: PassParts<Row>;
	readonly #maxRows: number;
	#running: Promise<unknown> = Promise.resolve();
	#next: { readonly wanted: Set<string>; readonly pass: Promise<SharedPass<Row>> } | undefined;

	constructor(parts: PassParts<Row>, maxRows: number) {
		this.#parts = parts;
		this.#maxRows = maxRows;
	}

	async of(userId: string): Promise<RowsOf<Row>> {
		this.#next ??= this.#begin();
		const { wanted, pass } = this.#next;
		wanted.add(userId);
		const { byPerson, isComplete } = await pass;
		return { rows: byPerson.get(userId) ?? [], isComplete };
	}

	#begin() {
		const wanted = new Set<string>();
		const pass = this.#running.then(() => {
			// From here on it is too late to join: rows that are written now may be behind the pass.
			this.#next = undefined;
			return this.#pass(wanted);
		});
		this.#running = pass.catch(() => {});
		return { wanted, pass };
	}

	async #pass(wanted: ReadonlySet<string>): Promise<SharedPass<Row>> {
		const { rows, people } = this.#parts;
		const byPerson = new Map<string, Row[]>();
		let count = 0;
		for await (const row of rows()) {
			if (count === this.#maxRows) return { byPerson, isComplete: false };
			count += 1;
			if (row === undefined) continue;
			for (const userId of new Set(people(row))) {
				if (userId === undefined || !wanted.has(userId)) continue;
				const own = byPerson.get(userId);
				if (own === undefined) byPerson.set(userId, [row]);
				else own.push(row);
			}
		}
		return { byPerson, isComplete: true };
	}
}
