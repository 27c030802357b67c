import { systemClock } from '../base/clock.js';
import { runClaims } from './claims/run-claims.js';
import { runProgram } from './program/run-program.js';

// `npm run claims`: the administrator's entry point.

await runProgram(process, 'All commands: npm run claims -- --help\n', () =>
	runClaims(
		{
			environment: process.env,
			stdin: process.stdin,
			stdout: process.stdout,
			stderr: process.stderr,
			isTerminal: process.stdin.isTTY && process.stderr.isTTY,
			clock: systemClock,
		},
		process.argv.slice(2),
	),
);
