import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runClaims } from '../../../src/cli/claims/run-claims.js';
import { UsageError } from '../../../src/cli/claims/usage.js';
import { GuildSettingsStore } from '../../../src/guilds/guild-settings.js';
import { ServedGuildsStore } from '../../../src/guilds/served-guilds-store.js';
import { openStore } from '../../../src/storage/open.js';
import type { Store } from '../../../src/storage/store.js';

const [home, other, third] = ['100000000000000001', '100000000000000002', '100000000000000003'] as const;
const holder = '200000000000000001';
const hash = 'a'.repeat(64);

let folder: string;
let store: Store;
let output: string;

const stderr = new Writable({
	write(chunk, _encoding, done) {
		output += String(chunk);
		done();
	},
});

async function* typed(text: string): AsyncGenerator<string> {
	yield text;
}

function run(argv: readonly string[], answer?: string): Promise<number> {
	output = '';
	return runClaims(
		{
			environment: { DATABASE_URL: `sqlite://${join(folder, 'claims.sqlite')}` },
			stdin: typed(answer ?? ''),
			stdout: stderr,
			stderr,
			...(answer !== undefined && { isTerminal: true }),
			clock: { now: () => 1, delay: async () => {} },
		},
		argv,
	);
}

const holding = (...guildIds: string[]) => ({
	holders: [{ userId: holder, guildIds, claimedAt: 1 }],
	reserved: [],
	locked: false,
});

/** A claim that was shown in both guilds, with a change by a moderator that can be taken back. */
const record = {
	v: 2,
	revision: 3,
	...holding(home, other),
	status: 'active',
	item: { id: 7, name: 'Aurora', category: 'themes' },
	licenseType: 'Regular',
	secret: 'check',
	sealed: 'v1.sealed',
	history: [],
	undo: { revision: 3, until: 10, before: holding(other) },
};

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-home-'));
	store = await openStore(`sqlite://${join(folder, 'claims.sqlite')}`, () => {}, { create: true });
	const notes = new ServedGuildsStore(store);
	await notes.noteHome(home);
	await notes.noteServed({ ids: [home, other], every: false });
	await store.compareAndSet(`claim:${hash}`, undefined, record);
	await store.compareAndSet('looked-up:one', undefined, { v: 1, guildId: home });
	await store.compareAndSet('looked-up:two', undefined, { v: 1, guildId: third });
});
afterEach(async () => {
	await store.close();
	await rm(folder, { recursive: true });
});

const homeNow = async () => (await new ServedGuildsStore(store).home())?.home;

describe('claims move-home', () => {
	it('shows both policies and asks, and changes nothing without a yes', async () => {
		const settings = new GuildSettingsStore(store, () => ({
			buyerRoleId: undefined,
			auditChannelId: undefined,
		}));
		await settings.change(other, (chosen) => ({
			...chosen,
			seats: { Extended: 5 },
			unlinking: { kind: 'after-days', days: 14 },
		}));
		for (const answer of ['n\n', '\n', 'never\n']) expect(await run(['move-home', other], answer)).toBe(1);
		expect(output).toContain(`Home is ${home}: members can’t unlink their purchases; one seat`);
		expect(output).toContain(`Home becomes ${other}: members can unlink their purchases`);
		expect(output).toContain('after 14 days');
		expect(output).toContain('"Extended" 5');
		expect(await homeNow()).toBe(home);
		expect(await run(['move-home', other], 'y\n')).toBe(0);
		expect(await homeNow()).toBe(other);
	});

	it('asks no question without a terminal, and accepts --yes instead', async () => {
		await expect(run(['move-home', other])).rejects.toThrow(UsageError);
		expect(await homeNow()).toBe(home);
		expect(await run(['move-home', other, '--yes'])).toBe(0);
		expect(await new ServedGuildsStore(store).home()).toEqual({ v: 1, home: other, generation: 2 });
	});

	it('ends what was proposed and what could be undone, and leaves claims as they are', async () => {
		await run(['move-home', other, '--yes']);
		expect(await store.get('looked-up:one')).toBeUndefined();
		const { undo: _, ...left } = record;
		expect(await store.get(`claim:${hash}`)).toEqual(left);
	});

	it('changes nothing where that server is home already, or where the id is none', async () => {
		expect(await run(['move-home', home, '--yes'])).toBe(0);
		expect(await store.get('looked-up:one')).toBeDefined();
		await expect(run(['move-home', 'home', '--yes'])).rejects.toThrow(UsageError);
		await expect(run(['move-home'])).rejects.toThrow(UsageError);
	});
});

describe('claims forget-server', () => {
	const ofThird = [
		`settings:${third}`,
		`panel:${third}:400000000000000001`,
		`grant:${third}:${holder}`,
		`refusals:${third}`,
		`role-troubles:${third}`,
		`stats:${third}:2026-09-04`,
		'looked-up:two',
	];

	it('removes what is kept of it and nothing else, and takes it out of the claims', async () => {
		for (const key of ofThird) {
			if (key !== 'looked-up:two') await store.compareAndSet(key, undefined, { v: 1 });
		}
		const stays = [`settings:${other}`, `grant:${other}:${holder}`, `member:${holder}`];
		for (const key of stays) await store.compareAndSet(key, undefined, { v: 1 });
		const inThird = { ...record, ...holding(home, third), undo: { ...record.undo, before: holding(third) } };
		await store.compareAndSet(`claim:${hash}`, record, inThird);

		expect(await run(['forget-server', third], 'n\n')).toBe(1);
		expect(await store.get(`settings:${third}`)).toBeDefined();
		expect(await run(['forget-server', third], 'y\n')).toBe(0);
		expect(output).toContain('7 entries, and 1 claims');
		for (const key of ofThird) expect(await store.get(key)).toBeUndefined();
		for (const key of [...stays, 'looked-up:one']) expect(await store.get(key)).toBeDefined();
		expect(await store.get(`claim:${hash}`)).toEqual({
			...record,
			...holding(home),
			undo: { ...record.undo, before: holding() },
		});
	});

	it('refuses home, and a server that is served', async () => {
		await expect(run(['forget-server', home, '--yes'])).rejects.toThrow('move-home');
		await expect(run(['forget-server', other, '--yes'])).rejects.toThrow('is served');
	});
});
