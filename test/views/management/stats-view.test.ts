import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statsChart } from '../../../commands/stats/stats.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { reportOf } from '../sample-report.js';

const t = translatorFor('en-US');

const items = (count: number, times = 1) =>
	Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		name: `Item ${index + 1}`,
		count: (count - index) * times,
	}));

describe('the chart of /stats', () => {
	it('stacks the four best items in their own colours and the others on top', () => {
		const { labels, series } = statsChart(t, reportOf(30, [{ items: items(6), others: 1 }]));
		expect(labels.at(-1)).toBe('5/10');
		expect(series.map(({ counts }) => counts.at(-1))).toEqual([6, 5, 4, 3, 4]);
		expect(new Set(series.map(({ colour }) => colour)).size).toBe(5);
	});

	it('never loses a verification', () => {
		const day = fc.record({
			items: fc.uniqueArray(
				fc.record({ id: fc.nat({ max: 20 }), name: fc.constant('x'), count: fc.nat({ max: 99 }) }),
				{ selector: ({ id }) => id },
			),
			others: fc.nat({ max: 9 }),
		});
		fc.assert(
			fc.property(fc.array(day, { maxLength: 30 }), (days) => {
				const report = reportOf(30, days);
				const drawn = statsChart(t, report).series.flatMap(({ counts }) => counts);
				expect(drawn.reduce((sum, count) => sum + count, 0)).toBe(report.verified);
			}),
			{ numRuns: 50 },
		);
	});

	it('has a bar for each week from sixty days on, the last of them whole', () => {
		const { labels, series } = statsChart(t, reportOf(90, Array(8).fill({ items: items(1) })));
		expect(labels).toHaveLength(13);
		expect(labels.at(-1)).toBe('5/4');
		expect(series.map(({ counts }) => counts.slice(-2))).toEqual([
			[1, 7],
			[0, 0],
		]);
	});
});
