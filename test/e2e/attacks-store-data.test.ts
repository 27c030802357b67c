import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { KeyvSqlite } from '@keyv/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parsePurchaseCode } from '../../src/base/purchase-code.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { openStore } from '../../src/storage/open.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { buyerRoleGiven, freshCode, verify } from './acts.js';
import { repository } from './entry-process.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

// A dozen processes one after the other.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

describe('what lies in the store, and what is brought into it', () => {
	let stage: Stage;
	let work: string;

	beforeEach(async () => {
		work = await mkdtemp(join(tmpdir(), 'claimcheck-import-'));
		stage = await openStage();
		await register(stage);
	});
	afterEach(async () => {
		await stage?.close();
		await rm(work, { recursive: true, force: true });
	});

	const databaseUrl = (): string => `sqlite://${join(stage.folder, 'claims.sqlite')}`;

	/** Runs `npm run claims -- ARGS`, and gives its exit code with all that it printed. */
	function claims(args: readonly string[], change: Record<string, string> = {}) {
		return new Promise<{ code: number; output: string }>((resolve) => {
			const env = { PATH: process.env['PATH'] ?? '', ...stage.environment(change) };
			const entry = join(repository, 'dist/src/claims-cli.js');
			execFile(process.execPath, [entry, ...args], { cwd: work, env }, (error, stdout, stderr) => {
				resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
			});
		});
	}

	/** Puts text under a key of the closed store, past every check. */
	async function spell(key: string, row: string): Promise<void> {
		const adapter = new KeyvSqlite({ uri: databaseUrl(), busyTimeout: 5_000 });
		await adapter.set(`claimcheck:${key}`, row);
		await adapter.disconnect();
	}

	it('attack 48: a claim copied under another hash is damage, not a held code; rows spelled otherwise are healed', async () => {
		const bot = await stage.startBot();
		const [code, other] = [freshCode(stage), freshCode(stage)];
		const { buyer, friend } = stage.people;
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
		await bot.stop();

		const keys = new ClaimKeys(stage.claimSecret);
		const hashOf = (typed: string): string => {
			const parsed = parsePurchaseCode(typed);
			if (parsed === undefined) throw new Error('No code');
			return keys.hash(parsed);
		};
		const store = await openStore(databaseUrl(), () => {});
		const copied = await store.get(`claim:${hashOf(code)}`);
		expect(await compareAndSet(store, `claim:${hashOf(other)}`, undefined, copied)).toBe(true);
		await store.close();
		const found = await claims(['verify']);
		expect(found.code).toBe(1);
		expect(found.output).toContain(`unopenable-copy  claim:${hashOf(other)}`);

		// The spelling of another serialiser, or of a hand: each means what it meant.
		const ana = stage.newPerson('Ana');
		const guild = stage.guild.id;
		await spell(`sync:${guild}:${ana.id}`, '{ "value" : { "revision": 5, "v": 1 } }');
		await spell(`attempts:member:${ana.id}`, '{ "value" : { "times": [], "v": 1 } }');
		await spell(`attempts:guild:${guild}`, '{ "value" : { "times": [ ], "v": 1 } }');
		await spell(`blocked:${guild}`, '{ "value" : { "roles": {}, "calls": [], "v": 1 } }');

		const again = await stage.startBot();
		const answer = await verify(friend, other);
		expect(readable(answer)).toContain('Staff need to look into it first.');
		expect(headline(answer)).toBe('⚠️ Something went wrong on our end');
		expect(readable(answer)).not.toContain('in use');
		expect(readable(await buyer.chatInput('purchases').answered())).toMatch(/support until|Support until/);
		expect(headline(await verify(ana, freshCode(stage)))).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, ana);
		expect(headline(await verify(ana, '00000000-0000-4000-8000-000000000009'))).toBe(
			'⛔ The shop doesn’t recognize this code',
		);
		await again.stop();
	});
});
