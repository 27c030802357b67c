import type { Figures } from './figures.js';

/** The promise for a figure: by its ratio to the bare bot's, or by itself. */
type Target = { readonly ratio: number } | { readonly atMost: number };

interface Row {
	readonly figure: string;
	readonly name: string;
	readonly unit: 'ms' | 'MiB' | '';
	readonly target?: Target;
}

function rows(rates: readonly number[]): readonly Row[] {
	const ofRates = (make: (rate: number) => readonly Row[]): readonly Row[] => rates.flatMap(make);
	const isMeasure = (rate: number): boolean => rate === 100;
	return [
		{ figure: 'start', name: 'from start to ready', unit: 'ms', target: { ratio: 1.3 } },
		{ figure: 'start cpu', name: 'processor until ready', unit: 'ms' },
		{ figure: 'files', name: 'files of code loaded until ready', unit: '' },
		{ figure: 'memory idle', name: 'memory, idle', unit: 'MiB', target: { ratio: 1.2 } },
		{ figure: 'memory after', name: 'memory, after 5,000 verifications', unit: 'MiB' },
		{ figure: 'memory items', name: 'memory, idle with 10,000 items', unit: 'MiB' },
		{ figure: 'memory more', name: '… more than with 60', unit: 'MiB', target: { atMost: 60 } },
		...ofRates((rate) => [
			{
				figure: `cpu ${rate}`,
				name: `processor for a verification at ${rate}/s`,
				unit: 'ms',
				...(isMeasure(rate) && { target: { ratio: 1.3 } }),
			},
		]),
		...ofRates((rate) => [
			{
				figure: `acknowledged p50 ${rate}`,
				name: `acknowledged at ${rate}/s, p50`,
				unit: 'ms',
				...(isMeasure(rate) && { target: { ratio: 1.3 } }),
			},
			{
				figure: `acknowledged p99 ${rate}`,
				name: `acknowledged at ${rate}/s, p99`,
				unit: 'ms',
				...(isMeasure(rate) && { target: { ratio: 1.5 } }),
			},
		]),
		...ofRates((rate) => [
			{ figure: `answered p50 ${rate}`, name: `answered at ${rate}/s, p50`, unit: 'ms' },
			{ figure: `answered p99 ${rate}`, name: `answered at ${rate}/s, p99`, unit: 'ms' },
		]),
		{ figure: 'suggested p50', name: 'suggestions among 10,000 items, p50', unit: 'ms' },
		{ figure: 'suggested p99', name: 'suggestions among 10,000 items, p99', unit: 'ms' },
		{ figure: 'requests', name: 'requests to Discord for one verification', unit: '', target: { atMost: 3 } },
		...ofRates((rate) => [
			{ figure: `requests ${rate}`, name: `requests for each at ${rate}/s, audit lines too`, unit: '' },
		]),
		{ figure: 'statements', name: 'store statements for one verification', unit: '', target: { atMost: 10 } },
	];
}

/** The table in Markdown: what was measured, the ratio, and whether what is promised was kept. */
export function tableOf(bare: Figures, product: Figures, rates: readonly number[]): readonly string[] {
	const lines = rows(rates).flatMap(({ figure, name, unit, target }) => {
		const [one, other] = [bare[figure], product[figure]];
		if (one === undefined && other === undefined) return [];
		const ratio = one && other !== undefined ? other / one : undefined;
		const shown = [show(one, unit), show(other, unit), ratio?.toFixed(2) ?? '–'];
		return [`| ${[name, ...shown, ...judged(target, ratio, other)].join(' | ')} |`];
	});
	return ['| | bare bot | Claimcheck | ratio | at most | met |', '|---|---|---|---|---|---|', ...lines];
}

function judged(
	target: Target | undefined,
	ratio: number | undefined,
	value: number | undefined,
): readonly [atMost: string, isMet: string] {
	if (target === undefined) return ['', ''];
	const verdict = (limit: number, reached: number | undefined, text: string): readonly [string, string] => [
		text,
		reached !== undefined && reached <= limit ? 'yes' : '**no**',
	];
	if ('ratio' in target) return verdict(target.ratio, ratio, `× ${target.ratio}`);
	return verdict(target.atMost, value, `${target.atMost}`);
}

function show(value: number | undefined, unit: Row['unit']): string {
	if (value === undefined) return '–';
	const digits = unit === 'MiB' || value >= 100 || Number.isInteger(value) ? 0 : 1;
	return `${value.toFixed(digits)} ${unit}`.trim();
}
