// Loaded before a bot, by NODE_OPTIONS: how its SQLite misbehaves from one SIGUSR2 to the next. STORE_TROUBLE is
// `read-only` or `slow`.
import { createRequire } from 'node:module';

const { STORE_TROUBLE } = process.env;
const slowMs = 300;
const sqlite3 = createRequire(import.meta.resolve('@keyv/sqlite'))('sqlite3');
const connections = [];
let isOn = false;

sqlite3.Database = class extends sqlite3.Database {
	constructor(...parameters) {
		super(...parameters);
		connections.push(this);
	}
};

const { all } = sqlite3.Statement.prototype;
sqlite3.Statement.prototype.all = function (...parameters) {
	if (!isOn || STORE_TROUBLE !== 'slow') return all.apply(this, parameters);
	setTimeout(() => all.apply(this, parameters), slowMs);
	return this;
};

process.on('SIGUSR2', () => {
	isOn = !isOn;
	if (STORE_TROUBLE !== 'read-only') return;
	// A database that is already closed needs no notice.
	for (const connection of connections) connection.exec(`PRAGMA query_only = ${isOn ? 1 : 0}`, () => {});
});
