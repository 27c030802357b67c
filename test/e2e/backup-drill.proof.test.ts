import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { connectSqlite, openSqlite } from '../../src/storage/sqlite.js';
import { hasTool } from '../machine-tools.js';
import { freshCode, verify } from './acts.js';
import { repository } from './entry-process.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

// The backups of docs/operating.md, practised: the copy is made while members verify, the bot is killed in the middle
// of its writes and its disk is lost. Every member answered before the copy is in it.

/** The time whose data Litestream may lose; it looks at the database each second. */
const litestreamMs = 2_000;

const hasLitestream = hasTool({
	program: 'litestream',
	asking: ['version'],
	// As compose.yaml has it; later ones have other tables.
	from: '0.3',
	before: '0.4',
	without: 'its restore drill is not run',
});

let stage: Stage;
let bot: BotProcess;
let file: string;
let members: Members;

/** Four members at a time, each of whom verifies a purchase and makes place for the next. */
class Members {
	/** Who was answered, and when. */
	readonly answered: { readonly memberId: string; readonly at: number }[] = [];
	readonly #waiting = new Set<() => void>();
	#isOver = false;
	#end: () => void = () => {};
	readonly #over = new Promise<undefined>((resolve) => {
		this.#end = () => resolve(undefined);
	});
	readonly #loops = [1, 2, 3, 4].map(() => this.#run());

	async stop(): Promise<void> {
		this.#isOver = true;
		this.#end();
		await Promise.all(this.#loops);
	}

	/** Resolves once `count` more were answered. */
	async more(count: number): Promise<void> {
		const until = this.answered.length + count;
		while (this.answered.length < until) await new Promise<void>((resolve) => this.#waiting.add(resolve));
	}

	/** Who was answered before a time. */
	before(at: number): string[] {
		return this.answered.filter((it) => it.at < at).map(({ memberId }) => memberId);
	}

	async #run(): Promise<void> {
		while (!this.#isOver) {
			const person = stage.newPerson('Somebody');
			// The last ones are never answered: the bot is dead.
			const heard = verify(person, freshCode(stage)).then(headline, () => undefined);
			const said = await Promise.race([heard, this.#over]);
			if (said !== '✅ Purchase verified') continue;
			this.answered.push({ memberId: person.id, at: Date.now() });
			for (const wake of this.#waiting) wake();
			this.#waiting.clear();
		}
	}
}

beforeEach(async () => {
	stage = await openStage({ isRateLimited: false });
	file = join(stage.folder, 'claims.sqlite');
	await register(stage);
	bot = await stage.startProcess();
	members = new Members();
	await members.more(10);
});
afterEach(async () => {
	await bot?.kill();
	await members?.stop();
	await stage?.close();
});

const claims = (...args: readonly string[]) =>
	promisify(execFile)(process.execPath, [join(repository, 'dist/src/claims-cli.js'), ...args], {
		env: { PATH: process.env['PATH'] ?? '', ...stage.environment() },
		cwd: stage.folder,
	});

/** SIGKILL, and the disk is lost. */
async function loseEverything(): Promise<void> {
	await bot.kill();
	await members.stop();
	for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
}

/** Restores as the document says; gives the members who hold a purchase then. */
async function restored(backup: string): Promise<Set<string>> {
	await claims('restore', backup);
	expect((await claims('verify')).stdout).toContain('clean');
	const store = await openSqlite(file, () => {});
	const { claimSecret } = stage;
	const opened = await openClaimStore({
		store,
		claimSecret,
		clock: { now: () => Date.now() },
		report: { damaged: () => {} },
	});
	const holders = new Set<string>();
	for await (const claim of opened.scan.all()) holders.add(claim.holderId);
	await store.close();
	return holders;
}

function expectAll(holders: ReadonlySet<string>, wanted: readonly string[]): void {
	expect(wanted.length).toBeGreaterThan(9);
	expect(wanted.filter((memberId) => !holders.has(memberId))).toEqual([]);
}

describe('a backup that is made while members verify', () => {
	it('by `claims backup` holds all who were answered before', async () => {
		const startedAt = Date.now();
		await claims('backup', 'drill.sqlite');
		await members.more(5);
		await loseEverything();
		expectAll(await restored('drill.sqlite'), members.before(startedAt));
		bot = await stage.startProcess();
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toBe('✅ Purchase verified');
	});

	it('by copying the files in the order in which Litestream does it holds all who were answered before', async () => {
		const adapter = connectSqlite(file);
		// Its own tables, and the transaction that keeps others from starting the write-ahead log anew.
		await adapter.query('CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)');
		await adapter.query('CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER)');
		await adapter.query('BEGIN');
		await adapter.query('SELECT COUNT(1) FROM _litestream_seq');
		await members.more(5);
		await copyFile(file, join(stage.folder, 'copy.sqlite'));
		await members.more(5);
		const startedAt = Date.now();
		await copyFile(`${file}-wal`, join(stage.folder, 'copy.sqlite-wal'));
		await members.more(5);
		await adapter.query('ROLLBACK');
		await adapter.disconnect();
		await loseEverything();
		expectAll(await restored('copy.sqlite'), members.before(startedAt));
	});

	it.runIf(hasLitestream)('by Litestream holds all who were answered, but in the last second', async () => {
		const config = join(stage.folder, 'litestream.yml');
		const replica = join(stage.folder, 'replica');
		await mkdir(replica);
		const text = await readFile('deploy/litestream/litestream.yml', 'utf8');
		await writeFile(config, text.replace('/data/claimcheck.sqlite', file));
		const env = { ...process.env, LITESTREAM_REPLICA_URL: `file://${replica}` };
		const litestream: ChildProcess = spawn('litestream', ['replicate', '-config', config], {
			env,
			stdio: 'ignore',
		});
		try {
			await sleep(2 * litestreamMs);
			await members.more(20);
			const diedAt = Date.now();
			litestream.kill('SIGKILL');
			await once(litestream, 'exit');
			await loseEverything();
			await promisify(execFile)(
				'litestream',
				['restore', '-config', config, '-o', join(stage.folder, 'restored.sqlite'), file],
				{ env },
			);
			expectAll(await restored('restored.sqlite'), members.before(diedAt - litestreamMs));
		} finally {
			litestream.kill('SIGKILL');
		}
	});
});
