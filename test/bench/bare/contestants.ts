import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BotProcess } from '@claimcheck/sandbox/bot-process';
import { Stage } from '@claimcheck/sandbox/stage';
import type { StoreName } from '../../counts/count.js';
import { startOwnPostgres, startOwnRedis } from '../../torture/own-servers.js';

/** A bot to be measured, and how to start it on a stage. */
export interface Contestant {
	readonly name: 'bare' | 'product';
	start(stage: Stage, environment: Readonly<Record<string, string>>): Promise<BotProcess>;
}

const authorBot = fileURLToPath(new URL('./author-bot.js', import.meta.url));

export const contestants: readonly [bare: Contestant, product: Contestant] = [
	{
		name: 'bare',
		start: (stage, environment) => BotProcess.start(authorBot, stage.environment(environment)),
	},
	{ name: 'product', start: (stage, environment) => stage.spawnBot(environment) },
];

/** A stage with an empty database at `databaseUrl`. */
export interface Place {
	readonly stage: Stage;
	readonly databaseUrl: string;
}

/**
 * A fresh stage for one bot. Its Discord has no limits and no latency: both bots would wait for them equally, and the
 * measurement is about their own work.
 */
export async function onStage<T>(
	store: StoreName,
	use: (place: Place) => Promise<T>,
	itemCount = 60,
): Promise<T> {
	const server = await startServer(store);
	const stage = await Stage.open({
		isRateLimited: false,
		discord: { waitTimeoutMs: 120_000 },
		marketplace: { itemCount },
	});
	try {
		await stage.register();
		const databaseUrl = server?.address.databaseUrl ?? `sqlite://${join(stage.folder, 'claims.sqlite')}`;
		return await use({ stage, databaseUrl });
	} finally {
		await stage.close();
		await server?.remove();
	}
}

async function startServer(store: StoreName) {
	if (store === 'sqlite') return undefined;
	const server = await (store === 'postgres' ? startOwnPostgres() : startOwnRedis());
	if (server === undefined) throw new Error(`There is no server program for ${store} on this machine`);
	return server;
}
