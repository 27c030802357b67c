import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnServer, startOwnPostgres, startOwnRedis } from '../torture/own-servers.js';
import { type Fault, failover, frozen, killed, serverCrash, serverFreeze } from './faults.js';
import type { Pair } from './pair.js';
import { startPostgresPair } from './postgres-pair.js';
import { startRedisPair } from './redis-pair.js';
import { playRound, type Round, type RoundOptions } from './round.js';

export const stores = ['sqlite', 'postgres', 'redis'] as const;

/** A store, and what befalls it and the processes. */
export interface Kind {
	readonly store: (typeof stores)[number];
	readonly name: string;
	/** It has to lose what was acknowledged: that it does is documented, and shows that the histories would tell. */
	readonly mustLose: boolean;
	/** Undefined where this machine lacks what it needs. */
	play(options: RoundOptions): Promise<Round | undefined>;
}

export const kinds: readonly Kind[] = [
	{ store: 'sqlite', name: 'SQLite: processes killed and frozen', mustLose: false, play: onSqlite },
	{
		store: 'postgres',
		name: 'PostgreSQL: processes and server killed and frozen',
		mustLose: false,
		play: onServer(startOwnPostgres),
	},
	{
		store: 'postgres',
		name: 'PostgreSQL: failover to a synchronous standby',
		mustLose: false,
		play: onPair(() => startPostgresPair(true)),
	},
	{
		store: 'postgres',
		name: 'PostgreSQL: failover to an asynchronous standby',
		mustLose: true,
		play: onPair(() => startPostgresPair(false)),
	},
	{
		store: 'redis',
		name: 'Redis: processes and server killed and frozen',
		mustLose: false,
		play: onServer(startOwnRedis),
	},
	{ store: 'redis', name: 'Redis: failover to a replica', mustLose: true, play: onPair(startRedisPair) },
];

async function onSqlite(options: RoundOptions): Promise<Round> {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-sqlite-'));
	try {
		const address = { databaseUrl: `sqlite://${join(folder, 'claims.sqlite')}` };
		return await playRound(address, [killed, frozen], options);
	} finally {
		await rm(folder, { recursive: true });
	}
}

function onServer(start: () => Promise<OwnServer | undefined>): Kind['play'] {
	return async (options) => {
		const server = await start();
		if (server === undefined) return undefined;
		const faults = [killed, serverCrash(server), frozen, serverFreeze(server)];
		try {
			return await playRound(server.address, faults, options);
		} finally {
			await server.remove();
		}
	};
}

function onPair(start: () => Promise<Pair | undefined>): Kind['play'] {
	return async (options) => {
		const pair = await start();
		if (pair === undefined) return undefined;
		const faults: Fault[] = [killed, failover(pair), frozen];
		try {
			return await playRound(pair.address, faults, options);
		} finally {
			await pair.remove();
		}
	};
}
