import type { TopLevelSpec } from 'vega-lite';

/** Bars, one for each day, each stacked from series. */
export interface StackedDays {
	/** Beneath each bar: digits and punctuation alone, no label twice. Oldest first. */
	readonly labels: readonly string[];
	/** From the bottom of the stack to its top; `counts` has one number for each label. */
	readonly series: readonly { readonly colour: string; readonly counts: readonly number[] }[];
}

// Drawn 400 wide, which is about what a phone gives a picture, so that 13 there is 13 in the message's own text; and
// at three times that, for sharp screens.
export const chartSize = { width: 400, height: 210, zoom: 3 };
export const chartFont = 'Abel';
// A card with a background of its own, since a picture can't know whether Discord's theme is dark or light.
const colours = { card: '#1e1f22', text: '#dbdee1', line: '#3f4147' };
const fontSize = 14;
/** As many as can stand side by side. */
const mostLabels = 6;

/** The chart in Vega-Lite's terms. Holds no word: the message around it says in the reader's language what it shows. */
export function stackedDaysSpec({ labels, series }: StackedDays): TopLevelSpec {
	const values = series.flatMap(({ counts }, order) =>
		labels.map((label, index) => ({ label, order, count: counts[index] ?? 0 })),
	);
	const highest = Math.max(...labels.map((_, index) => total(series, index)), 0);
	return {
		width: chartSize.width,
		height: chartSize.height,
		autosize: { type: 'fit', contains: 'padding' },
		padding: { left: 10, right: 14, top: 14, bottom: 10 },
		background: colours.card,
		data: { values },
		mark: { type: 'bar' },
		encoding: {
			x: {
				field: 'label',
				type: 'ordinal',
				scale: { domain: [...labels], paddingInner: 0.25, paddingOuter: 0.1 },
				axis: { values: labelled(labels), labelAngle: 0, labelOverlap: false, title: null },
			},
			y: {
				field: 'count',
				type: 'quantitative',
				stack: true,
				// An empty chart has an axis too, and one verification is no bar up to the ceiling.
				scale: { domain: [0, Math.max(highest, 4)], nice: true },
				axis: {
					tickMinStep: 1,
					tickCount: 4,
					// "1.5k"; d3 would also write "0k".
					format: '~s',
					labelExpr: "datum.value === 0 ? '0' : datum.label",
					title: null,
				},
			},
			color: {
				field: 'order',
				type: 'nominal',
				scale: { domain: series.map((_, order) => order), range: series.map(({ colour }) => colour) },
				legend: null,
			},
			order: { field: 'order', type: 'quantitative' },
		},
		config: {
			font: chartFont,
			view: { stroke: null },
			axis: {
				labelColor: colours.text,
				labelFontSize: fontSize,
				domain: false,
				ticks: false,
				labelPadding: 8,
			},
			axisX: { grid: false },
			axisY: { gridColor: colours.line },
		},
	};
}

function total(series: StackedDays['series'], index: number): number {
	return series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0);
}

/** Those labels that are shown, evenly apart and counted from the end: the last one is today's. */
function labelled(labels: readonly string[]): string[] {
	const step = Math.max(1, Math.ceil(labels.length / mostLabels));
	return labels.filter((_, index) => (labels.length - 1 - index) % step === 0);
}
