import type { Logger } from '../base/logger.js';
import type { DroppedRule, GuildSettingsStore } from './guild-settings.js';

/** Receives the rules of which a server has to be notified. Declared here because reporting is a layer above. */
interface DroppedRuleReport {
	ruleDropped(guildId: string, rule: DroppedRule): void;
}

/** Reports, once, the rules that an upgrade dropped from the settings of these guilds. Never rejects. */
export async function reportDroppedRules(
	guildIds: readonly string[],
	parts: {
		readonly settings: Pick<GuildSettingsStore, 'takeDroppedRules'>;
		readonly report: DroppedRuleReport;
		readonly logger: Pick<Logger, 'warn'>;
	},
): Promise<void> {
	const { settings, report, logger } = parts;
	for (const guildId of guildIds) {
		try {
			for (const rule of await settings.takeDroppedRules(guildId)) report.ruleDropped(guildId, rule);
		} catch (error) {
			logger.warn({ err: error, guildId }, 'The dropped rules of a server could not be reported');
		}
	}
}
