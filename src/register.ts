import { DiscordAPIError, REST, Routes } from 'discord.js';
import { commandPayloads } from '../commands/registry.js';
import { describeConfigError, loadEnvFile, readSettings } from './config.js';
import { hasDifferences, registerCommands } from './discord/registration.js';
import { ConfigError } from './errors.js';
import { createScrubber } from './logger.js';

// `npm run register`: tells Discord which commands there are, only when they changed. Reads the environment alone.

const exitCodes = { ok: 0, failed: 1, config: 78 } as const;

async function register(): Promise<number> {
	loadEnvFile();
	const settings = readSettings(process.env, [
		'DISCORD_TOKEN',
		'DISCORD_GUILD_ID',
		'SERVE_OTHER_GUILDS',
		'DISCORD_API_URL',
	]);
	const rest = new REST({
		...(settings.DISCORD_API_URL !== undefined && { api: settings.DISCORD_API_URL }),
	}).setToken(settings.DISCORD_TOKEN);
	const scrub = createScrubber([settings.DISCORD_TOKEN]);
	const guildIds = settings.SERVE_OTHER_GUILDS ? undefined : settings.DISCORD_GUILD_ID;
	const where = guildIds === undefined ? 'for every server' : `for server ${guildIds.join(', ')}`;
	try {
		const application = (await rest.get(Routes.currentApplication())) as { id: string };
		const target = { applicationId: application.id, guildIds };
		const changes = await registerCommands(rest, target, commandPayloads);
		if (!hasDifferences(changes)) {
			print(`Nothing to do: the ${commandPayloads.length} commands are registered ${where} already.`);
			return exitCodes.ok;
		}
		print(`Registered ${commandPayloads.length} commands ${where}:`);
		for (const name of changes.added) print(`  + ${name} (new)`);
		for (const name of changes.changed) print(`  ~ ${name} (changed)`);
		for (const name of changes.removed) print(`  - ${name} (removed)`);
		return exitCodes.ok;
	} catch (error) {
		process.stderr.write(`The commands were not registered: ${scrub(explain(error))}\n`);
		return error instanceof DiscordAPIError && error.status === 401 ? exitCodes.config : exitCodes.failed;
	}
}

function explain(error: unknown): string {
	if (error instanceof DiscordAPIError) {
		if (error.status === 401)
			return 'Discord does not accept DISCORD_TOKEN. Make a new one on the Bot page of the application.';
		if (error.code === 50_001)
			return 'the bot is not in the server DISCORD_GUILD_ID. Invite it with the link in the README first.';
		if (error.code === 30_034) return 'Discord allows 200 new commands a day. Try again tomorrow.';
		return `Discord says: ${error.message} (${error.code}).`;
	}
	return error instanceof Error ? error.message : 'for an unknown reason.';
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

try {
	process.exitCode = await register();
} catch (error) {
	if (!(error instanceof ConfigError)) throw error;
	process.stderr.write(describeConfigError(error));
	process.exitCode = exitCodes.config;
}
