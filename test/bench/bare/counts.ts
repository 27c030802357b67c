import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedCall } from '@claimcheck/local-discord';
import { type Contestant, onStage, type Place, type StoreName } from './contestants.js';
import { newBuyer } from './rate.js';
import { countOnWire } from './wire-counter.js';

/** What one verification, on its own and after some others, asks of the store and of Discord. */
export interface Counts {
	readonly statements: readonly string[];
	readonly requests: readonly string[];
}

const warmUp = 20;
const tries = 3;
/** Nothing happened for so long: all that belongs to a verification is over. */
const quietMs = 1_500;

/** The verification with the median number of statements, of several. */
export async function countVerification(contestant: Contestant, store: StoreName): Promise<Counts> {
	return onStage(store, async (place) => {
		const { stage } = place;
		const log = await openLog(place, store);
		const bot = await contestant.start(stage, log.environment);
		await bot.ready();
		const all: Counts[] = [];
		for (let at = -warmUp; at < tries; at += 1) {
			if (at >= 0) await quiet(stage, log);
			const before = (await log.read()).length;
			stage.discord.calls.clear();
			const { person, code } = newBuyer(stage, 'Buyer');
			const added = stage.discord.events.waitFor('role-added', ({ userId }) => userId === person.id);
			await person.chatInput('verify', { code }).answered();
			await added;
			if (at < 0) continue;
			await quiet(stage, log);
			const statements = (await log.read()).slice(before);
			all.push({ statements, requests: stage.discord.calls.list().map(nameOf) });
		}
		await bot.stop();
		await log.close();
		const [, median] = all.toSorted((a, b) => a.statements.length - b.statements.length);
		return median ?? { statements: [], requests: [] };
	});
}

interface StatementLog {
	/** With which a bot is started, so that its statements are noted. */
	readonly environment: Readonly<Record<string, string>>;
	read(): Promise<readonly string[]>;
	close(): Promise<void>;
}

async function openLog({ stage, databaseUrl }: Place, store: StoreName): Promise<StatementLog> {
	if (store !== 'sqlite') {
		const wire = await countOnWire(databaseUrl);
		return {
			environment: { DATABASE_URL: wire.databaseUrl },
			read: async () => [...wire.statements],
			close: () => wire.close(),
		};
	}
	const file = join(stage.folder, 'statements.log');
	await writeFile(file, '');
	const preload = new URL('./statement-log.js', import.meta.url);
	return {
		environment: {
			DATABASE_URL: databaseUrl,
			NODE_OPTIONS: `--import=${preload.href}`,
			STATEMENT_LOG: file,
		},
		read: async () => (await readFile(file, 'utf8')).split('\n').slice(0, -1),
		close: async () => undefined,
	};
}

async function quiet(stage: Place['stage'], log: StatementLog): Promise<void> {
	const done = async (): Promise<number> => (await log.read()).length + stage.discord.calls.list().length;
	for (let before = -1, now = await done(); now !== before; now = await done()) {
		before = now;
		await sleep(quietMs);
	}
}

function nameOf({ method, path, route }: RecordedCall): string {
	return route ?? `${method} ${path}`;
}
