import { REST } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import { ConfigError } from '../base/errors.js';
import { userAgent } from '../base/version.js';
import { webAddress } from '../base/web-address.js';
import { connectMarketplace } from '../composition/create-marketplace.js';
import { allVariables, describeConfigError, readSettings } from '../config.js';
import { EnvFileError, readEnvFile } from './init/env-file.js';
import { browserOf } from './init/open-browser.js';
import { runInit } from './init/run-init.js';
import { openTerminal, Stopped } from './init/terminal.js';

// `npm run init`: from nothing to a bot that runs, by five questions. Writes `.env` and registers the commands.

const exitCodes = { ok: 0, ended: 1, unwritable: 73, config: 78, interrupted: 130 } as const;
const patienceMs = 8_000;

const terminal = openTerminal({
	input: process.stdin,
	output: process.stdout,
	onInterrupt: (stop) => {
		process.on('SIGINT', stop);
		return () => process.off('SIGINT', stop);
	},
});

/** Where else the address leads; undefined: it answers, whatever it says. */
async function knock(url: string): Promise<string | undefined> {
	const answer = await fetch(url, {
		redirect: 'manual',
		headers: { 'user-agent': userAgent },
		signal: AbortSignal.timeout(patienceMs),
	});
	await answer.body?.cancel();
	const location = answer.headers.get('location');
	if (answer.status < 300 || answer.status > 399 || location === null) return undefined;
	const [here, there] = [webAddress(url), webAddress(new URL(location, url).href)];
	return here?.origin === there?.origin ? undefined : there?.origin;
}

async function init(): Promise<number> {
	try {
		const known = { ...readEnvFile('.env', '').values, ...process.env };
		const { DISCORD_API_URL: api } = readSettings(known, ['DISCORD_API_URL']);
		const outcome = await runInit({
			terminal,
			environment: process.env,
			connectDiscord: (token) =>
				new REST({ retries: 1, timeout: patienceMs, ...(api !== undefined && { api }) }).setToken(token),
			connect: ({ url, key }) =>
				connectMarketplace(
					readSettings(
						{
							DISCORD_TOKEN: 'x',
							MARKETPLACE_URL: url,
							MARKETPLACE_API_KEY: key,
							CLAIM_SECRET: 'x'.repeat(32),
						},
						allVariables,
					),
				),
			knock,
			openBrowser: process.stdin.isTTY ? browserOf(process.env) : undefined,
			commands: commandPayloads,
		});
		terminal.close();
		// The bot's own entry, in this process: its signals and its exit code are those of the command.
		if (outcome === 'start') await import('../main.js');
		return outcome === 'stopped' ? exitCodes.interrupted : exitCodes.ok;
	} catch (error) {
		terminal.close();
		if (error instanceof Stopped) {
			terminal.say('\nNothing was saved.');
			return error.byPerson ? exitCodes.interrupted : exitCodes.ended;
		}
		if (error instanceof ConfigError) {
			process.stderr.write(describeConfigError(error));
			return exitCodes.config;
		}
		if (!(error instanceof EnvFileError)) throw error;
		terminal.say(`Nothing was saved: ${error.message}.`);
		return exitCodes.unwritable;
	}
}

process.exitCode = await init();
// A request that was under way would hold up the end.
if (process.exitCode !== exitCodes.ok) process.stdout.write('', () => process.exit());
