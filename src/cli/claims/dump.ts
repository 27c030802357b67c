import { once } from 'node:events';
import { dump as dumpRows } from '../../claims/admin/dump.js';
import { rowKinds } from '../../row-kinds.js';
import type { Write } from '../program/text-files.js';
import { type Command, counted } from './session.js';

export const dump: Command = {
	takes: '[FILE]',
	says: 'every row of the database as JSON lines, to FILE or to standard output; codes stay encrypted',
	async run(session, { argument: file }) {
		const { stdout } = session.process;
		const { claims, rows, damaged } = await session.withClaims('Dumped', async (work) => {
			const writeLines = (write: Write) => dumpRows(work, rowKinds, (line) => write(`${line}\n`));
			return await (file === undefined || file === '-'
				? writeLines(async (text) => void (stdout.write(text) || (await once(stdout, 'drain'))))
				: session.writeNew(file, writeLines));
		});
		const where = file === undefined ? '' : ` to ${file}`;
		session.say(`${counted(claims, 'claim')} and ${counted(rows, 'other row')} dumped${where}`);
		return session.findings(damaged.map((key) => `NOT dumped, since it cannot be read: ${key}`));
	},
};
