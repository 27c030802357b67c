import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

/** Lines over one axis. */
export interface Panel {
	readonly title: string;
	readonly xTitle: string;
	/** Both axes grow tenfold from mark to mark. */
	readonly isLogarithmic: boolean;
	readonly series: readonly {
		readonly name: string;
		readonly points: readonly (readonly [x: number, y: number])[];
	}[];
}

// A card with a background of its own: an <img> can't know whether the page around it is dark or light.
const colours = { card: '#1e1f22', text: '#dbdee1', line: '#3f4147' };
const lineColours = ['#5ea5ff', '#f0b232', '#45d08a', '#ff8a8a'];
const panelSize = { width: 300, height: 200 };
const panelsInRow = 2;

/** The panels, two in a row, as SVG. The same panels are the same bytes. */
export async function drawPanels(panels: readonly Panel[]): Promise<string> {
	const spec = {
		background: colours.card,
		padding: 16,
		columns: panelsInRow,
		spacing: 28,
		concat: panels.map(panelSpec),
		resolve: { scale: { color: 'independent' } },
		config: {
			font: 'sans-serif',
			view: { stroke: null },
			title: { color: colours.text, fontSize: 13, anchor: 'start' },
			axis: {
				labelColor: colours.text,
				titleColor: colours.text,
				titleFontWeight: 'normal',
				gridColor: colours.line,
				domainColor: colours.line,
				tickColor: colours.line,
			},
			legend: { labelColor: colours.text, titleColor: colours.text },
		},
	} satisfies TopLevelSpec;
	const view = new View(parse(compile(spec).spec), { renderer: 'none' });
	try {
		return `${await view.toSVG()}\n`;
	} finally {
		view.finalize();
	}
}

function panelSpec({ title, xTitle, isLogarithmic, series }: Panel) {
	const values = series.flatMap(({ name, points }) => points.map(([x, y]) => ({ name, x, y })));
	const axis = {
		tickCount: 5,
		format: '~s',
		// d3 would write "0k".
		labelExpr: "datum.value === 0 ? '0' : datum.label",
	};
	const scale = isLogarithmic ? { type: 'log' as const } : { zero: true };
	const names = series.map(({ name }) => name);
	return {
		...panelSize,
		title,
		data: { values },
		mark: { type: 'line' as const, point: true },
		encoding: {
			x: {
				field: 'x',
				type: 'quantitative' as const,
				scale,
				axis: { ...axis, title: xTitle, grid: false },
			},
			y: {
				field: 'y',
				type: 'quantitative' as const,
				scale,
				axis: { ...axis, title: null },
			},
			color: {
				field: 'name',
				type: 'nominal' as const,
				scale: { domain: names, range: lineColours.slice(0, names.length) },
				legend: names.length === 1 ? null : { title: null, orient: 'bottom' as const },
			},
		},
	};
}
