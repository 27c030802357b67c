import type sqlite3 from 'sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { verifyClaims } from '../../src/claims/admin/verify-claims.js';
import type { Services } from '../../src/create-services.js';
import { loadSqlite } from '../../src/storage/sqlite-connection.js';
import { claimPrefix, claimRowSchema } from '../claim-row.js';
import { openProxy } from '../e2e/proxy.js';
import { allBackEnds, onPostgres, type TestPlace } from '../storage/back-ends.js';
import { type Address, openAddress } from '../storage/open-address.js';
import { wrongRoles } from '../world/owed.js';
import { minuteMs, staffIds, userIds } from '../world/servers.js';
import { startProcess } from '../world/still-process.js';
import { stillWorld } from '../world/still-world.js';
import type { World } from '../world/world.js';

const fates = ['never-arrives', 'answer-lost'] as const;
type Fate = (typeof fates)[number];

/** Kills a process either before a statement of a commit arrives, or after a commit but before its response. */
class Killer {
	isDead = false;
	/** Statements left until the kill, including the killed one. */
	left = Number.POSITIVE_INFINITY;
	fate: Fate = 'never-arrives';
	endProcess = (): void => {};
	endConnections = (): void => {};

	/** Reads don't count: after a kill, the next process finds the same rows. */
	fateOf(statement: string): Fate | 'passes' {
		if (this.isDead) return 'never-arrives';
		const isLast = /claimcheck_commit_1|COMMIT|EVAL/.test(statement);
		const isStep = isLast || /BEGIN|INSERT|DELETE|json_each\(\?\) AS step|AS step \(/.test(statement);
		if (!(this.fate === 'answer-lost' ? isLast : isStep)) return 'passes';
		this.left -= 1;
		if (this.left !== 0) return 'passes';
		if (this.fate === 'never-arrives') this.kill();
		return this.fate;
	}

	kill(): void {
		this.isDead = true;
		this.endProcess();
		this.endConnections();
	}
}

/** Makes the driver's statements reject from the kill on. */
async function reachSqlite({ address }: TestPlace, killer: Killer) {
	const { Statement } = (await loadSqlite()).sqlite3;
	const all = Statement.prototype.all as (...args: unknown[]) => sqlite3.Statement;
	const spy = vi.spyOn(Statement.prototype, 'all').mockImplementation(function (
		this: sqlite3.Statement & { readonly sql: string },
		...args: unknown[]
	) {
		const answer = args.pop() as (error: Error | null) => void;
		const fate = killer.fateOf(this.sql);
		if (fate === 'passes') return all.call(this, ...args, answer);
		const lose = (): void => {
			if (!killer.isDead) killer.kill();
			answer(new Error('The process is killed'));
		};
		if (fate === 'answer-lost') return all.call(this, ...args, lose);
		setImmediate(lose);
		return this;
	});
	return { address, close: async () => spy.mockRestore() };
}

/** Everything a process sends in one chunk counts as one statement. */
async function reachServer({ address }: TestPlace, killer: Killer) {
	const url = new URL(address.databaseUrl);
	const port = Number(url.port || (url.protocol === 'redis:' ? 6379 : 5432));
	const proxy = await openProxy(port, (near, far) => {
		let isLast = false;
		near.on('data', (request) => {
			const fate = killer.fateOf(request.toString('latin1'));
			isLast ||= fate === 'answer-lost';
			if (fate === 'never-arrives') near.destroy();
			else far.write(request);
		});
		far.on('data', (answer) => (isLast ? killer.kill() : near.write(answer)));
	});
	killer.endConnections = () => proxy.moveTo(port);
	url.port = `${proxy.port}`;
	return { address: { ...address, databaseUrl: url.href }, close: () => proxy.close() };
}

/** Without the permission to create a function, a commit on PostgreSQL consists of several statements. */
async function refuseFunctions({ address }: TestPlace): Promise<void> {
	const sql = `
		CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql
			AS $$ BEGIN RAISE insufficient_privilege; END $$;
		CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE FUNCTION') EXECUTE FUNCTION refuse()`;
	await onPostgres(address.databaseUrl, (client) => client.query(sql));
}

const inSteps = 'PostgreSQL without a function';
const backEnds = (await allBackEnds()).flatMap((backEnd) =>
	backEnd.name === 'PostgreSQL' ? [backEnd, { ...backEnd, name: inSteps }] : [backEnd],
);

type Rows = ReadonlyMap<string, unknown>;

interface Act {
	readonly name: string;
	prepare(commands: Services, world: World): Promise<unknown>;
	perform(commands: Services, world: World): Promise<unknown>;
	/** Time between the kill and the start of the next process. */
	readonly pauseMs?: number;
	state(rows: Rows): string;
	/** The states a kill may leave behind, each of which must occur. The last one is the state of a finished act. */
	readonly states: readonly string[];
	/** The same person repeats the act after a kill that left `state`. */
	again(commands: Services, state: string, world: World): Promise<unknown>;
}

const [buyer, friend]: readonly [string, string, string] = userIds;
// Part of every still world.
const { home, shop, keys } = stillWorld();
const guildId = home.id;
const codes = shop.sold.map(({ code }) => code);
const [hash = '', , friendsHash = ''] = codes.map((code) => keys.hash(code));

const verify = ({ verification }: Services, index = 0, userId = buyer) =>
	verification.verify({ guildId, userId, input: codes[index] ?? '', heldRoles: undefined });

const rights = { isAdministrator: false, canManageRoles: true, rights: { isAbove: () => true } };
const moderator = { userId: staffIds[0], guildId, ...rights };
const moved = { action: 'move', hash, holderId: buyer, toUserId: friend, why: 'so', revision: 1 } as const;
const move = ({ moderation }: Services) => moderation.carryOut(moved, moderator);
const undo = ({ moderation }: Services) => moderation.undo(hash, 2, moderator);

const claimsIn = (rows: Rows) =>
	[...rows].flatMap(([key, row]) => (key.startsWith(claimPrefix) ? [claimRowSchema.parse(row)] : []));

const countOf = (rows: Rows, prefix: string) =>
	[...rows.keys()].filter((key) => key.startsWith(prefix)).length;

/** The kinds of rows that name the buyer, except limits and role requests, which outlive a deletion for a while. */
function kindsNamingBuyer(rows: Rows): string {
	const named = [...rows].filter((row) => JSON.stringify(row).includes(buyer));
	const kinds = named.map(([key]) => key.slice(0, key.indexOf(':')));
	return `${kinds.filter((kind) => kind !== 'attempts' && kind !== 'sync').toSorted()}`;
}

const blockedRows = z.object({ roles: z.record(z.string(), z.object({ until: z.number() })) });
const blockedIn = (rows: Rows) =>
	[...rows].flatMap(([key, row]) =>
		key.startsWith('blocked:') ? Object.keys(blockedRows.parse(row).roles) : [],
	);

/** A member verifies a code, Discord refuses the role, and later it can be given. */
async function refuseThenAllow(commands: Services, { discord }: World): Promise<void> {
	const outcome = await verify(commands);
	if (outcome.kind === 'verified') expect((await outcome.role.settled).kind).toBe('blocked');
	discord.forbid(guildId, home.buyerRoleId, false);
	await commands.alerts.checkRoles(guildId);
}

const acts: readonly Act[] = [
	{
		name: 'a role is refused, and becomes possible',
		prepare: async (_, { discord }) => discord.forbid(guildId, home.buyerRoleId, true),
		perform: refuseThenAllow,
		// Without a sign that the block is over, the bot retries after an hour.
		pauseMs: 61 * minuteMs,
		state: (rows) => `${claimsIn(rows).length} ${blockedIn(rows)}`,
		states: ['0 ', `1 ${home.buyerRoleId}`, '1 '],
		async again(commands, _, world) {
			world.discord.forbid(guildId, home.buyerRoleId, false);
			await verify(commands);
			await commands.alerts.checkRoles(guildId);
		},
	},
	{
		name: 'a member verifies a code',
		prepare: async () => {},
		perform: (commands) => verify(commands),
		state: (rows) =>
			`${claimsIn(rows).map(({ holders }) => holders[0]?.userId)} ${countOf(rows, 'attempts:question:')}`,
		states: [' 0', `${buyer} 1`],
		again: async (commands, state) =>
			expect(await verify(commands)).toMatchObject({ kind: 'verified', returning: state !== ' 0' }),
	},
	{
		name: 'staff move a purchase, and undo that',
		prepare: (commands) => verify(commands),
		perform: async (commands) => [await move(commands), await undo(commands)],
		state: (rows) =>
			`${claimsIn(rows).map(({ revision, holders }) => `${revision} ${holders[0]?.userId}`)} ${countOf(rows, 'notice:')}`,
		// Undoing removes the notice.
		states: [`1 ${buyer} 0`, `2 ${friend} 1`, `3 ${buyer} 0`],
		async again(commands, state) {
			expect((await move(commands)).kind).toBe(state.startsWith('1') ? 'done' : 'changed-since');
			expect((await undo(commands)).kind).toBe(state.startsWith('3') ? 'changed-since' : 'done');
		},
	},
	{
		name: 'a member deletes their data',
		async prepare(commands) {
			for (const index of [0, 1]) await verify(commands, index);
			await verify(commands, 2, friend);
			await commands.references.issue({ guildId, userId: buyer, why: 'taken', hash: friendsHash });
		},
		perform: ({ privacy }) => privacy.deleteDataOf(buyer),
		state: kindsNamingBuyer,
		states: ['claim,claim,member,member,ref', 'claim,member,ref', 'ref', ''],
		again: async ({ privacy }) => expect(await privacy.deleteDataOf(buyer)).toEqual({ isComplete: true }),
	},
];

describe.each(acts)('$name: a kill at any statement leaves nothing half done', (act) => {
	it.concurrent.for(backEnds)('on $name', async (backEnd, { skip, onTestFinished }) => {
		skip(backEnd.missing !== undefined, backEnd.missing);
		const [place, killer] = [await backEnd.makePlace(), new Killer()];
		onTestFinished(() => place.remove());
		if (backEnd.name === inSteps) await refuseFunctions(place);
		const { address, close } = await (backEnd.name === 'SQLite' ? reachSqlite : reachServer)(place, killer);
		onTestFinished(close);
		const states = new Set<string>();
		for (const fate of fates) {
			for (let [statement, wasKilled] = [1, true]; wasKilled; statement += 1) {
				const left = await killedAt(address, killer, act, { fate, left: statement });
				states.add(left.state);
				wasKilled = left.wasKilled;
			}
		}
		expect(states).toEqual(new Set(act.states));
	});
});

/** Performs the act in a process that is killed, then continues in a new one. */
async function killedAt(
	address: Address,
	killer: Killer,
	act: Act,
	when: Pick<Killer, 'fate' | 'left'>,
): Promise<{ readonly state: string; readonly wasKilled: boolean }> {
	const world = stillWorld();
	const doomedStore = await openAddress(address);
	for (const { id, buyerRoleId } of world.discord.guilds.values()) {
		const settings = { v: 1, buyerRoleId, itemRoles: {}, categoryRoles: {}, licenceRoles: {} };
		// `wrongRoles` reads them from the world's store.
		world.store.put(`settings:${id}`, settings);
		await doomedStore.transact(async (tx) => tx.put(`settings:${id}`, settings));
	}
	const doomed = await startProcess(world, doomedStore);
	await act.prepare(doomed.commands, world);
	await doomed.quiet();
	Object.assign(killer, when, { endProcess: doomed.kill });
	// A killed process may never get a response.
	void act.perform(doomed.commands, world).catch(() => {});
	await doomed.quiet();
	const wasKilled = killer.isDead;
	doomed.kill();
	await doomedStore.close().catch(() => {});
	Object.assign(killer, { left: Number.POSITIVE_INFINITY, isDead: false });

	world.schedule.jump(act.pauseMs ?? 0);
	const store = await openAddress(address);
	const next = await startProcess(world, store);
	/** The rows after all due work is done. */
	const settled = async (): Promise<Rows> => {
		await next.resume();
		const rows = new Map<string, unknown>();
		for await (const pair of store.list('')) rows.set(pair.key, pair.corrupt ? undefined : pair.value);
		const { problems } = await verifyClaims({ store, keys, onProgress: () => {} });
		const found = [...problems, ...wrongRoles(world, claimsIn(rows))];
		expect({ when, found }).toEqual({ when, found: [] });
		return rows;
	};
	const state = act.state(await settled());
	await act.again(next.commands, state, world);
	await settled();
	// Roles are checked again after a few minutes, and blocked roles with each sweep.
	world.schedule.jump(6 * minuteMs);
	await next.settle();
	const rows = await settled();
	expect(act.state(rows)).toBe(act.states.at(-1));
	expect([...rows.keys()].filter((key) => key.startsWith('sync'))).toEqual([]);
	await store.transact(async (tx) => {
		for (const key of rows.keys()) tx.remove(key);
	});
	await store.close();
	return { state, wasKilled };
}
