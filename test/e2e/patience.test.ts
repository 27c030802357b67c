import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** Prints, as the program ends, how long each address of a host has. */
const hook = `data:text/javascript,${encodeURIComponent(`
	import { getDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
	process.on('exit', () => console.log('\\nattempt ' + getDefaultAutoSelectFamilyAttemptTimeout()));
`)}`;

it.each(['main', 'init', 'claims-cli'])(
	'%s gives each address of a far host the time that a connection takes',
	async (program) => {
		// It ends for want of settings.
		const child = spawn(process.execPath, ['--import', hook, `dist/src/${program}.js`, '--help'], {
			env: {},
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		// Half of the two seconds that the shop has, so that the next address has time too.
		expect(await text(child.stdout)).toContain('attempt 1000');
	},
);
