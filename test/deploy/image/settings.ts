import type { Stage } from '@claimcheck/sandbox/stage';

/** The settings that are no secret, as an operator writes them into claimcheck.env. */
export function settingsOf(stage: Stage, overrides: Readonly<Record<string, string>> = {}): string {
	const { DISCORD_TOKEN, MARKETPLACE_API_KEY, CLAIM_SECRET, DATABASE_URL, ...settings } =
		stage.environment(overrides);
	return Object.entries(settings)
		.map(([name, value]) => `${name}=${value}\n`)
		.join('');
}

/** An operator's input when prepare.sh or install.sh asks. */
export const secretsOf = (stage: Stage): string => `${stage.discord.token}\n${stage.marketplace.apiKey}\n`;
