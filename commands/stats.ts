import { ApplicationCommandOptionType } from 'discord.js';
import type { Chart } from '../src/charts/guild-charts.js';
import type { StackedDays } from '../src/charts/stacked-days.js';
import { replyLater } from '../src/discord/handler.js';
import { slashCommand } from '../src/discord/slash-command.js';
import { commandText } from '../src/i18n/command-text.js';
import type { Report } from '../src/statistics/report.js';
import type { SupportShare } from '../src/statistics/support-share.js';
import { statsChart, statsView } from '../src/views/stats-view.js';

/** How a server's verifications go. */
export interface StatisticsSource {
	/** The last `days` days, today included. */
	report(guildId: string, days: number): Promise<Report>;
	/** Undefined where counting takes too long to wait for it. */
	supportShare(guildId: string): Promise<SupportShare | undefined>;
	draw(guildId: string, chart: StackedDays): Promise<Chart>;
}

const periods = [30, 90] as const;

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
	answer: ({ interaction, t }, { statistics }: { readonly statistics: StatisticsSource }) =>
		replyLater(async () => {
			const { guildId, options } = interaction;
			const [report, share] = await Promise.all([
				statistics.report(guildId, options.getInteger('days') ?? periods[0]),
				statistics.supportShare(guildId),
			]);
			const chart = await statistics.draw(guildId, statsChart(t, report));
			return statsView(t, { report, share, chart });
		}),
});
