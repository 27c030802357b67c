import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serviceManager } from '../../src/operate/service-manager.js';

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const hasTools = isThere('systemd-notify') && isThere('python3');
if (!hasTools)
	process.stderr.write(
		'No systemd-notify or no python3: the service manager is tested without a real socket.\n',
	);

/** A stand-in for a service manager: a datagram socket that prints each message on a line. */
const listening = `
import socket, sys
heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
heard.bind(sys.argv[1])
print('listening', flush=True)
while True:
    message = heard.recv(4096).decode().strip()
    if message != 'BARRIER=1': print(message, flush=True)
`;

/** A service manager's socket and the messages it received. */
async function manager(): Promise<{ socket: string; heard: string[] }> {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-notify-'));
	const socket = join(folder, 'notify');
	const listener = spawn('python3', ['-c', listening, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
	onTestFinished(async () => {
		listener.kill();
		await once(listener, 'close');
		await rm(folder, { recursive: true });
	});
	const heard: string[] = [];
	createInterface({ input: listener.stdout }).on('line', (line) => heard.push(line));
	await expect.poll(() => heard).toEqual(['listening']);
	heard.length = 0;
	return { socket, heard };
}

/** The lines that a service manager with this environment gets while nothing fails, on a clock that the test controls. */
function notified(environment: Readonly<Record<string, string>>) {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const sent: string[] = [];
	const noProblem = (error: unknown) => {
		throw error;
	};
	return { sent, service: serviceManager(environment, noProblem, async (line) => void sent.push(line)) };
}

describe('the service manager', () => {
	it.runIf(hasTools)('is notified over its socket when the bot is ready and when it stops', async () => {
		const { socket, heard } = await manager();
		const problems: unknown[] = [];
		const environment = { NOTIFY_SOCKET: socket, PATH: process.env['PATH'] };
		const service = serviceManager(environment, (error) => problems.push(error));
		service.ready();
		await expect.poll(() => heard).toEqual(['READY=1']);
		service.stopping();
		await expect.poll(() => heard).toEqual(['READY=1', 'STOPPING=1']);
		// The tool waits for a response that may only come when the listener ends.
		expect(problems).toEqual([]);
	});

	it('is notified that the event loop is alive, twice per watchdog interval', async () => {
		const watchdog = { WATCHDOG_USEC: '60000000', WATCHDOG_PID: `${process.pid}` };
		const { sent } = notified({ NOTIFY_SOCKET: '/run/x', ...watchdog });
		await vi.advanceTimersByTimeAsync(29_999);
		expect(sent).toEqual([]);
		await vi.advanceTimersByTimeAsync(90_000);
		expect(sent).toEqual(Array(3).fill('WATCHDOG=1'));
		vi.clearAllTimers();
	});

	const elsewhere = { NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '9', WATCHDOG_PID: '1' };
	it.each<[string, Readonly<Record<string, string>>]>([
		['there is none', {}],
		['it keeps no watchdog', { NOTIFY_SOCKET: '/run/x' }],
		['its watchdog is for another process', elsewhere],
	])('is not notified about the event loop if %s', async (_, environment) => {
		const { sent, service } = notified(environment);
		await vi.advanceTimersByTimeAsync(600_000);
		expect(sent).toEqual([]);
		service.stopping();
		expect(sent.length).toBe('NOTIFY_SOCKET' in environment ? 1 : 0);
	});

	it('gets no message if no manager listens, and the operator is warned once', async () => {
		const problems: unknown[] = [];
		const refuse = () => Promise.reject(new Error('no'));
		const service = serviceManager({ NOTIFY_SOCKET: '/x' }, (error) => problems.push(error), refuse);
		service.ready();
		service.stopping();
		await expect.poll(() => problems).toHaveLength(1);
	});
});
