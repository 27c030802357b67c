import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Stage } from '@claimcheck/sandbox/stage';
import { countOnWire } from './wire-counter.js';

/** The acts' calls to the store and to Discord, in no particular order. */
interface Asked {
	/** Without calls that only serve statistics, whose number depends on timing. */
	readonly statements: readonly string[];
	/** Without messages into channels, since timing decides how audit lines are combined. */
	readonly requests: readonly string[];
}

export interface Loaded {
	readonly files: number;
	/** In hundreds of thousands of characters, so that a new line of code rarely changes the figure. */
	readonly codeSize: number;
}

/** Watches a bot from outside and counts its calls. */
export interface Watch {
	/** Variables to start the bot with. */
	readonly environment: Readonly<Record<string, string>>;
	/** The calls caused by `acts`, including everything that follows from them. */
	during(acts: () => Promise<void>): Promise<Asked>;
	/** The code that the bot had loaded when it was ready. */
	loaded(): Promise<Loaded>;
	close(): Promise<void>;
}

/** After this long without calls, an act is over. Later calls count for the next act, so rounding absorbs a few. */
const quietMs = 400;
const preload = pathToFileURL(resolve('test/counts/watched.mjs'));
const messages = 'POST /channels/{channel_id}/messages';

/** `databaseUrl` names an empty database: an SQLite file, or one on a PostgreSQL or Redis server. */
export async function watchBot(stage: Stage, databaseUrl: string): Promise<Watch> {
	const log = join(stage.folder, 'counts.log');
	await writeFile(log, '');
	const lines = async (kind: string): Promise<readonly string[]> =>
		(await readFile(log, 'utf8'))
			.split('\n')
			.flatMap((line) => (line.startsWith(`${kind} `) ? [line.slice(kind.length + 1)] : []));
	const isServer = !databaseUrl.startsWith('sqlite:');
	const wire = isServer ? await countOnWire(databaseUrl) : undefined;
	const statements = async (): Promise<readonly string[]> =>
		wire === undefined ? lines('statement') : [...wire.statements];
	const requests = (): readonly string[] =>
		stage.discord.calls.list().map(({ route, method, path }) => route ?? `${method} ${path}`);

	const settle = async (): Promise<void> => {
		const done = async (): Promise<number> => (await statements()).length + requests().length;
		for (let before = -1, now = await done(); now !== before; now = await done()) {
			before = now;
			await sleep(quietMs);
		}
	};

	return {
		environment: {
			DATABASE_URL: wire?.databaseUrl ?? databaseUrl,
			NODE_OPTIONS: `--import=${preload.href}`,
			COUNTS_LOG: log,
		},
		async during(acts) {
			await settle();
			const before = [(await statements()).length, requests().length] as const;
			await acts();
			await settle();
			return {
				statements: (await statements()).slice(before[0]).filter((each) => !isForStatistics(each)),
				requests: requests()
					.slice(before[1])
					.filter((request) => request !== messages),
			};
		},
		async loaded() {
			const [line = ''] = await lines('loaded');
			const [files = 0, characters = 0] = line.split(' ').map(Number);
			return { files, codeSize: Math.round(characters / 100_000) };
		},
		async close() {
			await wire?.close();
		},
	};
}

/** Grouped by the kinds of keys in the call. */
function isForStatistics(statement: string): boolean {
	return /\bstats\b/.test(statement) && !/\b(?:settings|attempts|claim|member|grant)\b/.test(statement);
}
