import { type RenderOptions, type RootPart, render, type TemplateResult } from 'lit';

interface Drawn {
	readonly box: HTMLElement;
	part: RootPart;
}

/**
 * The rows of a list that moves on for hours, each drawn into a box of its own. Lit's `repeat` leaves a comment behind
 * for each row that it takes away (lit-html 3.3.3: `removePart` keeps the row's end marker), so such a list would grow
 * with every row that passes through it.
 */
export class KeyedRows {
	readonly #drawn = new Map<string, Drawn>();

	/** Draws `rows` in `list`, in order; what was drawn under a key before is drawn on. */
	draw<Row extends { readonly key: string }>(
		list: HTMLElement,
		rows: readonly Row[],
		template: (row: Row) => TemplateResult,
		options: RenderOptions,
	): void {
		const keys = new Set(rows.map(({ key }) => key));
		for (const [key, { box, part }] of this.#drawn) {
			if (keys.has(key) && box.parentElement === list) continue;
			// Times that tick and the like stop with their row.
			part.setConnected(false);
			box.remove();
			this.#drawn.delete(key);
		}
		let next = list.firstElementChild;
		for (const row of rows) {
			const known = this.#drawn.get(row.key);
			const box = known?.box ?? document.createElement('div');
			if (box === next) next = next.nextElementSibling;
			else list.insertBefore(box, next);
			const part = render(template(row), box, options);
			if (known === undefined) this.#drawn.set(row.key, { box, part });
		}
	}
}
