import { describe, expect, it } from 'vitest';
import {
	chartSize,
	createCharts,
	drawPng,
	type StackedDays,
	stackedDaysSpec,
} from '../../../src/services/statistics/charts.js';
import { floor } from '../../world/floor.js';

const ninety = Array.from({ length: 90 }, (_, index) => `${index}.`);

const draw = (days: StackedDays) => drawPng(stackedDaysSpec(days));

/** Width and height, from the first chunk of a PNG. */
function sizeOf(png: Buffer): [number, number] {
	expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
	return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the chart', () => {
	it.each([
		['without a day', { labels: [], series: [] }],
		['of huge counts', { labels: ninety, series: [{ colour: '#55acee', counts: ninety.map(() => 9e9) }] }],
	])('%s is a PNG with an aspect ratio of four to three', async (_, days) => {
		const { width, height, zoom } = chartSize;
		expect(sizeOf(await draw(days))).toEqual([width * zoom, height * zoom]);
		expect(width / height).toBeCloseTo(4 / 3);
	});

	it('shows its labels with the bundled font', async () => {
		const labels = { counts: [1], colour: '#55acee' };
		const one = await draw({ labels: ['1.2.'], series: [labels] });
		const other = await draw({ labels: ['8.9.'], series: [labels] });
		// On a machine without fonts, text in a system font would leave the picture unchanged.
		expect(one.equals(other)).toBe(false);
	});

	it('shows at most three labels, one of them for today', () => {
		for (const days of [1, 7, 30, 90]) {
			const spec = JSON.stringify(stackedDaysSpec({ labels: ninety.slice(0, days), series: [] }));
			const shown: unknown = JSON.parse(spec).encoding.x.axis.values;
			expect(shown).toContain(`${days - 1}.`);
			expect((shown as string[]).length).toBeLessThanOrEqual(3);
		}
	});
});

it('attack 56: 500 requests for /stats draw one chart per period, minute and server', async () => {
	const clock = { at: 1_000 };
	const drawn: string[] = [];
	const charts = createCharts(
		floor({ logger: { warn: () => expect.unreachable() }, clock: { now: () => clock.at } }),
		async () => {
			drawn.push('chart');
			return Buffer.from(`chart ${drawn.length}`);
		},
	);
	const stats = (guildId: string, days: number) =>
		charts.draw(guildId, { labels: Array.from({ length: days }, (_, day) => String(day)), series: [] });
	const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => stats('1', n % 2 === 0 ? 30 : 90)));
	expect(drawn).toHaveLength(1);
	expect(new Set(answers.map(String))).toEqual(new Set(['chart 1', 'later']));
	clock.at += 60_000;
	expect(String(await stats('1', 90))).toBe('chart 2');
	expect(String(await stats('2', 30))).toBe('chart 3');
});
