import { rowsOf } from './marked-section.js';
import { drawPanels } from './plot.js';

export const growthDocument = 'docs/performance.md';
export const growthPicture = 'docs/figures/cost-by-claims.svg';

/** What is measured, with its unit, in the order of the table. Behind a time, in brackets, that of the processor. */
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
	const rows = rowsOf(markdown).map((cells) =>
		cells.map((cell) =>
			cell
				.split(/[ ()]+/)
				.filter(Boolean)
				.map(Number),
		),
	);
	return drawPanels(
		growthColumns.map((title, at) => {
			const line = (name: string, part: number) => ({
				name,
				points: rows.flatMap((row) => {
					const [claims, value] = [row[0]?.[0], row[at + 1]?.[part]];
					return claims === undefined || value === undefined ? [] : [[claims, value] as const];
				}),
			});
			const series = [line('until it is done', 0), line('of the processor', 1)];
			return {
				title,
				xTitle: 'claims',
				isLogarithmic: true,
				series: series.filter(({ points }) => points.length > 0),
			};
		}),
	);
}
