import { createRequire } from 'node:module';
import type { TopLevelSpec } from 'vega-lite';
import { chartFont, chartSize } from './stacked-days.js';

const require = createRequire(import.meta.url);

/**
 * Draws a chart on this machine and gives the bytes of a PNG. The libraries are loaded with the first chart: a bot
 * that is never asked for one spends neither the memory nor the time. Rejects where they can't be loaded here, as
 * without a binary for this platform.
 */
export async function drawPng(spec: TopLevelSpec): Promise<Buffer> {
	const [vega, vegaLite, { renderAsync }] = await Promise.all([
		import('vega'),
		import('vega-lite'),
		import('@resvg/resvg-js'),
	]);
	const view = new vega.View(vega.parse(vegaLite.compile(spec).spec), { renderer: 'none' });
	try {
		// A server's fonts are whatever its image happens to have, and a slim one has none: this one comes with the bot.
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
