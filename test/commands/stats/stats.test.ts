import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stats, statsChart, statsView } from '../../../commands/stats/stats.js';
import type { Services } from '../../../src/create-services.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { PurchaseFile } from '../../../src/services/purchases/purchase-file.js';
import { askCommand } from '../../discord/interactions/asking.js';
import { reportOf, sampleReport } from '../../states/management/sample-report.js';
import type { Given } from '../../world/floor.js';

const t = translatorFor('en-US');
const report = sampleReport();
const share = { claims: 4, supported: 3 };
const chart = Buffer.from('a picture');
const made: PurchaseFile = { kind: 'file', content: Buffer.from('a list'), count: 7 };

function setUp(found = report) {
	const asked: unknown[] = [];
	const services: Given<Services> = {
		statistics: {
			report: async (guildId, days) => {
				asked.push([guildId, days]);
				return found;
			},
			supportShare: async () => share,
		},
		charts: {
			draw: async (_, drawn) => {
				asked.push(drawn);
				return chart;
			},
		},
		purchases: { list: async () => made },
		audit: { write: (...event) => void asked.push(event) },
	};
	return { asked, services };
}

async function run(permissions: bigint, options = {}) {
	const { services, asked } = setUp();
	const log = await askCommand(stats, services, { permissions, options });
	return { log, asked };
}

describe('/stats', () => {
	it('shows numbers and chart only to the caller', async () => {
		const { log, asked } = await run(PermissionFlagsBits.ManageGuild);
		expect(log).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', statsView(t, { report, share, chart, hasList: false })],
		]);
		expect(asked).toEqual([['100000000000000001', 30], statsChart(t, report)]);
	});

	it('draws no chart if there is nothing to show, so that the limit is left for one that has content', async () => {
		const { services, asked } = setUp(reportOf(30));
		const permissions = PermissionFlagsBits.ManageGuild;
		await askCommand(stats, services, { permissions });
		expect(asked).toEqual([['100000000000000001', 30]]);
	});
});

describe('the chart of /stats', () => {
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

	it('has a bar per week from sixty days on, the last of which is complete', () => {
		const { labels, series } = statsChart(
			t,
			reportOf(90, Array(8).fill({ items: [{ id: 1, name: 'Aurora', count: 1 }] })),
		);
		expect(labels).toHaveLength(13);
		expect(labels.at(-1)).toBe('5/4');
		expect(series.map(({ counts }) => counts.slice(-2))).toEqual([
			[1, 7],
			[0, 0],
		]);
	});
});
