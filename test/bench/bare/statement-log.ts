import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Loaded before a bot, by NODE_OPTIONS: writes a line for each statement that SQLite itself carries out, whichever
// library sends it, into the file that STATEMENT_LOG names. Parameters are cut to the kind of key.

interface Traced {
	on(event: 'trace', listener: (sql: string) => void): void;
}
type DatabaseClass = new (...parameters: unknown[]) => Traced;

const file = process.env['STATEMENT_LOG'] ?? '';
const require = createRequire(import.meta.resolve('@keyv/sqlite'));
const sqlite3 = require('sqlite3') as { Database: DatabaseClass };

sqlite3.Database = class extends sqlite3.Database {
	constructor(...parameters: unknown[]) {
		super(...parameters);
		this.on('trace', (sql) => appendFileSync(file, `${withoutValues(sql)}\n`));
	}
};

function withoutValues(sql: string): string {
	return sql
		.replaceAll(/\s+/g, ' ')
		.replaceAll(/'(?:claimcheck:)?(\w*)(?:[^']|'')*'/g, "'$1…'")
		.slice(0, 160);
}
