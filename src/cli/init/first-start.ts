import { ConfigError } from '../../base/errors.js';
import type { WayOfRunning } from '../../base/terminal.js';
import { readSettings } from '../../config.js';
import { serveHealth } from '../../health.js';
import { explain } from '../program/run-program.js';
import { askAll } from './console.js';
import {
	type Answers,
	envPath,
	keepAnswers,
	keptAnswers,
	readEnvFile,
	saveEnvFile,
	withAnswers,
} from './env-file.js';
import { register, restoreBackup, wayOf, writePage } from './finish.js';
import { type Finish, openSetupPage, type SetupPage } from './page.js';
import { openBrowser, placeOf } from './place.js';
import { givenIn, nextSteps } from './run-init.js';
import { Setup, steps } from './steps.js';
import { openTerminal } from './terminal.js';

const serving = ['DISCORD_API_URL', 'HEALTH_HOST', 'HEALTH_PORT', 'SETUP_HOST', 'SETUP_PORT'] as const;
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const names = steps.map(({ variable }) => variable);

/**
 * The start of a bot without settings: asks for them where a person can answer, and writes `.env`. Rejects with
 * ConfigError, and ends the process if the input ends or a file can't be written.
 * @returns the page, if the questions were asked on one: it can show how the bot's start goes
 */
export async function firstStart(process: NodeJS.Process): Promise<SetupPage | undefined> {
	const { env: environment, platform, stdin } = process;
	const place = placeOf(environment, { isTerminal: stdin.isTTY === true, platform });
	if (place.kind === 'nowhere') return undefined;
	const settings = readSettings(environment, serving);
	const path = envPath();
	const setup = new Setup(settings.DISCORD_API_URL, (answers) => keepAnswers(path, answers));
	// Settings of the environment count already, and win over `.env`.
	const given = names.map((name) => [name, givenIn(environment, name)]);
	const outside: Answers = Object.fromEntries(given.filter(([, value]) => value !== undefined));
	const finish: Finish = async () => {
		const failed = (await restoreBackup(setup)) ?? (await register(setup));
		if (failed !== undefined) return failed;
		await writePage(setup, environment);
		// Not even the template's values: one beside a file of the same setting would be refused.
		const unset = Object.fromEntries(Object.keys(outside).map((name) => [name, '']));
		await saveEnvFile(path, withAnswers(readEnvFile().text, { ...setup.answers, ...unset }));
		return undefined;
	};
	const quit = (): void => process.exit();
	for (const signal of stopSignals) process.on(signal, quit);
	const health = await serveMeanwhile({ host: settings.HEALTH_HOST, port: settings.HEALTH_PORT });
	try {
		const kept = { ...keptAnswers(path), ...outside };
		if (place.kind === 'console') {
			// It has a word for Ctrl+C.
			process.off('SIGINT', quit);
			await onConsole(setup, kept, finish, wayOf(environment));
			return undefined;
		}
		await setup.resume(kept);
		const { SETUP_HOST: host, SETUP_PORT: port } = settings;
		const page = await openSetupPage({ setup, host, port }, finish);
		const elsewhere =
			'From another machine of your network, put this one’s address in the place of 127.0.0.1.\n';
		const hint = host !== undefined && page.address.includes('//127.0.0.1:') ? elsewhere : '';
		process.stdout.write(`The bot has no settings yet. Set it up on this page:\n${page.address}\n${hint}`);
		if (place.kind === 'page' && place.opener !== undefined) openBrowser(place.opener, page.address);
		await page.finished;
		return page;
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		return process.exit(explain(process, error));
	} finally {
		for (const signal of stopSignals) process.off(signal, quit);
		await health?.close();
	}
}

/** A supervisor sees that the process lives, and isn't ready. */
async function serveMeanwhile(address: { readonly host: string; readonly port: number }) {
	if (address.port === 0) return undefined;
	const answer = { isReady: false, troubles: ['the bot is not set up yet'] };
	// As for the bot itself, answers matter more than a page that may have no reader.
	return await serveHealth(address, { metrics: async () => '' }, async () => answer).catch(() => undefined);
}

async function onConsole(setup: Setup, kept: Answers, finish: Finish, way: WayOfRunning): Promise<void> {
	const terminal = openTerminal('Your answers so far are kept. Start the bot again to go on.');
	try {
		terminal.say('The bot has no settings yet. Six questions, and it starts.');
		await setup.resume(kept);
		await askAll({ terminal, setup, current: () => undefined });
		for (;;) {
			const failed = await finish();
			if (failed === undefined) break;
			terminal.remark('no', failed);
			await terminal.ask(' Press Enter to try again. ');
		}
		terminal.say('Saved .env. Back it up: it holds the secret\nthat protects your buyers’ codes.');
		terminal.say(nextSteps(way, { isRegistered: true, isStarted: true }));
	} finally {
		terminal.close();
	}
}
