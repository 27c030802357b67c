import { afterEach, describe, expect, it } from 'vitest';
import { EntryProcess, isAlive } from './entry-process.js';

const started: EntryProcess[] = [];
afterEach(async () => {
	for (const process of started.splice(0)) await process.end();
});

function sandbox(...args: string[]): EntryProcess {
	const process = new EntryProcess('main.js', args);
	started.push(process);
	return process;
}

const codesIn = (output: string): string[] =>
	output.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [];

/** What follows the last prompt that holds `line`, up to the next prompt, on one line. */
function answerTo(line: string, output: string): string {
	const from = output.lastIndexOf(`> ${line}\n`);
	if (from < 0) return '';
	const [answer = ''] = output.slice(from + line.length + 3).split(/^\w+> /m);
	return answer.replaceAll(/\s*\n\s*(?:▌ )?/g, ' ');
}

describe('npm run sandbox', { timeout: 120_000 }, () => {
	it('plays a session from a pipe and ends with 0 at quit', async () => {
		const process = sandbox();
		await process.printed('Try: ');
		const [code = ''] = codesIn(process.output);
		process.write(
			[
				`/verify ${code}`,
				'as friend',
				`/verify ${code}`,
				'as moderator',
				'/items',
				'click next',
				'click go to page',
				'type',
				'11',
				'suggest item aur',
				'/setup server',
				'roles',
				'quit',
				'',
			].join('\n'),
		);
		const { code: exitCode } = await process.exited;
		const { output } = process;
		expect(output).toContain(`buyer> /verify ${code}`);
		expect(output).toMatch(/Maya got the role Buyer/);
		expect(output).toContain('✅ Purchase verified');
		expect(answerTo(`/verify ${code}`, output)).toContain('⛔ This code is in use');
		expect(answerTo('/items', output)).toContain('page 1 of 11');
		expect(answerTo('click next', output)).toContain('page 2 of 11');
		expect(answerTo('click go to page', output)).toContain('Go to page');
		expect(answerTo('type', output)).toContain('page 11 of 11');
		expect(answerTo('suggest item aur', output)).toContain('Aurora Admin');
		expect(answerTo('/setup server', output)).toContain('Discord does not let you');
		expect(answerTo('roles', output)).toMatch(/Buyer +Maya/);
		expect(exitCode).toBe(0);
	});

	it('helps with what it cannot read, and lets the shop fail, the role be blocked and the bot be killed', async () => {
		const process = sandbox('--exit-on-eof');
		process.write('verfy\n/verfy\ntype\nas nobody\n/verify\nclick 9\n');
		await process.printed('Try: ');
		const [first = '', second = ''] = codesIn(process.output);
		process.write(`down\n/verify ${first}\nup\nblock\n/verify ${second}\nunblock\n`);
		// The role comes by itself, some time after the answer.
		await process.printed('Maya got the role Buyer');
		process.write(`kill\n/items\nstart\n/verify ${second}\nread staff-audit\n`);
		process.endInput();
		const { code } = await process.exited;
		const { output } = process;
		expect(answerTo(`/verify ${first}`, output)).toContain('The shop isn’t answering');
		expect(output).toMatch(/once the\s+staff/);
		expect(answerTo('/items', output)).toMatch(/did not respond.*not running/s);
		expect(answerTo(`/verify ${second}`, output)).toContain('✅ Already verified');
		expect(answerTo('read staff-audit', output)).toContain('@Maya');
		expect(code).toBe(0);
		expect(answerTo('verfy', output)).toContain('help lists the rest');
		expect(answerTo('/verfy', output)).toContain('There are: /verify');
		expect(answerTo('/verify', output)).toContain('Verify purchase');
		expect(answerTo('click 9', output)).toContain('no button');
		expect(answerTo('type', output)).toContain('No form is open');
		expect(answerTo('as nobody', output)).toContain('buyer, friend, moderator, admin');
	});

	it('goes on without input until SIGTERM, then takes all its processes along', async () => {
		const process = sandbox();
		process.write('people\n');
		process.endInput();
		await process.printed('buyer> people');
		const children = await process.children();
		expect(children).toHaveLength(1);
		expect(process.isRunning).toBe(true);
		process.signal('SIGTERM');
		expect(await process.exited).toEqual({ code: 0 });
		expect(children.filter(isAlive)).toEqual([]);
	});
});
