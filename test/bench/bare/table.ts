import { type Figures, rates } from './figures.js';

interface Row {
	readonly figure: string;
	readonly name: string;
	readonly unit: 'ms' | 'MiB' | '';
	/** The promise: at most this multiple of the bare bot's figure. */
	readonly ratio?: number;
}

const rows: readonly Row[] = [
	{ figure: 'start', name: 'from start to ready', unit: 'ms', ratio: 1.3 },
	{ figure: 'files', name: 'files of code loaded until ready', unit: '' },
	{ figure: 'memory idle', name: 'memory, idle', unit: 'MiB', ratio: 1.2 },
	{ figure: 'memory after', name: 'memory, after 5,000 verifications', unit: 'MiB' },
	{ figure: 'memory items', name: 'memory, idle with 10,000 items', unit: 'MiB' },
	...rates.flatMap((rate): readonly Row[] => [
		{ figure: `cpu ${rate}`, name: `processor for a verification at ${rate}/s`, unit: 'ms', ratio: 1.3 },
		{ figure: `acknowledged p50 ${rate}`, name: `acknowledged at ${rate}/s, p50`, unit: 'ms', ratio: 1.3 },
		{ figure: `acknowledged p99 ${rate}`, name: `acknowledged at ${rate}/s, p99`, unit: 'ms', ratio: 1.5 },
	]),
	{ figure: 'suggested p50', name: 'suggestions among 10,000 items, p50', unit: 'ms' },
	{ figure: 'suggested p99', name: 'suggestions among 10,000 items, p99', unit: 'ms' },
	{ figure: 'requests', name: 'requests to Discord for one verification', unit: '', ratio: 1 },
	{ figure: 'statements', name: 'store statements for one verification', unit: '' },
];

/** The table in Markdown: the figures, their ratio, and whether the promise was kept. */
export function tableOf(bare: Figures, product: Figures): readonly string[] {
	const lines = rows.flatMap(({ figure, name, unit, ratio: promised }) => {
		const [one, other] = [bare[figure], product[figure]];
		if (one === undefined || other === undefined) return [];
		const ratio = other / one;
		const shown = [show(one, unit), show(other, unit), ratio.toFixed(2)];
		const verdict =
			promised === undefined ? ['', ''] : [`× ${promised}`, ratio <= promised ? 'yes' : '**no**'];
		return [`| ${[name, ...shown, ...verdict].join(' | ')} |`];
	});
	return ['| | bare bot | Claimcheck | ratio | at most | met |', '|---|---|---|---|---|---|', ...lines];
}

function show(value: number, unit: Row['unit']): string {
	const digits = unit === 'MiB' || value >= 100 || Number.isInteger(value) ? 0 : 1;
	return `${value.toFixed(digits)} ${unit}`.trim();
}
