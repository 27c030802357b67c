import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failureReason } from '../../src/base/errors.js';
import { openStore } from '../../src/storage/open.js';
import { compareAndSet } from './compare-and-set.js';

/** A Redis whose first connection refuses each write with this reply; later connections accept them. */
async function refusingRedis(reply: string) {
	const seen = { connections: 0 };
	const server = createServer((socket) => {
		seen.connections += 1;
		const isFirst = seen.connections === 1;
		socket.on('error', () => {});
		socket.on('data', (data) => {
			const commands = data
				.toString()
				.split(/^\*\d+\r\n/m)
				.slice(1);
			for (const command of commands) {
				const isWrite = command.includes('redis.call') && !command.includes(':probe');
				if (isWrite) socket.write(isFirst ? `-${reply}\r\n` : '*1\r\n:1\r\n');
				else if (command.includes('redis.call')) socket.write('*3\r\n:1\r\n:1\r\n:1\r\n');
				else if (command.includes('MGET')) {
					const keys = command.split('$').length - 2;
					socket.write(`*${keys}\r\n${'$-1\r\n'.repeat(keys)}`);
				} else if (command.includes('CONFIG')) socket.write(settingIn(command));
				else socket.write('+OK\r\n');
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('No port');
	onTestFinished(async () => {
		server.close();
	});
	const warnings: string[] = [];
	const store = await openStore(`redis://127.0.0.1:${address.port}`, (message) => warnings.push(message));
	onTestFinished(() => store.close());
	return { store, seen, warnings };
}

/** The reply of Redis 6 to `CONFIG GET`. */
function settingIn(command: string): string {
	const isOne = command.split('$').length === 4;
	const isSync = command.includes('appendfsync');
	if (isOne) return isSync ? '*2\r\n$11\r\nappendfsync\r\n$6\r\nalways\r\n' : '*0\r\n';
	return '-ERR Unknown subcommand or wrong number of arguments\r\n';
}

it('a Redis before version 7, which shows one setting at a time, causes no warning', async () => {
	expect((await refusingRedis('OOM')).warnings).toEqual([]);
});

const inScript =
	'ERR Error running script (call to f_0a): @user_script:8: @user_script: 8: -READONLY You can’t';

describe('a write that Redis refuses', () => {
	it.each([
		['READONLY', "READONLY You can't write against a read only replica."],
		['READONLY', inScript],
		['LOADING', 'LOADING Redis is loading the dataset in memory'],
		['MASTERDOWN', 'MASTERDOWN Link with MASTER is down'],
		['NOREPLICAS', 'NOREPLICAS Not enough good replicas to write.'],
	])('is retried over a new connection if the server may not be the primary: %s', async (code, reply) => {
		const { store, seen } = await refusingRedis(reply);
		const refused = await Promise.allSettled(
			['a', 'b'].map((key) => compareAndSet(store, key, undefined, 1)),
		);
		for (const each of refused) {
			expect(each).toHaveProperty('reason', expect.objectContaining({ code: 'STORE_UNAVAILABLE' }));
			expect(failureReason('reason' in each && each.reason)).toBe(code);
		}
		await expect.poll(() => compareAndSet(store, 'a', undefined, 1).catch(() => 'refused')).toBe(true);
		expect(seen.connections).toBe(2);
	});

	it.each([
		['OOM', "OOM command not allowed when used memory > 'maxmemory'."],
		['MISCONF', 'MISCONF Redis is configured to save RDB snapshots'],
		['NOPERM', 'NOPERM this user has no permissions to run the command'],
	])('fails with the reason, and keeps the connection, for other replies: %s', async (code, reply) => {
		const { store, seen } = await refusingRedis(reply);
		const refused = await compareAndSet(store, 'a', undefined, 1).catch((error: unknown) => error);
		expect(failureReason(refused)).toBe(code);
		expect(seen.connections).toBe(1);
	});
});
