// Loaded before a bot, by NODE_OPTIONS. At each SIGUSR2 it writes JSON into the file named by TRACE_FILE: the functions
// that V8 has executed since the last signal.

import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const { TRACE_FILE } = process.env;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('SIGUSR2', () => {
	session.post('Profiler.takePreciseCoverage', (_, { result }) => {
		// Renamed once it is complete, because the reader waits for this name.
		writeFileSync(`${TRACE_FILE}.part`, JSON.stringify({ scripts: result }));
		renameSync(`${TRACE_FILE}.part`, TRACE_FILE);
	});
});
