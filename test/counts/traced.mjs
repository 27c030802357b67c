// Loaded before a bot, by NODE_OPTIONS. At each SIGUSR2 it writes into the file that TRACE_FILE names, as JSON, which
// functions V8 has executed since the last one, and which keys the store was asked for.

import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';

const { TRACE_FILE, TRACED_ROOT } = process.env;
const { Batches } = await import(pathToFileURL(`${TRACED_ROOT}/src/storage/batches.js`).href);
const { add } = Batches.prototype;
let asked = [];

// A read is a list of keys, a write is a row.
Batches.prototype.add = function (job) {
	const kind = (key) => key.split(':')[1];
	asked.push(Array.isArray(job) ? `read ${job.map(kind).join(' ')}` : `write ${kind(job.key)}`);
	return add.call(this, job);
};

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('SIGUSR2', () => {
	session.post('Profiler.takePreciseCoverage', (_, { result }) => {
		// Renamed once it is whole: a reader waits for the name.
		writeFileSync(`${TRACE_FILE}.part`, JSON.stringify({ scripts: result, asked }));
		renameSync(`${TRACE_FILE}.part`, TRACE_FILE);
		asked = [];
	});
});
