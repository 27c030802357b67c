import { textOf } from '@claimcheck/local-discord/reading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { SupportShare } from '../../../src/statistics/support-share.js';
import { statsChart, statsView } from '../../../src/views/management/stats-view.js';
import { reportOf, sampleReport } from '../sample-report.js';

const t = translatorFor('en-US');
const chart = Buffer.from('a picture');
const share: SupportShare = { claims: 8, supported: 6, countedAt: 60_000 };

const view = (changes: Partial<Parameters<typeof statsView>[1]> = {}) =>
	statsView(t, { report: sampleReport(), share, chart, ...changes });
const linesOf = (changes: Parameters<typeof view>[0] = {}) => textOf(view(changes)).split('\n');

const items = (count: number, times = 1) =>
	Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		name: `Item ${index + 1}`,
		count: (count - index) * times,
	}));

describe('the numbers of /stats', () => {
	it.each([
		[{ before: 3 }, '**4** verified, 33% more than the period before'],
		[{ before: 8 }, '**4** verified, 50% less than the period before'],
		[{ before: 4 }, '**4** verified, same as the period before'],
		[{ before: undefined }, '**4** verified'],
	])('are compared with as many days before, where these are known: %o', (before, line) => {
		expect(linesOf({ report: { ...sampleReport(), ...before } })[1]).toBe(line);
	});

	it('group the rare refusals', () => {
		const refusals = { invalid: 22, taken: 9, limited: 1, 'not-a-code': 2, uncheckable: 3 };
		const report = reportOf(30, [{ refusals, refunds: 3, items: items(1) }]);
		expect(linesOf({ report }).slice(-3)).toEqual([
			'**37** refused · not found 22 · in use 9 · other 6',
			'**3** refunded',
			'**6** of 8 purchases have active support',
		]);
	});

	it('name four items and add the others up', () => {
		const report = reportOf(30, [{ items: items(12), others: 5 }]);
		const legend = linesOf({ report }).slice(2, 7);
		expect(legend.map((line) => [...line][0])).toEqual([...'🟦🟩🟨🟪⬜']);
		expect(legend[4]).toBe('⬜ others **41**');
	});
});

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
