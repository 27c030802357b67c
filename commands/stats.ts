import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	PermissionFlagsBits,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Chart } from '../src/charts/guild-charts.js';
import type { StackedDays } from '../src/charts/stacked-days.js';
import type { Command } from '../src/discord/command.js';
import { commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import type { Report } from '../src/statistics/report.js';
import type { SupportShare } from '../src/statistics/support-share.js';
import { ephemeral } from '../src/views/message.js';
import { managersOnlyView } from '../src/views/refusal-view.js';
import { statsChart, statsView } from '../src/views/stats-view.js';
import { mayManage } from './setup.js';

/** How a server's verifications go. */
export interface StatisticsSource {
	/** The last `days` days, today included. */
	report(guildId: string, days: number): Promise<Report>;
	/** Undefined where counting takes too long to wait for it. */
	supportShare(guildId: string): Promise<SupportShare | undefined>;
	draw(guildId: string, chart: StackedDays): Promise<Chart>;
}

const periods = [30, 90] as const;

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('stats'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	default_member_permissions: String(PermissionFlagsBits.ManageGuild),
	options: [
		{
			type: ApplicationCommandOptionType.Integer,
			...commandText('stats.days'),
			choices: periods.map((days) => ({ name: String(days), value: days })),
		},
	],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/stats [days]`: verifications, refusals and support in numbers and a chart, for who manages the server. */
export function statsCommand(statistics: StatisticsSource): Command {
	return {
		data,
		async run(interaction) {
			const t = translatorFor(interaction.locale);
			if (!mayManage(interaction)) {
				await interaction.reply(ephemeral(managersOnlyView(t)));
				return;
			}
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			const { guildId } = interaction;
			const [report, share] = await Promise.all([
				statistics.report(guildId, interaction.options.getInteger('days') ?? periods[0]),
				statistics.supportShare(guildId),
			]);
			const chart = await statistics.draw(guildId, statsChart(t, report));
			await interaction.editReply(statsView(t, { report, share, chart }));
		},
	};
}
