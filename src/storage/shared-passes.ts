/**
 * Passes over many rows that are looked through for a few people. One pass runs at a time, and whoever asks meanwhile
 * shares the next one: a crowd that asks together costs two passes, and each answer is as fresh as if it had asked alone.
 */
export class SharedPasses<Row> {
	readonly #pass: (wanted: ReadonlySet<string>) => Promise<ReadonlyMap<string, readonly Row[]>>;
	#running: Promise<unknown> = Promise.resolve();
	#next:
		| {
				readonly wanted: Set<string>;
				readonly found: Promise<ReadonlyMap<string, readonly Row[]>>;
		  }
		| undefined;

	/** @param pass gives the rows of each person by their id, for those who are wanted */
	constructor(pass: (wanted: ReadonlySet<string>) => Promise<ReadonlyMap<string, readonly Row[]>>) {
		this.#pass = pass;
	}

	/** The rows of a person. Rejects as the pass does. */
	async of(userId: string): Promise<readonly Row[]> {
		this.#next ??= this.#begin();
		const { wanted, found } = this.#next;
		wanted.add(userId);
		return (await found).get(userId) ?? [];
	}

	#begin() {
		const wanted = new Set<string>();
		const found = this.#running.then(() => {
			// From here on it is too late to join: rows that are written now may be behind the pass.
			this.#next = undefined;
			return this.#pass(wanted);
		});
		this.#running = found.catch(() => {});
		return { wanted, found };
	}
}

/** Groups rows by the people among the wanted ones whom they concern. */
export function groupByPerson<Row>(
	rows: Iterable<Row>,
	wanted: ReadonlySet<string>,
	concerns: (row: Row) => Iterable<string | undefined>,
): Map<string, Row[]> {
	const found = new Map<string, Row[]>();
	for (const row of rows) {
		for (const userId of new Set(concerns(row))) {
			if (userId === undefined || !wanted.has(userId)) continue;
			const own = found.get(userId);
			if (own === undefined) found.set(userId, [row]);
			else own.push(row);
		}
	}
	return found;
}
