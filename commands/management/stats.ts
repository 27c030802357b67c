import { ApplicationCommandOptionType } from 'discord.js';
import {
	type Asked,
	onComponent,
	privately,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { PurchaseFiles } from '../../src/purchases/purchase-file.js';
import type { ServerReport } from '../../src/reporting/server-report.js';
import type { GuildCharts } from '../../src/statistics/charts/guild-charts.js';
import type { SupportShares } from '../../src/statistics/support-share.js';
import type { VerificationStatistics } from '../../src/statistics/verification-statistics.js';
import {
	downloadList,
	periods,
	purchaseListView,
	showStats,
	statsChart,
	statsView,
} from '../../src/views/management/stats-view.js';

export interface StatsServices {
	readonly statistics: Pick<VerificationStatistics, 'report'>;
	readonly supportShares: Pick<SupportShares, 'read'>;
	readonly charts: Pick<GuildCharts, 'draw'>;
	readonly purchaseFiles: Pick<PurchaseFiles, 'make'>;
	/** Every download is reported. */
	readonly serverReport: Pick<ServerReport, 'purchaseList'>;
}

/** `/stats [days]`: verifications, refusals and support in numbers and a chart, for managers of the server. */
export const stats = slashCommand('stats', {
	access: 'manager',
	options: [
		{
			type: ApplicationCommandOptionType.Integer,
			...commandText('stats.days'),
			choices: periods.map((days) => ({ name: String(days), value: days })),
		},
	],
	answer: (asked, services: StatsServices) => {
		const days = asked.fields.optionalNumber('days') ?? periods[0];
		return privately(statsPage(asked, services, days));
	},
});

export const statsComponents = [
	onComponent('button', showStats, 'manager', (asked, services: StatsServices) =>
		showPage(statsPage(asked, services, asked.args[0])),
	),
	onComponent('button', downloadList, 'administrator', (asked, services: StatsServices) =>
		showPage(async () => {
			const { guildId, userId } = asked;
			const made = await services.purchaseFiles.make(guildId);
			if (made.kind === 'file') {
				services.serverReport.purchaseList({ guildId, userId }, made.count);
			}
			return purchaseListView(asked.t, made);
		}),
	),
];

function statsPage({ guildId, rights, t }: Asked, services: StatsServices, days: number): Work {
	return async () => {
		const { statistics, supportShares, charts } = services;
		const [report, share] = await Promise.all([statistics.report(guildId, days), supportShares.read()]);
		// An empty chart is useless, and uses up the server's one chart a minute.
		const chart = report.verified === 0 ? undefined : await charts.draw(guildId, statsChart(t, report));
		return statsView(t, { report, share, chart, hasList: rights.isAdministrator });
	};
}
