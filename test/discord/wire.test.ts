import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Wire } from '../../src/discord/wire.js';

describe('the wire to Discord', () => {
	it('opens no more connections however many requests wait, and sends them all', async () => {
		const held: ServerResponse[] = [];
		let isHeld = true;
		let connections = 0;
		const server = createServer((_, response) => {
			if (isHeld) held.push(response);
			else response.end('{}');
		}).listen(0, '127.0.0.1');
		server.on('connection', () => {
			connections += 1;
		});
		await once(server, 'listening');
		const address = server.address();
		const port = typeof address === 'object' && address !== null ? address.port : 0;
		const wire = new Wire(`http://127.0.0.1:${port}`);
		onTestFinished(async () => {
			await wire.close();
			server.close();
		});

		const sent = Array.from({ length: 600 }, () =>
			wire.send({ method: 'POST', path: '/', headers: {}, body: '{}' }),
		);
		await expect.poll(() => held.length).toBe(256);
		isHeld = false;
		for (const response of held) response.end('{}');
		const answers = await Promise.all(sent);
		expect(answers.every(({ status }) => status === 200)).toBe(true);
		expect(connections).toBe(256);
	});
});
