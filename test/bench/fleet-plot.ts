import { rowsOf } from './marked-section.js';
import { drawPanels } from './plot.js';

export const fleetDocument = 'docs/operating.md';
export const memoryPicture = 'docs/figures/memory-by-servers.svg';

/** Draws what the table of `fleet-memory.ts` says, as SVG. */
export function drawMemory(markdown: string): Promise<string> {
	const rows = rowsOf(markdown).map((cells) => cells.map((cell) => Number.parseFloat(cell)));
	const line = (name: string, column: number) => ({
		name,
		points: rows.map((row) => [row[0] ?? 0, row[column] ?? 0] as const),
	});
	const rest = { xTitle: 'servers in one process', isLogarithmic: false };
	return drawPanels([
		{ ...rest, title: 'Memory, MiB', series: [line('memory', 1)] },
		{
			...rest,
			title: 'At the start, seconds',
			series: [line('until ready', 3), line('of processor', 4)],
		},
	]);
}
