import { createRequire } from 'node:module';
import type { TopLevelSpec } from 'vega-lite';
import { ttlCache } from '../../base/time/ttl-cache.js';
import type { Ground } from '../../ground.js';

export interface StackedDays {
	/** Below the bars: only digits and punctuation, without duplicates. Oldest first. */
	readonly labels: readonly string[];
	/** From the bottom of the stack to its top; `counts` has one number per label. */
	readonly series: readonly { readonly colour: string; readonly counts: readonly number[] }[];
}

// A phone shows it 244 pixels wide, with letters 12 pixels high; drawn twice as large for sharp screens.
export const chartSize = { width: 560, height: 420, zoom: 2 };
const chartFont = 'Abel';
// A picture can't know Discord's theme: these greys are visible on both. The outline separates bright bars.
const colours = { text: '#84878f', line: '#84878f55' };
const fontSize = 28;
const maxLabels = 3;

/** The chart as a Vega-Lite spec. Contains no words: the message around it explains it in the reader's language. */
export function stackedDaysSpec({ labels, series }: StackedDays): TopLevelSpec {
	const values = series.flatMap(({ counts }, order) =>
		labels.map((label, index) => ({ label, order, count: counts[index] ?? 0 })),
	);
	const totals = labels.map((_, index) => series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0));
	return {
		width: chartSize.width,
		height: chartSize.height,
		autosize: { type: 'fit', contains: 'padding' },
		padding: { left: 8, right: 24, top: 20, bottom: 8 },
		background: 'transparent',
		data: { values },
		mark: { type: 'bar', stroke: colours.text, strokeWidth: 1.5 },
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
				// An empty chart has an axis too, and a single verification doesn't fill the height.
				scale: { domain: [0, Math.max(...totals, 4)], nice: true },
				axis: {
					tickMinStep: 1,
					tickCount: 3,
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
				labelPadding: 12,
			},
			axisX: { grid: false },
			axisY: { gridColor: colours.line, gridWidth: 2 },
		},
	};
}

/** The visible labels, evenly spaced and counted from the end: the last one is today's. */
function labelled(labels: readonly string[]): string[] {
	const step = Math.max(1, Math.ceil(labels.length / maxLabels));
	return labels.filter((_, index) => (labels.length - 1 - index) % step === 0);
}

const require = createRequire(import.meta.url);

/**
 * Renders a chart as PNG. The libraries are loaded with the first one, to save memory and time until then. Rejects if
 * they can't be loaded, for example without a binary for this platform.
 */
export async function drawPng(spec: TopLevelSpec): Promise<Buffer> {
	const [vega, vegaLite, { renderAsync }] = await Promise.all([
		import('vega'),
		import('vega-lite'),
		import('@resvg/resvg-js'),
	]);
	const view = new vega.View(vega.parse(vegaLite.compile(spec).spec), { renderer: 'none' });
	try {
		// A server's fonts depend on its image, and slim ones have none, so the bot ships its own.
		const fontFile = require.resolve('@expo-google-fonts/abel/400Regular/Abel_400Regular.ttf');
		const image = await renderAsync(await view.toSVG(), {
			fitTo: { mode: 'zoom', value: chartSize.zoom },
			font: { loadSystemFonts: false, fontFiles: [fontFile], defaultFontFamily: chartFont },
		});
		return image.asPng();
	} finally {
		view.finalize();
	}
}

/** A PNG; `later` if the guild has just had another period's; undefined if it could not be drawn. */
export type Chart = Buffer | 'later' | undefined;

const rememberedMs = 60_000;

/** Draws one chart a minute per guild, and one at a time: drawing is CPU-bound. A repeat gets the same. */
export function createCharts({ logger, clock }: Ground, draw = drawPng) {
	const recent = ttlCache<{ readonly days: number; readonly png: Buffer | undefined }>(rememberedMs, clock);
	let last: Promise<unknown> = Promise.resolve();
	const drawNext = (chart: StackedDays): Promise<Buffer | undefined> => {
		const mine = last
			.then(() => draw(stackedDaysSpec(chart)))
			.catch((err: unknown) => {
				logger.warn({ err }, 'A chart could not be drawn');
				return undefined;
			});
		last = mine;
		return mine;
	};
	return {
		/** Never rejects. */
		async draw(guildId: string, chart: StackedDays): Promise<Chart> {
			const days = chart.labels.length;
			const drawn = await recent(guildId, async () => ({ days, png: await drawNext(chart) }));
			return drawn.days === days ? drawn.png : 'later';
		},
	};
}
