import { describe, expect, it } from 'vitest';
import {
	chartSize,
	drawPng,
	type StackedDays,
	stackedDaysSpec,
} from '../../../src/services/statistics/charts.js';

const ninety = Array.from({ length: 90 }, (_, index) => `${index}.`);

async function draw(days: StackedDays): Promise<Buffer> {
	return drawPng(stackedDaysSpec(days));
}

/** Width and height, which a PNG has in its first chunk. */
function sizeOf(png: Buffer): [number, number] {
	expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
	return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** The contrast of two colours, by WCAG. */
function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the chart', () => {
	it.each([
		['without a day', { labels: [], series: [] }],
		['without a count', { labels: ninety, series: [] }],
		['of one count', { labels: ninety, series: [{ colour: '#55acee', counts: [...Array(89).fill(0), 1] }] }],
		['of huge counts', { labels: ninety, series: [{ colour: '#55acee', counts: ninety.map(() => 9e9) }] }],
	])('%s is a PNG of four to three', async (_, days) => {
		const { width, height, zoom } = chartSize;
		expect(sizeOf(await draw(days))).toEqual([width * zoom, height * zoom]);
		expect(width / height).toBeCloseTo(4 / 3);
	});

	it('shows its labels with the font that comes along', async () => {
		const labels = { counts: [1], colour: '#55acee' };
		const one = await draw({ labels: ['1.2.'], series: [labels] });
		const other = await draw({ labels: ['8.9.'], series: [labels] });
		// On a machine without fonts, text that looks for one of the system's leaves the picture as it was.
		expect(one.equals(other)).toBe(false);
	});

	it('has letters that are at least twelve pixels high on a phone, which shows it 244 pixels wide', () => {
		const { config } = stackedDaysSpec({ labels: ['1.'], series: [] });
		const fontSize = Number(config?.axis?.labelFontSize);
		expect((fontSize * 244) / chartSize.width).toBeGreaterThanOrEqual(12);
	});

	it('is as legible in a light client as in a dark one', () => {
		const { background, config } = stackedDaysSpec({ labels: ['1.'], series: [] });
		expect(background).toBe('transparent');
		// Discord's containers in its lightest and its darkest theme.
		for (const theme of ['#ffffff', '#2b2d31', '#131416']) {
			expect(contrast(String(config?.axis?.labelColor), theme)).toBeGreaterThanOrEqual(3);
		}
	});

	it('shows at most three labels, today among them', () => {
		for (const days of [1, 7, 30, 90]) {
			const spec = JSON.stringify(stackedDaysSpec({ labels: ninety.slice(0, days), series: [] }));
			const shown: unknown = JSON.parse(spec).encoding.x.axis.values;
			expect(shown).toContain(`${days - 1}.`);
			expect((shown as string[]).length).toBeLessThanOrEqual(3);
		}
	});
});
