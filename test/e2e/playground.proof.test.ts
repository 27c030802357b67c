import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { EntryProcess, isAlive } from './entry-process.js';

const started: EntryProcess[] = [];
afterEach(async () => {
	for (const process of started.splice(0)) await process.end();
});

function playground(environment: Readonly<Record<string, string>> = {}, ...args: string[]): EntryProcess {
	const process = new EntryProcess('playground.js', args, environment);
	started.push(process);
	return process;
}

const address = /http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/;

describe('npm run playground', () => {
	it('reports each step, and leaves nothing behind at Ctrl+C', async () => {
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
		process.signal('SIGINT');
		expect((await process.exited).code).toBe(0);
		expect(bots.filter(isAlive)).toEqual([]);
	});

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
		const process = playground({}, '--port', String(port));
		expect((await process.exited).code).toBe(1);
		expect(process.output).toContain(`Port ${port} is taken by another program.`);
		expect(process.output).not.toContain('    at ');
		server.close();
	});

	it('answers the proxy that it is configured for, and no other name', async () => {
		const name = 'octocat-parakeet-4020.app.github.dev';
		const port = await freePort();
		const process = playground({ PLAYGROUND_FORWARDED_HOST: name }, '--port', String(port));
		await process.printed(`https://${name}/#key=`);
		expect(process.output).not.toMatch(address);
		const statusFor = async (Host: string) => {
			const [response] = await once(get({ port, headers: { Host } }), 'response');
			response.resume();
			return response.statusCode;
		};
		expect(await statusFor(name)).toBe(200);
		expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
		expect(await statusFor(`evil-${name}`)).toBe(403);
		expect(await statusFor('attacker.example')).toBe(403);
	});
});
