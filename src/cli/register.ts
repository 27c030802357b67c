import { DiscordAPIError, type REST, Routes } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import { systemClock } from '../base/clock.js';
import { ConfigError, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import { createScrubber } from '../base/logger.js';
import { endWhenUnread } from '../base/unread-output.js';
import { loadEnvFile, readSettings, type Settings } from '../config.js';
import { apiCodes } from '../discord/connection/api-errors.js';
import { programRest } from '../discord/connection/program-rest.js';
import { OwnAccount, ownGuilds } from '../discord/guilds/own-account.js';
import {
	type CommandDifferences,
	hasDifferences,
	type RegistrationScope,
	registerCommands,
	registrationScopes,
} from '../discord/registration/registration.js';
import { findServed, readServed } from '../guilds/served-guilds.js';
import { openStore } from '../storage/open.js';
import { exitCodes, explainConfigError, print } from './claims/program.js';

// `npm run register`: updates the commands at Discord in each served server, and deletes global ones and those of other
// servers. Without DISCORD_GUILD_ID, the store's note is used.

async function register(): Promise<number> {
	loadEnvFile(process.env);
	const settings = readSettings(process.env, [
		'DISCORD_TOKEN',
		'DISCORD_GUILD_ID',
		'DATABASE_URL',
		'DISCORD_API_URL',
	]);
	const { DISCORD_TOKEN: token, DISCORD_API_URL: api } = settings;
	const rest = programRest({ token, api, clock: systemClock });
	const scrub = createScrubber([settings.DISCORD_TOKEN, settings.DATABASE_URL]);
	try {
		const served = await servedNow(rest, settings);
		if (served === undefined) {
			process.stderr.write('The bot isn’t in any server yet. Invite it with the link in the README first.\n');
			return exitCodes.findings;
		}
		return await registerIn(rest, served);
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		process.stderr.write(`The commands were not registered: ${scrub(explain(error))}\n`);
		return error instanceof DiscordAPIError && error.status === 401 ? exitCodes.config : exitCodes.findings;
	}
}

/** Undefined if the bot is in no server, and none is named. */
async function servedNow(
	rest: REST,
	settings: Pick<Settings, 'DISCORD_GUILD_ID' | 'DATABASE_URL'>,
): Promise<readonly string[] | undefined> {
	// An explicit list needs no store.
	const noted = settings.DISCORD_GUILD_ID === undefined ? await readNoted(settings.DATABASE_URL) : undefined;
	return await findServed(new OwnAccount(rest), settings, noted);
}

/** Undefined without a note or a readable store. */
async function readNoted(databaseUrl: string): Promise<readonly string[] | undefined> {
	try {
		const store = await openStore(databaseUrl, () => {});
		try {
			return await readServed(store);
		} finally {
			await store.close();
		}
	} catch (error) {
		if (error instanceof StoreUnavailableError || error instanceof StoreRefusedError) return undefined;
		throw error;
	}
}

async function registerIn(rest: REST, served: readonly string[]): Promise<number> {
	const application = (await rest.get(Routes.currentApplication())) as { id: string };
	const ownIds = (await ownGuilds(rest)).map(({ id }) => id);
	let isAllDone = true;
	for (const scope of registrationScopes(application.id, served, ownIds)) {
		try {
			report(scope, await registerCommands(rest, scope, commandPayloads));
		} catch (error) {
			// The bot is not in this server: the others are still updated.
			if (!(error instanceof DiscordAPIError) || error.code !== 50_001) throw error;
			process.stderr.write(`Not registered ${placeOf(scope)}: the bot is not in it. Invite it first.\n`);
			isAllDone = false;
		}
	}
	return isAllDone ? exitCodes.ok : exitCodes.findings;
}

function report(scope: RegistrationScope, changes: CommandDifferences): void {
	const where = placeOf(scope);
	if (!hasDifferences(changes)) {
		if (!scope.isEmpty)
			print(`Nothing to do: the ${commandPayloads.length} commands are registered ${where} already.`);
		return;
	}
	print(
		scope.isEmpty
			? `Removed unused commands ${where}:`
			: `Registered ${commandPayloads.length} commands ${where}:`,
	);
	for (const name of changes.added) print(`  + ${name} (new)`);
	for (const name of changes.changed) print(`  ~ ${name} (changed)`);
	for (const name of changes.removed) print(`  - ${name} (removed)`);
}

function placeOf({ guildId }: RegistrationScope): string {
	return guildId === undefined ? 'for every server' : `for server ${guildId}`;
}

function explain(error: unknown): string {
	if (error instanceof DiscordAPIError) {
		if (error.status === 401)
			return 'Discord rejected DISCORD_TOKEN. Reset the token on the application’s Bot page.';
		if (error.code === apiCodes.tooManyNewCommands)
			return 'Discord allows 200 new commands a day. Try again tomorrow.';
		return `Discord says: ${error.message} (${error.code}).`;
	}
	return error instanceof Error ? error.message : 'for an unknown reason.';
}

endWhenUnread(process);
process.exitCode = await register().catch(explainConfigError);
