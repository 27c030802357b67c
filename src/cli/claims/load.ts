import { createReadStream } from 'node:fs';
import type { AdminJob } from '../../claims/admin/admin-job.js';
import { ImportFileError, load as loadRows } from '../../claims/admin/load.js';
import { rowKinds } from '../../row-kinds.js';
import { linesOf } from '../program/text-files.js';
import { type Command, counted } from './session.js';

export const load: Command = {
	takes: 'FILE',
	says: 'adds the rows of a dump ("-": from standard input), to any kind of database; overwrites nothing, lists conflicts',
	async run(session, { argument: file = '-' }) {
		const { DISCORD_GUILD_ID: listed } = session.settings('DISCORD_GUILD_ID');
		const job = (work: AdminJob) => {
			// Opened here, where its errors are handled.
			const input = file === '-' ? session.process.stdin : createReadStream(file);
			const tooLong = (line: number) => new ImportFileError(line, 'is too long for a line of a dump');
			return loadRows(work, rowKinds, linesOf(input, tooLong), { home: listed?.[0], listed });
		};
		const loaded = await session.withClaims('Loaded', job, { converts: true, create: true });
		const { added, same, conflicts } = loaded;
		session.say(
			`${counted(added, 'row')} added, ${same} there already, ${counted(conflicts.length, 'conflict')}`,
		);
		return session.findings(
			conflicts.map(({ key, holders }) => {
				const [here, there] = [holders?.inStore, holders?.inFile].map(
					(ids) => ids?.join(' and ') || 'nobody',
				);
				const what =
					here === there ? 'with different details' : `held by ${here} here and by ${there} in the file`;
				return `Conflict, left as it was: ${key}, ${what}`;
			}),
		);
	},
};
