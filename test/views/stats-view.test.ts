import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import type { SupportShare } from '../../src/statistics/support-share.js';
import { statsChart, statsView } from '../../src/views/stats-view.js';
import { messageRefusals } from './refusals.js';
import { reportOf, sampleReport } from './sample-report.js';
import { hostileText } from './samples.js';

const t = translatorFor('en-US');
const chart = Buffer.from('a picture');
const share: SupportShare = { claims: 8, supported: 6, countedAt: 60_000 };

function fieldsOf(changes: Partial<Parameters<typeof statsView>[1]> = {}): string[] {
	const [embed] = statsView(t, { report: sampleReport(), share, chart, ...changes }).embeds ?? [];
	return (embed?.fields ?? []).map(({ name, value }) => `${name}\n${value}`);
}

const items = (count: number, times = 1) =>
	Array.from({ length: count }, (_, index) => ({
		id: index + 1,
		name: `Item ${index + 1}`,
		count: (count - index) * times,
	}));

describe('the numbers of /stats', () => {
	it('are the total, the last week, the items, the refusals and the share with support', () => {
		const [embed] = statsView(t, { report: sampleReport(), share, chart }).embeds ?? [];
		expect(embed?.title).toBe('Verifications in the last 30 days');
		expect(embed?.description).toBe('**4** in all · **0.1** a day');
		expect(fieldsOf()).toEqual([
			'The last 7 days\n5/4 **0** · 5/5 **0** · 5/6 **0** · 5/7 **0** · 5/8 **0** · 5/9 **2** · 5/10 **2**',
			'By item\n🟦 \u2068Aurora\u2069 · **3** (75%)\n🟩 \u2068Basalt\u2069 · **1** (25%)',
			'Refused: 4\nUnknown to the marketplace · **3** (75%)\nBelongs to somebody else · **1** (25%)',
			'Claims with support\n**75%** · 6 of 8, counted <t:60:R>',
		]);
	});

	it('of a server where nothing has happened say so', () => {
		const nothing = { report: reportOf(30), share: { ...share, claims: 0, supported: 0 } };
		expect(fieldsOf(nothing).slice(1)).toEqual(['By item\n–', 'Refused: 0\n–', 'Claims with support\n–']);
	});

	it('say that the claims are being counted where that takes long', () => {
		expect(fieldsOf({ share: undefined }).at(-1)).toContain('Being counted');
	});

	it('name nine items and add the others up', () => {
		const [, byItem = ''] = fieldsOf({ report: reportOf(30, [{ items: items(12), others: 5 }]) });
		const lines = byItem.split('\n').slice(1);
		expect(lines).toHaveLength(10);
		expect(lines.map((line) => [...line][0])).toEqual([...'🟦🟩🟨🟪⬜⬜⬜⬜⬜⬜']);
		expect(lines.at(-1)).toBe('⬜ Other items · **11** (13%)');
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

	it.each(languages)(
		'has labels of digits and punctuation alone, no two of them the same, in %s',
		(language) => {
			const { labels } = statsChart(translatorFor(language), reportOf(90));
			for (const label of labels) expect(label).toMatch(/^\d[\d./-]*$/);
			expect(new Set(labels).size).toBe(90);
		},
	);

	it('is described for who does not see it', () => {
		const [file] = statsView(t, { report: sampleReport(), share, chart }).files ?? [];
		expect(file?.description).toBe('Verifications a day, as bars. 5/9: 2 and 5/10: 2');
	});

	it('is left out, and said to be missing, where it could not be drawn', () => {
		const view = statsView(t, { report: sampleReport(), share, chart: undefined });
		expect(view.files).toBeUndefined();
		expect(view.embeds?.[0]?.image).toBeUndefined();
		expect(view.embeds?.[0]?.description).toContain('could not be drawn');
		const later = statsView(t, { report: sampleReport(), share, chart: 'later' });
		expect(later.files).toBeUndefined();
		expect(later.embeds?.[0]?.description).toContain('one chart a minute');
	});
});

describe('a message that Discord takes', () => {
	it.each(languages)('is made of any statistics, in %s', (language) => {
		const item = fc.record({ id: fc.nat(), name: hostileText, count: fc.integer({ min: 1, max: 1e9 }) });
		const refusals = { invalid: 1e9, taken: 1e9, limited: 1e9, 'not-a-code': 1e9, uncheckable: 1e9 };
		fc.assert(
			fc.property(fc.array(item, { maxLength: 20 }), fc.boolean(), (sold, isDrawn) => {
				const report = reportOf(90, Array(90).fill({ items: sold, others: 1e9, refusals }));
				const view = statsView(translatorFor(language), {
					report,
					share: { claims: 1e9, supported: 1e9, countedAt: 8.64e15 },
					chart: isDrawn ? chart : undefined,
				});
				const { files, ...message } = view;
				expect(messageRefusals(message)).toEqual([]);
				const alt = files?.[0]?.description ?? '';
				expect(alt.length).toBeLessThanOrEqual(1024);
			}),
			{ numRuns: 15 },
		);
	});
});
