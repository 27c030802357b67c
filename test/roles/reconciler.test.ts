import { describe, expect, it } from 'vitest';
import { knownEnd } from '../../src/base/purchase-fields.js';
import type { MemberRef } from '../../src/base/row-fields.js';
import type { Claim } from '../../src/claims/claim.js';
import { Reconciler, supportCursorKind } from '../../src/roles/reconciler.js';
import { Table } from '../../src/storage/table.js';
import { sampleSettings } from '../servers/checkup/fake-guild.js';
import { floor } from '../world/floor.js';
import { until } from './event-loop.js';
import { memoryStore } from './memory-store.js';
import { claimOf, generate } from './owed-claims.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
const ticket = { settled: Promise.resolve(granted) };

/** A guild and its claims. */
class World {
	now = 1_000;
	claims: Claim[] = [];
	readonly troubled = new Set<string>();
	/** True if the buyer role is blocked. */
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
		return new Reconciler(
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
				served: { ids: ['guild'] },
				claims: {
					claimsOf: async (userId) => this.claims.filter(({ holderId }) => holderId === userId),
					scan: {
						members: () => generate(this.#look()),
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
					guilds: () => ['guild'],
					refresh: async (guildId) => {
						if (this.failing) throw new Error('Discord is down');
						this.log.push(`refresh ${guildId}`);
					},
				},
				guilds: {
					all: () => generate(this.settings),
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
					error: ({ what }: { what: string }) => this.log.push(`failed: ${what}`),
					warn: ({ name }: { name: string }) => this.log.push(`failed: ${name}`),
				},
			}),
		);
	}

	async #look(): Promise<never[]> {
		this.log.push('drift');
		await this.looking;
		return [];
	}

	start(): void {
		for (const task of this.reconciler.tasks) task.start();
	}

	async stop(): Promise<void> {
		for (const task of this.reconciler.tasks) await task.stop();
	}
}

/** Resolves when the bot stops. */
function untilStopped(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});
}

describe('a sweep', () => {
	it('sees to support that has ended since the last one, also over a restart, and not to the rest', async () => {
		const world = new World();
		await world.cursor.set('', { v: 1, until: 500 });
		world.claims = [
			claimOf('long-ago', { supportedUntil: 400 }),
			claimOf('just-ended', { supportedUntil: 700 }),
			claimOf('still-supported', { supportedUntil: 5_000 }),
		];
		await world.reconciler.sweep();
		expect(world.requested).toEqual([{ guildId: 'guild', userId: 'just-ended' }]);
		expect(await world.cursor.get('')).toEqual({ v: 1, until: 1_000 });
		await world.reconciler.sweep();
		expect(world.requested).toHaveLength(1);
	});

	it('sees to each moment around the end of support once, by the days of each server, over restarts', async () => {
		const world = new World();
		const support = { noticeDays: 14, endsSoonRoleId: 'soon', graceDays: 7 };
		world.settings = [
			{ guildId: 'guild', settings: sampleSettings({ supportedRoleId: 'supported', support }) },
			{ guildId: 'strict', settings: sampleSettings({ supportedRoleId: 'supported' }) },
			{ guildId: 'quiet', settings: sampleSettings() },
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

	it('asks how a guild with a blocked role stands, and goes on with who is due', async () => {
		const world = new World();
		world.troubled.add('guild');
		await world.reconciler.sweep();
		expect(world.log).toEqual(['refresh guild', 'review guild', 'resume']);
	});

	it('leaves a guild alone that Discord withholds', async () => {
		const world = new World();
		world.troubled.add('withheld');
		await world.reconciler.sweep();
		expect(world.log).toEqual(['resume']);
	});

	it('says what could not be done', async () => {
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
		'comes every five minutes, and not with those of other processes: by chance of %d',
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

	it('does the rest where one guild fails', async () => {
		const world = new World();
		world.troubled.add('guild');
		world.failing = true;
		await world.reconciler.sweep();
		expect(world.log).toEqual(['failed: blocked roles of a server', 'resume']);
	});

	it('is not kept from its time by a long look at all members', async () => {
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
	it('where a role is blocked has all members looked at once their role can be given: more may have lost theirs', async () => {
		const world = new World();
		world.troubled.add('guild');
		world.isBlocked = true;
		await world.reconciler.guildChanged('guild');
		expect(world.log).toEqual(['changed guild', 'review guild', 'resume']);
		world.isBlocked = false;
		await world.reconciler.guildChanged('guild');
		expect(world.log.slice(3)).toEqual(['changed guild', 'review guild', 'resume', 'drift']);
	});

	it('in a guild in which nothing is blocked costs a read', async () => {
		const world = new World();
		await world.reconciler.guildChanged('guild');
		expect(world.log).toEqual(['changed guild']);
	});

	it('that comes with many others is followed with them, and not once for each', async () => {
		const world = new World();
		world.troubled.add('guild');
		await Promise.all(Array.from({ length: 20 }, () => world.reconciler.guildChanged('guild')));
		expect(world.log.filter((line) => line === 'drift')).toHaveLength(2);
	});

	it('of changed rules has all members looked at, also where all was well', async () => {
		const world = new World();
		await world.reconciler.rulesChanged('guild');
		expect(world.log).toEqual(['changed guild', 'review guild', 'resume', 'drift']);
	});

	it('of a member who comes back asks for the roles of a buyer alone', async () => {
		const world = new World();
		world.claims = [claimOf('buyer')];
		for (const userId of ['buyer', 'stranger']) {
			await world.reconciler.memberReturned({ guildId: 'guild', userId });
		}
		expect(world.requested.map(({ userId }) => userId)).toEqual(['buyer']);
	});
});
