/** A list of markdown; an item holds the lists within it. */
export interface ListNode<Node> {
	readonly type: 'list';
	readonly ordered: boolean;
	readonly start: number;
	readonly items: readonly Node[][];
}

interface Item {
	readonly isOrdered: boolean;
	readonly number: number;
	readonly text: string;
	/** The lines below it that are further in. */
	readonly below: string[];
}

const itemLine = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const whole = /^ *(?:[-*]|\d{1,9}\.) +\S[^\n]*(?:\n(?: *(?:[-*]|\d{1,9}\.) +\S| {2,}\S)[^\n]*)*(?:\n|$)/;

/** The list that a text begins with, and the lines that belong to it; null where it begins with none. */
export function listText(source: string): RegExpExecArray | null {
	return whole.exec(source);
}

/** The result of `listText` as nodes: several if bullets and numbers follow each other. */
export function listNodes<Node>(
	text: string,
	parse: (line: string) => Node[],
): (ListNode<Node> & { content?: never })[] {
	const lists: { ordered: boolean; start: number; items: Item[] }[] = [];
	for (const item of itemsOf(text.replace(/\n$/, '').split('\n'))) {
		const last = lists.at(-1);
		if (last?.ordered === item.isOrdered) last.items.push(item);
		else lists.push({ ordered: item.isOrdered, start: item.number, items: [item] });
	}
	return lists.map(({ ordered, start, items }) => ({
		type: 'list',
		ordered,
		start,
		items: items.map(({ text: own, below }) => {
			const nested = below.findIndex((line) => itemLine.test(line));
			const more = (nested === -1 ? below : below.slice(0, nested)).map((line) => line.trim());
			const lines = nested === -1 ? [] : below.slice(nested);
			return [
				...parse([own, ...more].join('\n')),
				...((lines.length === 0 ? [] : listNodes(lines.join('\n'), parse)) as Node[]),
			];
		}),
	}));
}

function itemsOf(lines: readonly string[]): Item[] {
	const items: Item[] = [];
	const [outermost = ''] = lines;
	const depth = itemLine.exec(outermost)?.[1]?.length ?? 0;
	for (const line of lines) {
		const [, indent = '', bullet = '', text = ''] = itemLine.exec(line) ?? [];
		if (bullet === '' || indent.length > depth) {
			items.at(-1)?.below.push(line);
			continue;
		}
		const isOrdered = bullet.endsWith('.');
		items.push({ isOrdered, number: isOrdered ? Number.parseInt(bullet, 10) : 1, text, below: [] });
	}
	return items;
}
