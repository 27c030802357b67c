import { rowsOf } from './marked-section.js';
import { drawPanels } from './plot.js';

export const growthDocument = 'docs/performance.md';
export const growthPicture = 'docs/figures/cost-by-claims.svg';

/** What is measured, with its unit, in the order of the table. */
export const growthColumns = [
	'/verify, ms',
	'/whois, ms',
	'/stats, ms',
	'start to ready, ms',
	'drift pass, ms',
	'recheck round, ms',
	'memory, MiB',
] as const;

/** Draws each column of the table over the number of claims, as SVG. */
export function drawGrowth(markdown: string): Promise<string> {
	const rows = rowsOf(markdown).map((cells) => cells.map(Number));
	return drawPanels(
		growthColumns.map((title, at) => ({
			title,
			xTitle: 'claims',
			isLogarithmic: true,
			series: [{ name: title, points: rows.map((row) => [row[0] ?? 0, row[at + 1] ?? 0] as const) }],
		})),
	);
}
