import { ApplicationCommandOptionType } from 'discord.js';
import {
	type Asked,
	onComponent,
	replyLater,
	turnLater,
	type Work,
} from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { GuildCharts } from '../../src/statistics/charts/guild-charts.js';
import type { SupportShares } from '../../src/statistics/support-share.js';
import type { VerificationStatistics } from '../../src/statistics/verification-statistics.js';
import { periods, showStats, statsChart, statsView } from '../../src/views/management/stats-view.js';

/** How a server's verifications go. */
export interface StatsServices {
	readonly statistics: Pick<VerificationStatistics, 'report'>;
	readonly supportShares: Pick<SupportShares, 'of'>;
	readonly charts: Pick<GuildCharts, 'draw'>;
}

/** `/stats [days]`: verifications, refusals and support in numbers and a chart, for whoever manages the server. */
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
		const days = asked.interaction.options.getInteger('days') ?? periods[0];
		return replyLater(statsPage(asked, services, days));
	},
});

/** The buttons that show another period. */
export const statsComponents = [
	onComponent('button', showStats, 'manager', (asked, services: StatsServices) =>
		turnLater(statsPage(asked, services, asked.args[0])),
	),
];

function statsPage({ interaction, t }: Asked<Answerable>, services: StatsServices, days: number): Work {
	return async () => {
		const { statistics, supportShares, charts } = services;
		const { guildId } = interaction;
		const [report, share] = await Promise.all([statistics.report(guildId, days), supportShares.of(guildId)]);
		// An empty picture says nothing, and costs the server its chart of the minute.
		const chart = report.verified === 0 ? undefined : await charts.draw(guildId, statsChart(t, report));
		return statsView(t, { report, share, chart });
	};
}
