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
import type { Chart } from '../../src/statistics/charts/guild-charts.js';
import type { StackedDays } from '../../src/statistics/charts/stacked-days.js';
import type { Report } from '../../src/statistics/period-report.js';
import type { SupportShare } from '../../src/statistics/support-share.js';
import { periods, showStats, statsChart, statsView } from '../../src/views/management/stats-view.js';

/** How a server's verifications go. */
export interface StatisticsSource {
	/** The last `days` days, today included, beside as many before. */
	report(guildId: string, days: number): Promise<Report>;
	/** Undefined where counting takes too long to wait for it. */
	supportShare(guildId: string): Promise<SupportShare | undefined>;
	draw(guildId: string, chart: StackedDays): Promise<Chart>;
}

interface Services {
	readonly statistics: StatisticsSource;
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
	answer: (asked, services: Services) => {
		const days = asked.interaction.options.getInteger('days') ?? periods[0];
		return replyLater(statsPage(asked, services, days));
	},
});

/** The buttons that show another period. */
export const statsComponents = [
	onComponent('button', showStats, 'manager', (asked, services: Services) =>
		turnLater(statsPage(asked, services, asked.args[0])),
	),
];

function statsPage({ interaction, t }: Asked<Answerable>, { statistics }: Services, days: number): Work {
	return async () => {
		const { guildId } = interaction;
		const [report, share] = await Promise.all([
			statistics.report(guildId, days),
			statistics.supportShare(guildId),
		]);
		// An empty picture says nothing, and costs the server its chart of the minute.
		const chart = report.verified === 0 ? undefined : await statistics.draw(guildId, statsChart(t, report));
		return statsView(t, { report, share, chart });
	};
}
