import { describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import { knownEnd } from '../../src/base/purchase-fields.js';
import type { MemberRef } from '../../src/base/row-fields.js';
import type { Claim } from '../../src/claims/claim.js';
import { createReconciler, type Reconciler, supportCursorKind } from '../../src/roles/reconciler.js';
import type { RoleObstacle } from '../../src/servers/role-obstacle.js';
import { Table } from '../../src/storage/table.js';
import { sampleSettings } from '../servers/checkup/fake-guild.js';
import { floor } from '../world/floor.js';
import { until } from './event-loop.js';
import { memoryStore } from './memory-store.js';
import { claimOf, generate, rules } from './owed-claims.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
const ticket = { settled: Promise.resolve(granted) };

class World {
	now = 1_000;
	claims: readonly Claim[] = [];
	former: readonly string[] = [];
	/** Members with an unreadable claim. */
	damaged: readonly string[] = [];
	members: Readonly<Record<string, readonly string[]>> = {};
	obstacles: Readonly<Record<string, RoleObstacle>> = {};
	/** A role with unconfirmed elevated permissions. */
	powerful = '';
	/** True if Discord doesn't return members. */
	isSilent = false;
	rules: 'damaged' | 'unset' | 'away' | 'set' = 'set';
	guildIds: readonly string[] = ['guild'];
	/** Members requested from Discord, in batches. */
	readonly asked: (readonly string[])[] = [];
	readonly blocked: string[] = [];
	readonly troubled = new Set<string>();
	isBlocked = false;
	settings = [{ guildId: 'guild', settings: sampleSettings({ supportedRoleId: 'supported' }) }];
	readonly requested: MemberRef[] = [];
	readonly log: string[] = [];
	readonly #rows = memoryStore();
	readonly cursor = new Table(supportCursorKind, this.#rows);
	failing = false;
	looking: Promise<void> = Promise.resolve();
	random = 0.5;
	readonly pauses: number[] = [];
	pause: (signal: AbortSignal) => Promise<void> = async () => {};
	/** True if anything but Discord fails. */
	isStoreAway = false;
	readonly reconciler: Reconciler;

	constructor() {
		this.reconciler = this.restarted();
	}

	restarted(): Reconciler {
		return createReconciler(
			floor({
				syncs: {
					request: async (target) => {
						this.requested.push(target);
						return ticket;
					},
					resume: async () => {
						if (this.isStoreAway) throw new Error('The store is away');
						this.log.push('resume');
						return !this.isBlocked;
					},
				},
				served: { ids: ['guild'], serves: (id) => ['guild', 'strict', 'quiet'].includes(id) },
				claims: {
					claimsOf: async (userId) => this.claims.filter(({ holderId }) => holderId === userId),
					scan: {
						members: () => this.#look(),
						withSupportEnding: (from, until) =>
							generate(
								this.claims.filter(({ supportedUntil }) => {
									const end = knownEnd(supportedUntil);
									return end !== undefined && end >= from && end < until;
								}),
							),
					},
				},
				roleApi: {
					guilds: () => this.guildIds,
					rolesOfMany: async (_, userIds) => {
						this.asked.push([...userIds]);
						const known = Object.entries(this.members).filter(([id]) => userIds.includes(id));
						return this.isSilent ? undefined : new Map(known.map(([id, roles]) => [id, [...roles]]));
					},
					refresh: async (guildId) => {
						if (this.failing) throw new Error('Discord is down');
						this.log.push(`refresh ${guildId}`);
					},
				},
				guilds: {
					all: () => generate(this.settings),
					rulesOf: async (guildId) => {
						if (this.rules === 'away') throw new StoreUnavailableError('away');
						if (guildId === 'guild' && this.rules === 'damaged') throw new StoreCorruptError('damaged');
						return guildId === 'guild' && this.rules === 'unset' ? undefined : rules;
					},
				},
				store: {
					...this.#rows,
					get: async (key) => {
						if (this.isStoreAway) throw new Error('The store is away');
						return await this.#rows.get(key);
					},
				},
				refusedRequests: { attempt: async (_, request) => await request() },
				blockedRoles: {
					read: async () => ({ v: 1, roles: {}, calls: [] }),
					noted: async (guildId, roleId, _blocked, _rules, isGiving) => {
						const isPowerful = isGiving === true && this.powerful === roleId;
						const obstacle = isPowerful ? 'role-powerful' : this.obstacles[roleId];
						if (obstacle !== undefined) this.blocked.push(`${guildId} ${roleId} ${obstacle}`);
						return obstacle;
					},
					guilds: async () => [...this.troubled],
					changed: async (guildId) => {
						this.log.push(`changed ${guildId}`);
						return this.troubled.has(guildId);
					},
					review: async (guildId) => void this.log.push(`review ${guildId}`),
				},
				clock: {
					now: () => this.now,
					delay: (ms, signal = new AbortController().signal) => {
						this.pauses.push(ms);
						return this.pause(signal);
					},
				},
				random: () => this.random,
				logger: {
					error: ({ what, guildId }: Record<string, string>) => this.log.push(`failed: ${what ?? guildId}`),
					warn: ({ name, guildId, members }: Record<string, string>) =>
						this.log.push(`failed: ${name ?? `${members} of ${guildId}`}`),
				},
			}),
		);
	}

	async *#look() {
		if (this.isStoreAway) throw new StoreUnavailableError('away');
		this.log.push('drift');
		await this.looking;
		const held = new Map<string, Claim[]>(this.former.map((userId) => [userId, []]));
		for (const claim of this.claims) held.set(claim.holderId, [...(held.get(claim.holderId) ?? []), claim]);
		for (const [userId, claims] of held) {
			yield { userId, claims, isComplete: !this.damaged.includes(userId) };
		}
	}

	start(): void {
		for (const task of this.reconciler.tasks) task.start();
	}

	async stop(): Promise<void> {
		for (const task of this.reconciler.tasks) await task.stop();
	}
}

function untilStopped(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});
}

describe('a sweep', () => {
	it('processes each moment around the end of support once, by the days of each server, over restarts', async () => {
		const world = new World();
		const support = { noticeDays: 14, endsSoonRoleId: 'soon', graceDays: 7 };
		world.settings = [
			{ guildId: 'guild', settings: sampleSettings({ supportedRoleId: 'supported', support }) },
			{ guildId: 'strict', settings: sampleSettings({ supportedRoleId: 'supported' }) },
			{ guildId: 'quiet', settings: sampleSettings() },
			// It is no longer in the list of servers.
			{ guildId: 'former', settings: sampleSettings({ supportedRoleId: 'supported' }) },
		];
		const end = 100 * dayMs;
		world.claims = [
			claimOf('buyer', { supportedUntil: end }),
			claimOf('later', { supportedUntil: end + 200 * dayMs }),
		];
		await world.cursor.set('', { v: 1, until: 0 });
		const seen: [day: number, guildIds: string[]][] = [];
		for (let hour = 1; hour < 24 * 130; hour += 5) {
			world.now = hour * hourMs;
			await world.restarted().sweep();
			const asked = world.requested.splice(0);
			if (asked.length > 0) seen.push([Math.floor(world.now / dayMs), asked.map(({ guildId }) => guildId)]);
		}
		expect(seen).toEqual([
			[86, ['guild']],
			[100, expect.arrayContaining(['guild', 'strict'])],
			[107, ['guild']],
		]);
		expect(seen[1]?.[1]).toHaveLength(2);
	});

	it('uses the days of support that a server has chosen since the last one', async () => {
		const world = new World();
		world.claims = [claimOf('buyer', { supportedUntil: dayMs })];
		const requestedOn = async (day: number, graceDays: number) => {
			world.now = day * dayMs + hourMs;
			const support = { noticeDays: 14, endsSoonRoleId: undefined, graceDays };
			world.settings = [
				{ guildId: 'guild', settings: sampleSettings({ supportedRoleId: 'supported', support }) },
			];
			await world.reconciler.sweep();
			return world.requested.splice(0).length;
		};
		expect(await requestedOn(0, 0)).toBe(0);
		expect(await requestedOn(2, 7)).toBe(0);
		expect(await requestedOn(4, 7)).toBe(0);
		expect(await requestedOn(6, 4)).toBe(1);
	});

	it('checks a guild with a blocked role unless it is unavailable, and continues with the members who are due', async () => {
		const world = new World();
		world.troubled.add('guild').add('unavailable');
		await world.reconciler.sweep();
		expect(world.log).toEqual(['refresh guild', 'review guild', 'resume']);
	});

	it('reports its failures', async () => {
		const world = new World();
		world.isStoreAway = true;
		world.pause = untilStopped;
		world.start();
		await until(() => world.log.length === 3);
		expect(world.log.toSorted()).toEqual([
			'failed: a server',
			'failed: ended support',
			'failed: roles of all members',
		]);
		await world.stop();
	});

	it.each([
		[0, 270_000],
		[0.5, 300_000],
		[1, 330_000],
	])(
		'happens every five minutes, shifted at random against other processes: chance of %d',
		async (random, ms) => {
			const world = new World();
			world.random = random;
			world.pause = untilStopped;
			world.start();
			await until(() => world.pauses.length === 2);
			expect(world.pauses).toEqual([ms, ms]);
			await world.stop();
		},
	);

	it('continues with the rest if one guild fails', async () => {
		const world = new World();
		world.troubled.add('guild');
		world.failing = true;
		await world.reconciler.sweep();
		expect(world.log).toEqual(['failed: blocked roles of a server', 'resume']);
	});

	it('isn’t delayed by a long check of all members', async () => {
		const world = new World();
		world.looking = new Promise(() => {});
		let pauses = 0;
		world.pause = async () => {
			pauses += 1;
			if (pauses > 3) await new Promise(() => {});
		};
		world.start();
		await until(() => pauses === 4);
		expect(world.log.filter((line) => line === 'resume')).toHaveLength(4);
		expect(world.log.filter((line) => line === 'drift')).toHaveLength(1);
	});
});

describe('an event', () => {
	it('causes a check of all members once a blocked role can be given, since more may have lost theirs', async () => {
		const world = new World();
		world.troubled.add('guild');
		world.isBlocked = true;
		await world.reconciler.guildChanged('guild');
		expect(world.log).toEqual(['changed guild', 'review guild', 'resume']);
		world.isBlocked = false;
		await world.reconciler.guildChanged('guild');
		expect(world.log.slice(3)).toEqual(['changed guild', 'review guild', 'resume', 'drift']);
	});

	it('costs a single read in a guild without blocked roles', async () => {
		const world = new World();
		await world.reconciler.guildChanged('guild');
		expect(world.log).toEqual(['changed guild']);
	});

	it('is processed together with others that arrive at the same time', async () => {
		const world = new World();
		world.troubled.add('guild');
		await Promise.all(Array.from({ length: 20 }, () => world.reconciler.guildChanged('guild')));
		expect(world.log.filter((line) => line === 'drift')).toHaveLength(2);
	});

	it('causes a check of all members if the rules changed, even if all was well', async () => {
		const world = new World();
		await world.reconciler.rulesChanged('guild');
		expect(world.log).toEqual(['changed guild', 'review guild', 'resume', 'drift']);
	});

	it('requests roles for a returning member only if they are a buyer', async () => {
		const world = new World();
		world.claims = [claimOf('buyer')];
		for (const userId of ['buyer', 'stranger']) {
			await world.reconciler.memberReturned({ guildId: 'guild', userId });
		}
		expect(world.requested.map(({ userId }) => userId)).toEqual(['buyer']);
	});
});

/** Checks all members once. `endsInPause`: the process ends in this pause. */
async function look(given: Partial<World>, endsInPause?: number): Promise<World> {
	const world = Object.assign(new World(), given);
	const stop = () => world.reconciler.tasks[1].stop();
	if (endsInPause === 0) await stop();
	world.pause = async () => {
		if (world.pauses.length === endsInPause) void stop();
	};
	await world.reconciler.checkAllMembers();
	return world;
}

const one = [claimOf('member')];
const supported = claimOf('supported', { supportedUntil: 5_000 });
const members = (count: number) => Array.from({ length: count }, (_, index) => claimOf(id(index)));

/** Members' ids in order. */
function id(index: number): string {
	return String(1_000_000 + index);
}

describe('a check of all members', () => {
	it.each<[string, Partial<World>, readonly string[], readonly string[]]>([
		[
			'asks for the roles of those who are out of line alone',
			{
				claims: ['fine', 'missing', 'too-much', 'gone'].map((each) => claimOf(each)),
				members: { fine: ['buyer', 'other'], missing: ['other'], 'too-much': ['buyer', 'supported'] },
			},
			['missing', 'too-much'],
			[],
		],
		[
			'takes nothing from a member of whom a claim can’t be read, and gives what follows from the others',
			{
				claims: [claimOf('too-much'), claimOf('missing')],
				damaged: ['too-much', 'missing'],
				members: { 'too-much': ['buyer', 'supported'], missing: ['supported'] },
			},
			['missing'],
			[],
		],
		[
			'asks for no member whose missing role is known to be out of reach, and reports it',
			{
				claims: [claimOf('unsupported'), supported],
				members: { unsupported: [], supported: ['buyer'] },
				obstacles: { supported: 'role-too-high' },
			},
			['unsupported'],
			['supported role-too-high'],
		],
		[
			'asks for no member whose role is known to be out of reach for taking it, and reports it',
			{
				claims: one,
				members: { member: ['buyer', 'supported'] },
				obstacles: { supported: 'role-too-high' },
			},
			[],
			['supported role-too-high'],
		],
		[
			'asks for no member who lacks a role with unconfirmed powers, but for a holder without a purchase',
			{
				claims: [supported, claimOf('unsupported')],
				members: { supported: ['buyer'], unsupported: ['buyer', 'supported'] },
				powerful: 'supported',
			},
			['unsupported'],
			['supported role-powerful'],
		],
		[
			'asks for no member while the buyer role is blocked, and reports that',
			{ claims: one, members: { member: ['buyer', 'supported'] }, obstacles: { buyer: 'refused' } },
			[],
			['buyer refused'],
		],
		[
			'takes what is left of a claim that a member no longer holds',
			{ former: ['former'], members: { former: ['buyer', 'other'] } },
			['former'],
			[],
		],
	])('%s', async (_, given, requested, blocked) => {
		const done = await look(given);
		expect(done.requested).toEqual(requested.map((userId) => ({ guildId: 'guild', userId })));
		expect(done.blocked).toEqual(blocked.map((what) => `guild ${what}`));
	});

	it('requests a hundred members at a time from Discord, and waits and continues if it does not respond', async () => {
		const claims = members(250);
		expect((await look({ claims })).asked.map(({ length }) => length)).toEqual([100, 100, 50]);
		const { log, pauses } = await look({ claims, isSilent: true });
		expect(log.slice(1)).toEqual([100, 100, 50].map((count) => `failed: ${count} of guild`));
		expect(Math.min(...pauses)).toBeGreaterThan(10_000);
	});

	it.each([
		['whose settings cannot be read, which is reported', 'damaged', ['failed: guild']],
		['that is not set up', 'unset', []],
	] as const)('skips a server %s', async (_, rules, expected) => {
		const guildIds = ['guild', 'another'];
		const { requested, log } = await look({ claims: one, members: { member: [] }, rules, guildIds });
		expect([requested, log.slice(1)]).toEqual([[{ guildId: 'another', userId: 'member' }], expected]);
	});

	it('ends if the store is down, since every server would fail', async () => {
		await expect(look({ claims: one, rules: 'away' })).rejects.toThrow(StoreUnavailableError);
	});

	it('ends when the bot stops', async () => {
		expect((await look({ claims: members(2) }, 0)).asked).toEqual([]);
	});
});
