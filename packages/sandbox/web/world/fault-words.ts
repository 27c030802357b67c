import type { FaultKind } from '../../src/marketplace/faults.js';

/** The shop's problems, in words for people. */
export const faultWords: Readonly<Record<FaultKind, string>> = {
	'maintenance-503': 'Down for maintenance (503)',
	'maintenance-404': 'Down for maintenance, as “not found” (404)',
	'500': 'Server error (500)',
	'502-html': 'A proxy’s error page (502)',
	hang: 'Never answers',
	reset: 'Cuts the connection',
	dribble: 'Answers a byte at a time',
	'429': 'Too many requests (429)',
	denies: 'Says that no code is valid',
	'401': 'Refuses the key (401)',
	'404': 'Not found (404)',
	redirect: 'Sends one to a login page',
	'200-html': 'A web page in place of data',
	empty: 'An empty answer',
	truncated: 'Half an answer',
	'wrong-shape': 'Data of the wrong shape',
	array: 'Data wrapped in a list',
	huge: '200 MB of blanks',
};
