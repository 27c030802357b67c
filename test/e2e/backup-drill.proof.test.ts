import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import { freshCode, verify } from './acts.js';
import { repository } from './entry-process.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

// The backups of docs/operating.md, practised: the copy is made while members verify, the bot is killed in the middle
// of its writes and its disk is lost. Every member answered before the copy is in it.

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
	stage = await openStage();
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
	await claims('restore', backup, '--yes');
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
});
