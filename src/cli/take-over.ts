import { parseArgs } from 'node:util';
import { AppError, ConfigError, StoreUnavailableError } from '../base/errors.js';
import { describeConfigError } from '../config.js';
import { takeOver } from './init/take-over.js';

// Called by deploy/compose/prepare.sh and deploy/systemd/install.sh in a folder where `npm start` has run the bot.

const exitCodes = { ok: 0, unavailable: 69, cannotTakeOver: 78 } as const;

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({
	options: { secrets: text, settings: text, database: text, 'database-url': text },
});

try {
	const { secrets, settings, database, 'database-url': databaseUrl } = values;
	const done = await takeOver('.env', { secrets, settings, database, databaseUrl });
	for (const line of done) process.stdout.write(`${line}\n`);
	process.exitCode = exitCodes.ok;
} catch (error) {
	if (!(error instanceof AppError)) throw error;
	const said = error instanceof ConfigError ? describeConfigError(error) : `${error.message}\n`;
	process.stderr.write(`Nothing was taken over from .env.\n${said}`);
	process.exitCode =
		error instanceof StoreUnavailableError ? exitCodes.unavailable : exitCodes.cannotTakeOver;
}
