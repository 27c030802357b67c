import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '@claimcheck/local-discord/reading';
import type { LogLine } from '@claimcheck/sandbox/logged-bot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { currentFormat } from '../../src/claims/format.js';
import { openStore } from '../../src/storage/open.js';
import { allBackEnds } from '../storage/back-ends.js';
import { runSql } from '../storage/run-sql.js';
import { startOwnRedis } from '../torture/own-servers.js';
import { auditChannel, logged, rowsOf, verify } from './acts.js';
import { codeNumber, OldServers } from './old-store.js';
import { runClaimsWith } from './programs.js';
import { headline, readable } from './reading.js';

/** Undefined for the stage's own file, null if there is no such server on this machine. */
const databases: Readonly<Record<string, () => Promise<string | undefined | null>>> = {
	SQLite: async () => undefined,
	async PostgreSQL() {
		const backEnd = (await allBackEnds()).find(({ name }) => name === 'PostgreSQL');
		if (backEnd === undefined || backEnd.missing !== undefined) return null;
		const place = await backEnd.makePlace();
		onTestFinished(() => place.remove());
		return place.address.databaseUrl;
	},
	async Redis() {
		const server = await startOwnRedis();
		if (server === undefined) return null;
		onTestFinished(() => server.remove());
		return server.address.databaseUrl;
	},
};

let servers: OldServers;

const rows = () => rowsOf(servers.stage, /^/, servers.environment);

/** Writes the rows to the stage's own file. */
async function change(statement: string): Promise<void> {
	const { stage, environment } = servers;
	const file = stage.environment(environment)['DATABASE_URL']?.slice('sqlite://'.length) ?? '';
	await runSql(file, statement);
}

const lines = (bot: { readonly lines: readonly string[] }, msg: RegExp): LogLine[] =>
	logged(bot, 'info').filter((line) => msg.test(line.msg));

/** Checks the migrated store: it has every claim, role, dispute and setting with a meaning, and nothing else. */
async function expectConverted(): Promise<void> {
	const { stage } = servers;
	const found = await rows();
	expect(found.get('meta:format')).toEqual({ format: currentFormat });
	expect(
		[...found.keys()].filter((key) => /^(?:meta:migration|offer|remind|burst|slice|unlinks)/.test(key)),
	).toEqual([]);
	const { buyer } = stage.roles;
	const buyers = `old oldTwo holder locked heir kept lifted both gifted giver seated orphan teamOne teamTwo undoSeated
		possessor keeper waiting`;
	for (const name of buyers.split(/\s+/))
		await expect.poll(() => servers.person(name).roleIds, { timeout: 30_000 }).toContain(buyer.id);
	const others = 'oldRevoked revoked released mover withdrawn offered takenBack seatLeft';
	for (const name of others.split(' ')) expect(servers.person(name).roleIds, name).not.toContain(buyer.id);
	for (const name of ['seated', 'old', 'orphan']) {
		const page = readable(await servers.person(name).chatInput('purchases').answered());
		expect(page).toContain('Aurora Admin');
		expect(page).not.toContain('given by');
	}
	// By the home server's policy a code has four seats, unless its purchase is locked.
	expect(readable(await verify(stage.newPerson('Second'), codeNumber(4)))).toContain('Seat 2 of 4');
	expect(headline(await verify(stage.newPerson('Thief'), codeNumber(5)))).toBe('⛔ This code is in use');
	// Open disputes can still be decided.
	const { moderator } = stage.people;
	for (const reference of [servers.store.references.open, servers.store.references.theirs]) {
		const shown = await moderator.chatInput('whois', { reference }).answered();
		expect(readable(shown)).toContain('cc1:case-');
	}
	// The dropped rules are named once, and members keep the roles.
	await expect.poll(() => auditChannel(stage), { timeout: 20_000 }).toContain('Dashboard');
	const { people, roles } = servers.second;
	// The server that used to be separate has its settings, and its staff can act on every claim.
	const settings = await people.admin.chatInput('setup server').answered();
	expect(readable(settings)).toContain(roles.buyer.id);
	const looked = await people.moderator.chatInput('whois', { code: codeNumber(4) }).answered();
	expect(textOf(looked)).toContain('Aurora Admin');
	expect(readable(looked)).toContain(servers.person('holder').id);
}

/** A store in the previous format, which a restore converts. */
async function expectBackup(): Promise<void> {
	const { stage, environment } = servers;
	const folder = join(stage.folder, 'backups');
	const [backup = '', ...more] = (await readdir(folder)).filter((file) => file.includes('-before-format-'));
	expect(backup).toMatch(/^claims-\d{4}-\d\d-\d\dT\d{6}Z-before-format-9\.sqlite$/);
	expect(more).toEqual([]);
	const restored = await runClaimsWith(stage, environment, 'restore', join('backups', backup), '--yes');
	expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored ') });
	expect((await rows()).get('meta:format')).toEqual({ format: currentFormat });
	const kept = await openStore(`sqlite://${join(folder, backup)}`, () => {});
	expect(await kept.get('meta:format')).toEqual({ format: 7 });
	await kept.close();
}

describe('a store of commit a3a65e2f, with the production bot', () => {
	it.for(Object.entries(databases))(
		'is converted with everything that still has a meaning: %s',
		async ([name, open], context) => {
			const databaseUrl = await open();
			if (databaseUrl === null) return context.skip();
			servers = await OldServers.open(databaseUrl);
			const { stage, environment } = servers;
			const seated = servers.person('seated');
			stage.guild.giveRole(seated.id, stage.roles.buyer.id);
			const early = await runClaimsWith(stage, environment, 'dump');
			expect(early).toMatchObject({
				code: 78,
				output: expect.stringContaining('start the bot, and try again'),
			});
			const bot = await stage.startBot(environment);
			const [begun, ...more] = lines(bot, /^Upgrading the database/);
			expect([begun, more]).toMatchObject([{ from: 7, to: currentFormat }, []]);
			expect(begun?.msg.includes('a dump of it is yours')).toBe(name !== 'SQLite');
			expect(lines(bot, /^The database is converted/)).toEqual([
				expect.objectContaining({
					converted: expect.any(Number),
					damaged: 0,
				}),
			]);
			await expectConverted();
			const taken = stage.discord.events.all('role-removed').filter(({ userId }) => userId === seated.id);
			expect(taken).toEqual([]);
			expect(seated.directMessages).toEqual([]);
			expect(servers.person('offeredAtKill').directMessages).toEqual([]);
			expect(servers.person('reminded').directMessages).toEqual([]);
			expect(logged(bot, 'error', 'fatal')).toEqual([]);
			await bot.stop();
			const again = await stage.startBot(environment);
			expect(lines(again, /Upgrading|Converting|converted/)).toEqual([]);
			await again.stop();
			if (name === 'SQLite') await expectBackup();
		},
	);

	it('is repaired by the next start after SIGKILL halfway', async () => {
		servers = await OldServers.open();
		const { stage, environment } = servers;
		// The servers' notes are converted last, in a separate commit, which takes practically forever.
		await change(
			`CREATE TRIGGER endless BEFORE DELETE ON keyv WHEN OLD.key LIKE '%:meta:home'
			BEGIN SELECT count(*) FROM keyv a, keyv b, keyv c, keyv d, keyv e, keyv f; END`,
		);
		const killed = await stage.spawnBot(environment);
		const isBegun = async () => [...(await rows()).keys()].some((key) => /^member:\d+:/.test(key));
		await expect.poll(isBegun).toBe(true);
		await killed.kill();
		await change('DROP TRIGGER endless');
		expect((await rows()).get('meta:migration')).toBeDefined();
		const bot = await stage.startBot(environment);
		// The backup was made before the first start changed anything.
		expect(lines(bot, /^Upgrading the database/)).toEqual([]);
		expect(lines(bot, /^The database is converted/)).toHaveLength(1);
		await expectConverted();
	});
});
