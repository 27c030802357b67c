import { type App, createApp } from './app.js';
import { AppError, ConfigError, exitCodes, StoreRefusedError, StoreUnavailableError } from './base/errors.js';
import { createLogger, type Logger } from './base/logger.js';
import { terminalLog, wrapText } from './base/terminal.js';
import type { SetupPage } from './cli/init/page.js';
import {
	allVariables,
	describeConfigError,
	isFirstStart,
	loadEnvFile,
	readSettings,
	type Settings,
	withdrawnSettings,
} from './config.js';
import { ConnectionClosed } from './discord/connection/client.js';
import { serviceManager } from './operate/service-manager.js';

// The bot's entry point: environment, app, signals, exit codes.

/** A terminal that closes sends SIGHUP, on Windows too, where Ctrl+Break is SIGBREAK. */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const;

/** Time for work in flight after a stop signal. */
const stopTimeoutMs = 8_000;

/** Shows how the start goes; undefined if the settings were there already. */
let page: SetupPage | undefined;

async function readConfiguration(): Promise<Settings> {
	try {
		if (isFirstStart(process.env)) {
			const { firstStart } = await import('./cli/init/first-start.js');
			page = await firstStart(process);
		}
		loadEnvFile(process.env);
		return readSettings(process.env, allVariables);
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		process.stderr.write(wrapText(describeConfigError(error), process.stderr.columns));
		await page?.end(inWords(error));
		process.exit(exitCodes.config);
	}
}

async function run(settings: Settings, logger: Logger): Promise<void> {
	const stopping = new AbortController();
	const service = serviceManager(process.env, (error) => {
		logger.warn({ err: error }, 'The service manager could not be notified');
	});
	let app: App | undefined;

	const stop = (exitCode: number, shown?: Promise<void>): void => {
		// A second signal doesn't speed it up: the work in flight is a member's answer.
		if (stopping.signal.aborted) return;
		stopping.abort();
		service.stopping();
		if (app === undefined) process.exit(exitCode);
		else void end(app, exitCode, logger, shown);
	};
	for (const signal of stopSignals) {
		process.on(signal, () => {
			logger.info({ signal }, 'Stopping');
			stop(exitCodes.ok);
		});
	}
	app = await createApp(settings, logger);
	void app.ready.then(() => {
		service.ready();
		void page?.end();
	});
	void app.fatal.then((error) => stop(explainFailure(error, logger), page?.end(inWords(error))));
	try {
		await app.connect(stopping.signal);
	} catch (error) {
		// A connection that fails permanently is reported by `app.fatal` too, with more detail.
		if (!stopping.signal.aborted) throw error;
	}
}

async function end(app: App, code: number, logger: Logger, shown?: Promise<void>): Promise<void> {
	const late = setTimeout(() => {
		logger.warn('Some work did not finish in time. It is saved and continues at the next start');
		process.exit(code);
	}, stopTimeoutMs);
	try {
		await app.stop();
		logger.info('Stopped');
	} catch (error) {
		logger.error({ err: error }, 'Stopping failed');
	}
	await shown;
	clearTimeout(late);
	process.exit(code);
}

/** 4004: the token; 4012: the gateway's version; 4014: the intents. */
const configurationCodes = [4004, 4012, 4014];

function isConfiguration(reason: ConnectionClosed['reason']): boolean {
	return reason.kind === 'closed' && configurationCodes.includes(reason.code);
}

function hintFor(reason: ConnectionClosed['reason']): string {
	if (reason.kind === 'closed' && reason.code === 4014)
		return 'An intent is not turned on. See the application’s Bot page';
	if (reason.kind === 'closed' && reason.code === 4012)
		return 'Discord no longer accepts this version of the bot. Install a newer one';
	return isConfiguration(reason) || reason.kind === 'unauthorized'
		? 'Discord rejected DISCORD_TOKEN: reset the token on the application’s Bot page'
		: 'Start the bot again';
}

/** For the person who has just set the bot up. Without secrets. */
function inWords(error: unknown): string {
	if (error instanceof ConfigError) return error.problems.join('. ');
	if (error instanceof ConnectionClosed) return hintFor(error.reason);
	return error instanceof AppError ? error.message : 'The bot’s log says why.';
}

/** Logs for the operator why the bot can't start or go on, and returns the exit code. */
function explainFailure(error: unknown, logger: Logger): number {
	if (error instanceof ConfigError) {
		process.stderr.write(wrapText(describeConfigError(error), process.stderr.columns));
		logger.fatal(
			{ problems: error.problems },
			'The configuration is wrong. Only a change of it helps. The bot will not retry',
		);
		return exitCodes.config;
	}
	if (error instanceof StoreRefusedError) {
		logger.fatal({ err: error }, `${error.message}. The bot will not retry`);
		return exitCodes.config;
	}
	if (error instanceof ConnectionClosed) {
		logger.fatal({ reason: error.reason, hint: hintFor(error.reason) }, error.message);
		return isConfiguration(error.reason) ? exitCodes.config : exitCodes.trouble;
	}
	if (error instanceof StoreUnavailableError) {
		logger.fatal({ err: error }, 'The database named by DATABASE_URL cannot be used');
		return exitCodes.unavailable;
	}
	logger.fatal({ err: error }, 'The bot could not start');
	return exitCodes.trouble;
}

const settings = await readConfiguration();
const logger = createLogger({
	level: settings.LOG_LEVEL,
	secrets: [
		settings.DISCORD_TOKEN,
		settings.MARKETPLACE_API_KEY,
		settings.CLAIM_SECRET,
		settings.DATABASE_URL,
	],
	...(process.stdout.isTTY && { destination: terminalLog(process.stdout) }),
});
// Writing to a terminal that has closed fails, with EIO. Without a listener that would end a bot in the background.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
	process.on(event, (error: unknown) => {
		logger.fatal({ err: error, event }, 'An unexpected error occurred');
		process.exit(exitCodes.internal);
	});
}
const ignored = withdrawnSettings(process.env);
if (ignored.length > 0) logger.warn({ settings: ignored }, 'These settings no longer exist. Remove them');
try {
	await run(settings, logger);
} catch (error) {
	const code = explainFailure(error, logger);
	await page?.end(inWords(error));
	process.exit(code);
}
