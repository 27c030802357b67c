import { parseArgs } from 'node:util';
import { exitCodes } from '../../base/errors.js';
import { wrapText } from '../../base/terminal.js';
import { UsageError } from '../program/run-program.js';
import { backup, backups } from './backups.js';
import { confirmAccount } from './confirm-account.js';
import { dump, load } from './dump.js';
import { forgetServer } from './forget-server.js';
import { exportCsv, importCsv } from './lists.js';
import { restore } from './restore.js';
import { rotateSecret } from './rotate-secret.js';
import { type Command, type CommandProcess, Session } from './session.js';
import { stats } from './stats.js';
import { verify } from './verify.js';

/** In the order in which the help lists them. */
const commands: Readonly<Record<string, Command>> = {
	dump,
	load,
	'export-csv': exportCsv,
	'import-csv': importCsv,
	backup,
	backups,
	restore,
	verify,
	stats,
	'rotate-secret': rotateSecret,
	'forget-server': forgetServer,
	'confirm-account': confirmAccount,
};

/** Wider lines are hard to read. */
const maxColumns = 120;

const options = {
	yes: { type: 'boolean', default: false },
	apply: { type: 'boolean', default: false },
	json: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

const lines = Object.entries(commands).map(
	([name, { takes = '', says }]) => `  ${`${name} ${takes}`.padEnd(19)}  ${says}`,
);

/** A line for each command, however long: it is broken for the terminal. */
export const usage = `Usage: npm run claims -- COMMAND

${lines.join('\n')}

Reads DATABASE_URL and CLAIM_SECRET as the bot does, from the environment or .env. Exit code 1: something needs your attention.
`;

/** Runs one command and resolves to its exit code. Rejects with UsageError, and with the command's errors. */
export async function runClaims(process: CommandProcess, argv: readonly string[]): Promise<number> {
	const { name, argument, values } = parse(argv);
	if (values.help || name === undefined) {
		const { columns } = process.stdout;
		process.stdout.write(wrapText(usage, Math.min(columns ?? maxColumns, maxColumns)));
		return values.help ? exitCodes.ok : exitCodes.usage;
	}
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (command === undefined) throw new UsageError(`There is no command ${name}`);
	const { takes } = command;
	if (argument === undefined && takes !== undefined && !takes.startsWith('['))
		throw new UsageError(`${name} needs ${takes === 'ID' ? 'an' : 'a'} ${takes}`);
	const session = new Session(process);
	try {
		return await command.run(session, { argument, ...values });
	} finally {
		await session.close();
	}
}

function parse(argv: readonly string[]) {
	try {
		const { positionals, values } = parseArgs({ args: [...argv], options, allowPositionals: true });
		const [name, argument, extra] = positionals;
		if (extra !== undefined) throw new UsageError(`${extra} is one argument too many`);
		return { name, argument, values };
	} catch (error) {
		throw error instanceof TypeError ? new UsageError(error.message) : error;
	}
}
