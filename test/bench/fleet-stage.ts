import { Stage } from '@claimcheck/sandbox/stage';
import pg from 'pg';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { openStore } from '../../src/storage/open.js';

/** A stage, and where its bots keep what they know. */
export interface StageWithStore {
	readonly stage: Stage;
	readonly settings: { readonly DATABASE_URL: string };
}

/** A Discord, a shop and a database of its own, for as many processes as are started. */
export interface Fleet extends StageWithStore {
	/** What each process is configured with, but for its shards. */
	readonly settings: Readonly<Record<string, string>> & StageWithStore['settings'];
	/** Takes effect on connections that are made from then on: a commit doesn't wait for the disk any more. */
	forgetDisk(): Promise<void>;
}

/** A busy machine loses nothing by that; who is acknowledged too late is counted apart. */
const acknowledgementTimeoutMs = 15_000;
/** As a shop that takes what comes: the stand-in has no limit, and the bot's own would hide every other one. */
const shopPerMinute = 60_000;

/** Opens a fleet, and removes all of it afterwards. */
export async function withFleet<T>(use: (fleet: Fleet) => Promise<T>): Promise<T> {
	const server = process.env['TEST_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
	const name = `claimcheck_fleet_${process.pid}`;
	await query(server, `CREATE DATABASE ${name}`);
	const stage = await Stage.open({
		isRateLimited: false,
		discord: { acknowledgementTimeoutMs, waitTimeoutMs: 120_000 },
	});
	try {
		// As a large bot has it: several shards may identify at once.
		stage.discord.gateway.limitIdentifies(16);
		const address = new URL(server);
		address.pathname = `/${name}`;
		const settings = {
			SERVE_OTHER_GUILDS: 'true',
			DATABASE_URL: String(address),
			MARKETPLACE_PER_MINUTE: String(shopPerMinute),
		};
		await stage.register(settings);
		const forgetDisk = () => query(server, `ALTER DATABASE ${name} SET synchronous_commit = off`);
		return await use({ stage, settings, forgetDisk });
	} finally {
		await stage.close();
		await query(server, `DROP DATABASE ${name} WITH (FORCE)`);
	}
}

/** Who holds a claim where, as the database has it: `guild:member`. */
export async function recordedIn({ stage, settings }: StageWithStore): Promise<ReadonlySet<string>> {
	const store = await openStore(settings.DATABASE_URL, () => {});
	try {
		const { claimSecret } = stage;
		const onCorrupt = (what: string): void => {
			throw new Error(`The store is damaged: ${what}`);
		};
		const claims = await openClaimStore({ store, claimSecret, now: Date.now, onCorrupt });
		const recorded = new Set<string>();
		for await (const { holderId, guildIds } of claims.scan.all()) {
			for (const guildId of guildIds) recorded.add(`${guildId}:${holderId}`);
		}
		return recorded;
	} finally {
		await store.close();
	}
}

async function query(connectionString: string, text: string): Promise<void> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	await client.query(text).finally(() => client.end());
}
