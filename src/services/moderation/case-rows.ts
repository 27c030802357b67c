import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { snowflake } from '../../base/row-fields.js';
import type { Ground } from '../../ground.js';
import type { Posted } from '../../messages/deliveries.js';
import type { Transaction } from '../../storage/store.js';
import { defineKind, type Kind, type Next, type RowOf, Table } from '../../storage/table.js';
import { shownReference } from '../verification/references.js';

/** `deleted` if the member's data was deleted. */
export const person = z.union([snowflake, z.literal('deleted')]);

/** A member's request that staff decide, and its card. */
export interface CaseRow extends Posted {
	/** When it was opened, in milliseconds since the epoch. */
	readonly at: number;
	/** The member's server. */
	readonly guildId: string;
	/** `open` until it has ended. */
	readonly state: string;
	/** It has ended, and the card shows that. */
	readonly isSettled?: boolean | undefined;
}

export type Case<Row> = Row & { readonly reference: string };

/** The limit of a server. Those of a member are rate limits. */
export const maxOpen = 20;

/** The letters of all open cases, and of some that have ended. Each opening writes it, so that two conflict. */
export function openCasesKind(prefix: string) {
	const letters = z.array(z.string().regex(/^[A-Z]{6}$/));
	return defineKind({ prefix, schema: z.strictObject({ v: z.literal(1), letters }) });
}

type OpenCases = ReturnType<typeof openCasesKind>;

/** The cases of a kind, under the letters of their references. Methods reject with the store's errors. */
export class CaseRows<Row extends CaseRow> {
	readonly table: Table<Row>;
	readonly #open: Table<RowOf<OpenCases>>;

	constructor(kind: Kind<Row>, openKind: OpenCases, { store, clock }: Pick<Ground, 'store' | 'clock'>) {
		this.table = new Table(kind, store, clock);
		this.#open = new Table(openKind, store);
	}

	/** @returns undefined if there is none, or this version can't read it */
	async get(reference: string, from?: Transaction): Promise<Case<Row> | undefined> {
		const row = await this.table.get(lettersOf(reference), from);
		return row && { ...row, reference };
	}

	async all(): Promise<readonly Case<Row>[]> {
		const cases: Case<Row>[] = [];
		for await (const { id, row } of this.table.all()) cases.push({ ...row, reference: shownReference(id) });
		return cases;
	}

	/** The open ones of all servers. The commit depends on them. */
	async openIn(tx: Transaction): Promise<readonly Case<Row>[]> {
		const noted = await this.#open.get('', tx);
		// None is noted yet, but a version before may have opened some.
		const references =
			noted?.letters.map(shownReference) ??
			(await this.all()).filter(({ state }) => state === 'open').map(({ reference }) => reference);
		const cases = await Promise.all(references.map((reference) => this.get(reference, tx)));
		return cases.flatMap((it) => (it?.state === 'open' ? [it] : []));
	}

	/** Adds an open case, or reopens one. */
	async addIn(tx: Transaction, reference: string, row: Row): Promise<void> {
		const open = (await this.openIn(tx)).map((it) => it.reference);
		this.#open.put(tx, '', { v: 1, letters: [...new Set([...open, reference])].map(lettersOf) });
		this.put(tx, reference, row);
	}

	put(tx: Transaction, reference: string, row: Row): void {
		this.table.put(tx, lettersOf(reference), row);
	}

	/** Changes a case atomically. @returns the new row; undefined if `change` left it as it was */
	async change(reference: string, change: (current: Row) => Next<Row>): Promise<Case<Row> | undefined> {
		const changed = await this.table.change(lettersOf(reference), (row) => row && change(row));
		return changed?.after && { ...changed.after, reference };
	}

	/** Has the card sent anew. @returns the row, or undefined if the card has changed since */
	async sendAnew({ reference, post: seen }: Case<Row>, also: Partial<Row> = {}) {
		return await this.change(reference, ({ post, ...row }) =>
			isDeepStrictEqual(post, seen) ? ({ ...row, ...also } as unknown as Row) : undefined,
		);
	}
}

export function lettersOf(reference: string): string {
	return reference.replace('-', '');
}
