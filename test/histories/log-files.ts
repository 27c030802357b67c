import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Line, type LoggedOperation, operationsOf, type Recorder, recorderTo } from './recorder.js';

/**
 * Appends to a file of the process' own. Each line is with the system when the call goes on, so a kill loses none; a
 * line that was cut short is one that had not been written.
 */
export function openRecorder(file: string): Recorder {
	const handle = openSync(file, 'a');
	return {
		...recorderTo((line) => void writeSync(handle, `${JSON.stringify(line)}\n`)),
		close: () => closeSync(handle),
	};
}

/** Everything in the logs of a folder; each process is named after its file. */
export function readLogs(folder: string): LoggedOperation[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith('.jsonl'))
		.sort()
		.flatMap((name) => {
			// After the last line break: what a kill has cut short.
			const lines = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);
			return operationsOf(
				basename(name, '.jsonl'),
				lines.map((line) => JSON.parse(line) as Line),
			);
		});
}
