import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { commandPayloads } from '../../../commands/registry.js';
import { systemClock } from '../../base/clock.js';
import { AppError, exitCodes } from '../../base/errors.js';
import { type WayOfRunning, wayOfRunning } from '../../base/terminal.js';
import type { Environment } from '../../config.js';
import { ownAccount, ownGuilds } from '../../discord/guilds/own-account.js';
import { registerCommands, registrationScopes } from '../../discord/registration/registration.js';
import { noteServed } from '../../servers/served-guilds.js';
import { sqliteFileOf } from '../../storage/open.js';
import { runClaims } from '../claims/run-claims.js';
import { open, whyDiscordFailed } from '../program/open.js';
import { writeWhole } from '../program/text-files.js';
import { emergencyPage } from './emergency-page.js';
import { envPath } from './env-file.js';
import { fileHere, type Setup } from './steps.js';

// The work after the last answer. `.env` isn't written here but last of all, because it ends the first start.

/** Restores the backup whose secret was given, once. @returns why that failed */
export async function restoreBackup(setup: Setup): Promise<string | undefined> {
	const { answers, backup } = setup;
	if (backup === undefined) return undefined;
	const said = new PassThrough().setEncoding('utf8');
	const process = {
		environment: answers,
		stdin: new PassThrough(),
		stdout: said,
		stderr: said,
		clock: systemClock,
	};
	try {
		const code = await runClaims(process, ['restore', backup, '--yes']);
		if (code === exitCodes.ok) setup.backup = undefined;
		return code === exitCodes.ok ? undefined : String(said.read() ?? 'the backup could not be restored');
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return error.message;
	}
}

/** Registers the commands in the chosen servers. @returns why that failed */
export async function register({ bot, answers }: Setup): Promise<string | undefined> {
	if (bot === undefined) return undefined;
	const { rest, application } = bot;
	const ids = answers.DISCORD_GUILD_ID?.split(',') ?? [];
	try {
		// Before the commands: a kill in between must not leave them beside a database that seems to be lost.
		if (!(await ownAccount(rest).hasCommands(ids))) await markUsed(answers.DATABASE_URL ?? fileHere, ids);
		const ownIds = (await ownGuilds(rest)).map(({ id }) => id);
		for (const scope of registrationScopes(application.id, ids, ownIds, commandPayloads))
			await registerCommands(rest, scope);
		return undefined;
	} catch (error) {
		return `the commands weren’t registered: ${whyDiscordFailed(error)}`;
	}
}

/** Marks the database as used, so that the bot does not mistake it for the empty replacement of a lost one. */
async function markUsed(database: string, ids: readonly string[]): Promise<void> {
	try {
		await open({ DATABASE_URL: database }, async (opened) => {
			await noteServed(await opened.store({ create: true }), ids);
		});
	} catch (error) {
		// The bot reports what is wrong with its database.
		if (!(error instanceof AppError)) throw error;
	}
}

/** Writes `emergency.md` beside `.env`, if the database is a file. @returns a line that says so */
export async function writePage({ answers }: Setup, environment: Environment): Promise<string | undefined> {
	const file = sqliteFileOf(answers.DATABASE_URL ?? fileHere);
	if (file === undefined) return undefined;
	const path = join(dirname(envPath()), 'emergency.md');
	const page = emergencyPage({ folder: resolve('.'), file, at: systemClock.now(), way: wayOf(environment) });
	try {
		await writeWhole(path, (add) => add(page));
		return `Saved ${path}: what to do if this computer\nbreaks. Print it, or keep a copy elsewhere.`;
	} catch {
		return ` warning: ${path} can’t be written`;
	}
}

/** A panel and the image name themselves, wherever their files are. */
export function wayOf(environment: Environment): WayOfRunning {
	if (envPath() !== '.env' && environment['SETUP_HOST']) return { kind: 'image' };
	return environment['P_SERVER_UUID'] ? { kind: 'panel', starter: 'node index.js' } : wayOfRunning();
}
