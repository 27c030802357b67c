import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { openClaimStore } from '../../../src/claims/claim-store.js';
import { runClaims } from '../../../src/cli/claims/run-claims.js';
import type { CommandProcess } from '../../../src/cli/claims/session.js';
import { openStore } from '../../../src/storage/open.js';
import type { Store } from '../../../src/storage/store.js';
import { makeClaim } from '../../claims/admin/admin-place.js';
import { claimSecret } from '../../claims/sample-claims.js';
import { runSql } from '../../storage/run-sql.js';

/** A folder with databases, in which `npm run claims` runs inside this process. */
export class ClaimsPlace {
	readonly folder: string;
	environment: Record<string, string>;
	/** Milliseconds since the epoch. */
	now: number;
	/** Output of the last command, on standard output and standard error. */
	out = '';
	err = '';

	private constructor(folder: string, now: number) {
		this.folder = folder;
		this.now = now;
		this.environment = { DATABASE_URL: this.url('claims.sqlite'), CLAIM_SECRET: claimSecret };
	}

	/** Is removed after the test. */
	static async open(now: number): Promise<ClaimsPlace> {
		const folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
		onTestFinished(() => rm(folder, { recursive: true }));
		return new ClaimsPlace(folder, now);
	}

	at(name: string): string {
		return join(this.folder, name);
	}

	url(name: string): string {
		return `sqlite://${this.at(name)}`;
	}

	async run(argv: readonly string[], change: Partial<CommandProcess> = {}): Promise<number> {
		this.out = '';
		this.err = '';
		const stdout = capture((text) => {
			this.out += text;
		});
		const stderr = capture((text) => {
			this.err += text;
		});
		const clock = { now: () => this.now, delay: async () => {} };
		const process = { environment: this.environment, stdin: typed(''), stdout, stderr, clock, ...change };
		return await runClaims(process, argv);
	}

	async withStore(name: string, use: (store: Store) => Promise<unknown>): Promise<void> {
		const store = await openStore(this.url(name), () => {}, { create: true });
		await use(store);
		await store.close();
	}

	/** Creates the claims with these numbers; `to` is exclusive. */
	async fill(name: string, from: number, to: number, secret = claimSecret): Promise<void> {
		await this.withStore(name, async (store) => {
			const report = { damaged: () => {} };
			const claims = await openClaimStore({ store, claimSecret: secret, clock: { now: () => 1 }, report });
			for (let n = from; n < to; n += 1) await makeClaim(claims, n);
		});
	}

	async query(name: string, statement: string): Promise<unknown[]> {
		return await runSql(this.at(name), statement);
	}

	async claimsIn(name: string): Promise<number> {
		return (await this.query(name, `SELECT key FROM keyv WHERE key LIKE 'claimcheck:claim:%'`)).length;
	}
}

/** A standard input with this text. */
export async function* typed(text: string): AsyncGenerator<string> {
	yield text;
}

function capture(onText: (text: string) => void): Writable {
	return new Writable({
		write(chunk, _encoding, done) {
			onText(String(chunk));
			done();
		},
	});
}
