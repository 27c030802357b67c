// Loaded before a bot, by NODE_OPTIONS. Writes counts into the file named by COUNTS_LOG, one per line: `statement …`
// for each statement that SQLite executes, whichever library sends it, and `loaded FILES CHARACTERS` for the code
// loaded when the bot has said that it is ready.

import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { createRequire } from 'node:module';

const { COUNTS_LOG } = process.env;
const note = (line) => appendFileSync(COUNTS_LOG, `${line}\n`);
const require = createRequire(import.meta.resolve('@keyv/sqlite'));

watchStatements(require('sqlite3'));
watchModules(require('node:fs'));

function watchStatements(sqlite3) {
	sqlite3.Database = class extends sqlite3.Database {
		constructor(...parameters) {
			super(...parameters);
			this.on('trace', (sql) => note(`statement ${withoutValues(sql)}`));
		}
	};
}

/** The statement's first word and the kinds of its keys, such as `SELECT settings member`. */
function withoutValues(sql) {
	const kinds = sql.matchAll(/["']claimcheck:(\w+)/g);
	return [sql.trim().split(/\s/, 1)[0], ...new Set(Array.from(kinds, ([, kind]) => kind))].join(' ');
}

function watchModules(fs) {
	const loaded = new Map();
	const inspector = new Session();
	inspector.connect();
	inspector.on('Debugger.scriptParsed', ({ params: { url, length } }) => {
		if (/^(?:file:|\/)/.test(url)) loaded.set(url, length);
	});
	inspector.post('Debugger.enable');
	// The bot's logger calls `writeSync` for each line as soon as it is due.
	const { writeSync } = fs;
	fs.writeSync = (...parameters) => {
		if (String(parameters[1]).includes('"msg":"Ready"')) {
			fs.writeSync = writeSync;
			inspector.disconnect();
			const characters = [...loaded.values()].reduce((sum, length) => sum + length, 0);
			note(`loaded ${loaded.size} ${characters}`);
		}
		return writeSync(...parameters);
	};
}
