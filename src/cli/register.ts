import { DiscordAPIError, type REST, Routes } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import { AppError, exitCodes, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import { ownAccount, ownGuilds } from '../discord/guilds/own-account.js';
import {
	type CommandChanges,
	hasDifferences,
	type RegistrationScope,
	registerCommands,
	registrationScopes,
} from '../discord/registration/registration.js';
import { findServed, readServed } from '../servers/served-guilds.js';
import { type Opened, open, whyDiscordFailed } from './program/open.js';
import { ProgramError, print, runProgram } from './program/run-program.js';

// `npm run register`: updates the commands at Discord in each served server, and deletes global ones and those of other
// servers. Without DISCORD_GUILD_ID, the store's note is used.

async function register(opened: Opened): Promise<number> {
	const settings = opened.settings('DISCORD_TOKEN', 'DISCORD_GUILD_ID', 'DATABASE_URL', 'DISCORD_API_URL');
	const rest = opened.discord();
	try {
		const served = await findServed(ownAccount(rest), settings, await readNoted(opened));
		if (served !== undefined) return await registerIn(rest, served);
	} catch (error) {
		if (error instanceof AppError) throw error;
		const isToken = error instanceof DiscordAPIError && error.status === 401;
		const code = isToken ? exitCodes.config : exitCodes.trouble;
		throw new ProgramError(code, `The commands were not registered: ${whyDiscordFailed(error)}`);
	}
	throw new ProgramError(
		exitCodes.trouble,
		'The bot isn’t in any server yet. Invite it with the link in the README first.',
	);
}

/** Undefined without a note or a readable store. An explicit list needs no store. */
async function readNoted(opened: Opened): Promise<readonly string[] | undefined> {
	if (opened.settings('DISCORD_GUILD_ID').DISCORD_GUILD_ID !== undefined) return undefined;
	try {
		return await readServed(await opened.store());
	} catch (error) {
		if (error instanceof StoreUnavailableError || error instanceof StoreRefusedError) return undefined;
		throw error;
	}
}

async function registerIn(rest: REST, served: readonly string[]): Promise<number> {
	const application = (await rest.get(Routes.currentApplication())) as { id: string };
	const ownIds = (await ownGuilds(rest)).map(({ id }) => id);
	let isAllDone = true;
	for (const scope of registrationScopes(application.id, served, ownIds, commandPayloads)) {
		try {
			report(scope, await registerCommands(rest, scope));
		} catch (error) {
			// The bot is not in this server: the others are still updated.
			if (!(error instanceof DiscordAPIError) || error.code !== 50_001) throw error;
			process.stderr.write(`Not registered ${placeOf(scope)}: the bot is not in it. Invite it first.\n`);
			isAllDone = false;
		}
	}
	return isAllDone ? exitCodes.ok : exitCodes.trouble;
}

function report(scope: RegistrationScope, changes: CommandChanges): void {
	const where = placeOf(scope);
	const count = scope.commands.length;
	if (hasDifferences(changes))
		print(count === 0 ? `Removed unused commands ${where}:` : `Registered ${count} commands ${where}:`);
	else if (count > 0) print(`Nothing to do: the ${count} commands are registered ${where} already.`);
	for (const name of changes.added) print(`  + ${name} (new)`);
	for (const name of changes.changed) print(`  ~ ${name} (changed)`);
	for (const name of changes.removed) print(`  - ${name} (removed)`);
}

function placeOf({ guildId }: RegistrationScope): string {
	return guildId === undefined ? 'for every server' : `for server ${guildId}`;
}

await runProgram(process, '', () => open(process.env, register));
