import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { EntryProcess, isAlive } from './entry-process.js';

const started: EntryProcess[] = [];
afterEach(async () => {
	for (const process of started.splice(0)) await process.end();
});

function playground(...args: string[]): EntryProcess {
	const process = new EntryProcess('playground.js', args);
	started.push(process);
	return process;
}

const address = /http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/;

describe('npm run playground', () => {
	it.each(['SIGINT', 'SIGTERM'] as const)(
		'tells of each step, and leaves nothing behind at %s',
		async (signal) => {
			const process = playground();
			await process.printed(address);
			const steps = process.output.match(/^ +\d+\.\d s {2}.+$/gm) ?? [];
			expect(steps.map((step) => step.replace(/^ +\d+\.\d s {2}/, ''))).toEqual([
				'Discord, the shop and the page are here.',
				'The bot is connected.',
				'Its commands are registered.',
				'The server is set up, and the panel is in #verify.',
			]);
			const bots = await process.children();
			expect(bots).not.toEqual([]);
			process.signal(signal);
			expect((await process.exited).code).toBe(0);
			expect(bots.filter(isAlive)).toEqual([]);
		},
	);

	it('ends its bot even where it is killed itself', async () => {
		const process = playground();
		await process.printed(address);
		const bots = await process.children();
		process.signal('SIGKILL');
		await process.exited;
		await expect.poll(() => bots.filter(isAlive)).toEqual([]);
	});

	it('says in words that its port is taken, and ends with 1', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const taken = server.address();
		const port = typeof taken === 'object' && taken !== null ? taken.port : 0;
		const process = playground('--port', String(port));
		expect((await process.exited).code).toBe(1);
		expect(process.output).toContain(`Port ${port} is taken by another program.`);
		expect(process.output).not.toContain('    at ');
		server.close();
	});

	it('ends with 2 where it is called wrongly', async () => {
		const process = playground('--port', 'many');
		expect((await process.exited).code).toBe(2);
		expect(process.output).toContain('Usage: npm run playground');
	});
});
