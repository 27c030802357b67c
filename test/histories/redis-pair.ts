import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { freePort } from '../free-port.js';
import { endServer, findProgram } from '../torture/own-servers.js';
import { aloneMs, type Pair } from './pair.js';
import { openProxy } from './proxy.js';

const startTimeoutMs = 30_000;

/**
 * A primary and a replica, both of which write to disk before they answer. Redis answers before its replica has
 * anything, so a failover may lose what was acknowledged. Undefined where there is no Redis on this machine.
 */
export async function startRedisPair(): Promise<Pair | undefined> {
	const program = await findProgram('redis-server', []);
	if (program === undefined) return undefined;
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-pair-'));
	const [primaryPort, replicaPort] = [await freePort(), await freePort()];
	const start = async (name: string, port: number, more: readonly string[] = []): Promise<ChildProcess> => {
		const data = join(folder, name);
		await mkdir(data);
		const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', data, '--save', ''];
		const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--repl-diskless-sync-delay', '0'];
		return spawn(program, [...settings, ...durable, ...more], { stdio: 'ignore' });
	};
	const primary = await start('primary', primaryPort);
	const line = await openProxy(primaryPort);
	const replica = await start('replica', replicaPort, ['--replicaof', '127.0.0.1', `${line.port}`]);
	for (const deadline = Date.now() + startTimeoutMs; ; ) {
		const replication = await ask(replicaPort, ['INFO', 'replication']).catch(String);
		if (replication.includes('master_link_status:up')) break;
		if (Date.now() > deadline) throw new Error('The replica does not follow');
		// A server tells nobody when it begins to follow.
		await sleep(50);
	}
	const front = await openProxy(primaryPort);

	return {
		address: { databaseUrl: `redis://127.0.0.1:${front.port}`, namespace: 'histories' },
		async failOver() {
			line.cut();
			await sleep(aloneMs);
			await endServer(primary, 'SIGKILL');
			await ask(replicaPort, ['REPLICAOF', 'NO', 'ONE']);
			front.moveTo(replicaPort);
		},
		async remove() {
			await Promise.all([
				front.close(),
				line.close(),
				...[primary, replica].map((server) => endServer(server, 'SIGKILL')),
			]);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function ask(port: number, command: string[]): Promise<string> {
	const client = createClient({ socket: { port, host: '127.0.0.1', reconnectStrategy: false } });
	client.on('error', () => {});
	await client.connect();
	try {
		return String(await client.sendCommand(command));
	} finally {
		client.destroy();
	}
}
