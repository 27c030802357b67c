import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { dump as dumpRows } from '../../claims/admin/dump.js';
import { load as loadRows } from '../../claims/admin/load.js';
import { rowKinds } from '../../row-kinds.js';
import { linesOf, type Write } from '../program/text-files.js';
import { type Command, counted } from './session.js';

export const dump: Command = {
	takes: '[FILE]',
	says: 'every row of the database as JSON lines, to FILE or to standard output; codes stay encrypted',
	async run(session, { argument: file = '-' }) {
		const { stdout } = session.process;
		const job = await session.claims('Dumped');
		const writeLines = (write: Write) => dumpRows(job, rowKinds, (line) => write(`${line}\n`));
		const { claims, rows, damaged } = await (file === '-'
			? writeLines(async (text) => void (stdout.write(text) || (await once(stdout, 'drain'))))
			: session.writeNew(file, writeLines));
		const where = file === '-' ? '' : ` to ${file}`;
		session.say(`${counted(claims, 'claim')} and ${counted(rows, 'other row')} dumped${where}`);
		return session.findings(damaged.map((key) => `NOT dumped, since it cannot be read: ${key}`));
	},
};

export const load: Command = {
	takes: 'FILE',
	says: 'adds the rows of a dump ("-": from standard input), to any kind of database; overwrites nothing, lists conflicts',
	async run(session, { argument: file = '-' }) {
		const { DISCORD_GUILD_ID: listed } = session.settings('DISCORD_GUILD_ID');
		const job = await session.claims('Loaded', { converts: true, create: true });
		const input = file === '-' ? session.process.stdin : createReadStream(file);
		const home = { home: listed?.[0], listed };
		const { added, same, conflicts } = await loadRows(job, rowKinds, linesOf(input), home);
		session.say(
			`${counted(added, 'row')} added, ${same} there already, ${counted(conflicts.length, 'conflict')}`,
		);
		return session.findings(
			conflicts.map(({ key, holders }) => {
				const idsOf = (ids: readonly string[] | undefined) => ids?.join(' and ') || 'nobody';
				const [here, there] = [idsOf(holders?.inStore), idsOf(holders?.inFile)];
				const what =
					here === there ? 'with different details' : `held by ${here} here and by ${there} in the file`;
				return `Conflict, left as it was: ${key}, ${what}`;
			}),
		);
	},
};
