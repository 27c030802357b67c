// Loaded before a bot, by NODE_OPTIONS. At each SIGUSR2 it writes JSON into the file named by TRACE_FILE: the functions
// that V8 has executed since the last signal, and the requests to the store.

import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';

const { TRACE_FILE, TRACED_ROOT } = process.env;
const { Batches } = await import(pathToFileURL(`${TRACED_ROOT}/src/storage/batches.js`).href);
const { add } = Batches.prototype;
let asked = [];

// A read is a list of keys; a commit is a list of steps, including rows that are only compared. Jobs added in one turn
// of the event loop are one request.
let turn = {};
Batches.prototype.add = function (job) {
	const act = typeof job[0] === 'string' ? 'read' : 'commit';
	if (turn[act] === undefined) {
		turn[act] = [act];
		asked.push(turn[act]);
		setImmediate(() => {
			turn = {};
		});
	}
	turn[act].push(...job.map((step) => (step.key ?? step).split(':')[1]));
	return add.call(this, job);
};

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('SIGUSR2', () => {
	session.post('Profiler.takePreciseCoverage', (_, { result }) => {
		// Renamed once it is complete, because the reader waits for this name.
		writeFileSync(
			`${TRACE_FILE}.part`,
			JSON.stringify({ scripts: result, asked: asked.map((words) => words.join(' ')) }),
		);
		renameSync(`${TRACE_FILE}.part`, TRACE_FILE);
		asked = [];
	});
});
