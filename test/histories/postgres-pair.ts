import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../free-port.js';
import { endServer, findPostgres, signalFamily, unprivilegedUser } from '../torture/own-servers.js';
import { aloneMs, type Pair } from './pair.js';
import { openProxy } from './proxy.js';

const run = promisify(execFile);
const startTimeoutMs = 30_000;

/**
 * A primary and a streaming standby. `isSynchronous`: the primary acknowledges what the standby has on its disk, so that
 * a failover loses nothing that was acknowledged. Undefined where there is no PostgreSQL on this machine.
 */
export async function startPostgresPair(isSynchronous: boolean): Promise<Pair | undefined> {
	const programs = await findPostgres(['initdb', 'postgres', 'pg_basebackup', 'pg_ctl']);
	if (programs === undefined) return undefined;
	const [initdb = '', postgres = '', basebackup = '', control = ''] = programs;
	const user = await unprivilegedUser();
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-pair-'));
	await chmod(folder, 0o777);
	const options = { ...user, cwd: folder };
	const primaryData = join(folder, 'primary');
	const standbyData = join(folder, 'standby');
	const [primaryPort, standbyPort] = [await freePort(), await freePort()];
	const servers: ChildProcess[] = [];
	const start = (data: string, port: number, settings: readonly string[] = []): ChildProcess => {
		const all = ['-D', data, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-k', folder];
		const server = spawn(postgres, [...all, ...settings.flatMap((each) => ['-c', each])], {
			...options,
			stdio: 'ignore',
		});
		servers.push(server);
		return server;
	};

	await run(initdb, ['-D', primaryData, '-U', 'postgres', '-A', 'trust', '--no-sync'], options);
	const primary = start(primaryData, primaryPort);
	await untilIt(() => ask(primaryPort, 'SELECT 1'));
	const line = await openProxy(primaryPort);
	const from = ['-h', '127.0.0.1', '-p', `${line.port}`, '-U', 'postgres'];
	const copy = ['-D', standbyData, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'];
	await run(basebackup, [...from, ...copy], options);
	const source = `host=127.0.0.1 port=${line.port} user=postgres application_name=standby`;
	start(standbyData, standbyPort, [`primary_conninfo=${source}`]);
	if (isSynchronous) {
		await ask(primaryPort, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
		await ask(primaryPort, 'SELECT pg_reload_conf()');
	}
	const state = isSynchronous ? "sync_state = 'sync'" : "state = 'streaming'";
	await untilIt(async () => {
		const rows = await ask(primaryPort, `SELECT 1 FROM pg_stat_replication WHERE ${state}`);
		if (rows === 0) throw new Error('The standby does not follow');
	});
	const front = await openProxy(primaryPort);

	return {
		address: { databaseUrl: `postgresql://postgres@127.0.0.1:${front.port}/postgres` },
		async failOver() {
			line.cut();
			await sleep(aloneMs);
			const ended = once(primary, 'exit');
			await signalFamily(primary, 'SIGKILL');
			await ended;
			await run(control, ['promote', '-D', standbyData, '-w'], options);
			front.moveTo(standbyPort);
		},
		async remove() {
			await Promise.all([
				front.close(),
				line.close(),
				...servers.map((server) => endServer(server, 'SIGQUIT')),
			]);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** The number of rows. */
async function ask(port: number, sql: string): Promise<number> {
	const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
	client.on('error', () => {});
	await client.connect();
	try {
		return (await client.query(sql)).rows.length;
	} finally {
		await client.end();
	}
}

/** A database server tells nobody when it begins to listen, or to follow. */
async function untilIt(works: () => Promise<unknown>): Promise<void> {
	for (const deadline = Date.now() + startTimeoutMs; ; ) {
		try {
			await works();
			return;
		} catch (error) {
			if (Date.now() > deadline) throw error;
			await sleep(50);
		}
	}
}
