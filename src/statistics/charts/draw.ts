import { createRequire } from 'node:module';
import type { TopLevelSpec } from 'vega-lite';
import { chartFont, chartSize } from './stacked-days.js';

const require = createRequire(import.meta.url);

/**
 * Renders a chart as PNG in this process. The libraries are loaded with the first chart: a bot that never draws one
 * uses neither their memory nor their loading time. Rejects if they can't be loaded, for example without a binary for
 * this platform.
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
