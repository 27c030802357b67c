import { describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/base/member-ref.js';
import { knownEnd } from '../../src/base/support-end.js';
import type { Claim } from '../../src/claims/claim.js';
import type { RoleObstacle } from '../../src/guilds/role-obstacles.js';
import { Reconciler } from '../../src/roles/reconciler.js';
import { sampleSettings } from '../guilds/checkup/fake-guild.js';
import { settled, until } from './event-loop.js';
import { claimOf, generate, rules } from './owed-claims.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;
const ticket = { first: Promise.resolve(granted), settled: Promise.resolve(granted) };

/** A guild and its claims. */
class World {
	now = 1_000;
	claims: Claim[] = [];
	readonly parked = new Set<string>();
	obstacles: Record<string, RoleObstacle> = {};
	readonly troubled = new Set<string>();
	/** The roles against which Discord has refused too often. */
	exhausted: readonly string[] = [];
	isSetUp = true;
	settings = [{ guildId: 'guild', settings: sampleSettings({ supportedRoleId: 'supported' }) }];
	readonly requested: MemberRef[] = [];
	readonly log: string[] = [];
	cursor: number | undefined;
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
		return new Reconciler({
			queue: {
				request: async (target) => {
					this.requested.push(target);
					return ticket;
				},
				noteChange: (guildId) => this.log.push(`changed ${guildId}`),
				unpark: (guildId) => {
					this.parked.delete(guildId);
					this.log.push(`unpark ${guildId}`);
				},
				resume: async () => {
					if (this.isStoreAway) throw new Error('The store is away');
					this.log.push('resume');
				},
				parkedGuilds: () => [...this.parked],
			},
			claims: {
				claimsOf: async (userId) => this.claims.filter(({ holderId }) => holderId === userId),
				scan: {
					withSupportEnding: (from, until) =>
						generate(
							this.claims.filter(({ supportedUntil }) => {
								const end = knownEnd(supportedUntil);
								return end !== undefined && end >= from && end < until;
							}),
						),
				},
			},
			discord: {
				guilds: () => ['guild'],
				refresh: async (guildId) => {
					if (this.failing) throw new Error('Discord is down');
					this.log.push(`refresh ${guildId}`);
				},
				obstacle: (_, roleId) => this.obstacles[roleId],
			},
			guilds: {
				rulesOf: async () => (this.isSetUp ? rules : undefined),
				all: () => generate(this.settings),
			},
			drift: {
				find: async (guildIds) => {
					if (this.isStoreAway) throw new Error('The store is away');
					this.log.push(`drift ${guildIds.join()}`);
					await this.looking;
				},
			},
			driftCursor: { get: async () => undefined, set: async () => {}, take: async () => undefined },
			supportCursor: {
				get: async () => {
					if (this.isStoreAway) throw new Error('The store is away');
					return this.cursor === undefined ? undefined : { v: 1, until: this.cursor };
				},
				set: async (_, { until }) => {
					this.cursor = until;
				},
			},
			callBudget: {
				blockedBy: async ({ guildId, roleId, isBuyers }) =>
					this.exhausted.includes(`${guildId} ${roleId} ${isBuyers}`) ? 'missing-permission' : undefined,
				allowOneRetry: () => this.log.push('hope'),
				attempt: async (_, request) => await request(),
			},
			blockedRoles: {
				guilds: async () => [...this.troubled],
				review: async () => {},
			},
			clock: {
				now: () => this.now,
				delay: (ms, signal = new AbortController().signal) => {
					this.pauses.push(ms);
					return this.pause(signal);
				},
			},
			random: () => this.random,
			logger: { error: ({ what }: { what: string }) => this.log.push(`failed: ${what}`) },
		});
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
		world.cursor = 500;
		world.claims = [
			claimOf('long-ago', { supportedUntil: 400 }),
			claimOf('just-ended', { supportedUntil: 700 }),
			claimOf('still-supported', { supportedUntil: 5_000 }),
		];
		await world.reconciler.sweep();
		expect(world.requested).toEqual([{ guildId: 'guild', userId: 'just-ended' }]);
		expect(world.cursor).toBe(1_000);
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
		world.cursor = 0;
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

	it('reads the days anew, so that a changed setting counts from the next sweep on', async () => {
		const world = new World();
		world.claims = [claimOf('buyer', { supportedUntil: 100 * dayMs })];
		const change = (noticeDays: number) => {
			const support = { noticeDays, endsSoonRoleId: 'soon', graceDays: 0 };
			world.settings = [{ guildId: 'guild', settings: sampleSettings({ support }) }];
		};
		change(14);
		world.cursor = 79 * dayMs;
		world.now = 81 * dayMs;
		await world.reconciler.sweep();
		expect(world.requested).toEqual([]);
		change(18);
		world.now = 83 * dayMs;
		await world.reconciler.sweep();
		expect(world.requested).toEqual([{ guildId: 'guild', userId: 'buyer' }]);
	});

	it('asks how a parked guild stands and lets it be tried once nothing is in the way', async () => {
		const world = new World();
		world.parked.add('guild');
		world.obstacles = { buyer: 'role-too-high' };
		await world.reconciler.sweep();
		expect(world.log).toEqual(['refresh guild', 'resume']);
		world.obstacles = {};
		await world.reconciler.sweep();
		expect(world.log.slice(2)).toEqual(['refresh guild', 'unpark guild', 'resume']);
	});

	it('leaves a parked guild alone in which Discord has refused too often', async () => {
		const world = new World();
		world.parked.add('guild');
		world.exhausted = ['guild buyer true'];
		await world.reconciler.sweep();
		expect(world.log).toEqual(['refresh guild', 'resume']);
	});

	it('leaves a guild alone that is not set up', async () => {
		const world = new World();
		world.troubled.add('guild');
		world.isSetUp = false;
		await world.reconciler.sweep();
		expect(world.log).toEqual(['refresh guild', 'resume']);
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
		world.reconciler.start();
		await until(() => world.log.length === 3);
		expect(world.log.toSorted()).toEqual([
			'failed: drift',
			'failed: ended support',
			'failed: guilds in which roles cannot be given',
		]);
		await world.reconciler.stop();
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
			world.reconciler.start();
			await until(() => world.pauses.length === 2);
			expect(world.pauses).toEqual([ms, ms]);
			await world.reconciler.stop();
		},
	);

	it('is over before the stop is', async () => {
		const world = new World();
		let finish = (): void => {};
		world.looking = new Promise((resolve) => (finish = resolve));
		world.pause = untilStopped;
		world.reconciler.start();
		let isStopped = false;
		const stopping = world.reconciler.stop().then(() => (isStopped = true));
		await settled();
		expect(isStopped).toBe(false);
		finish();
		await stopping;
		expect(world.log.filter((line) => line === 'drift guild')).toHaveLength(1);
	});

	it('does the rest where one guild fails', async () => {
		const world = new World();
		world.parked.add('guild');
		world.failing = true;
		await world.reconciler.sweep();
		expect(world.log).toEqual(['failed: a guild in which roles cannot be given', 'resume']);
	});

	it('is not kept from its time by a long look at all members', async () => {
		const world = new World();
		world.looking = new Promise(() => {});
		let pauses = 0;
		world.pause = async () => {
			pauses += 1;
			if (pauses > 3) await new Promise(() => {});
		};
		world.reconciler.start();
		await until(() => pauses === 4);
		expect(world.log.filter((line) => line === 'resume')).toHaveLength(4);
		expect(world.log.filter((line) => line === 'drift guild')).toHaveLength(1);
	});
});

describe('an event', () => {
	it('in a parked guild lets it be tried immediately, where it has removed the obstacle', async () => {
		const world = new World();
		world.parked.add('guild');
		world.obstacles = { buyer: 'missing-permission' };
		await world.reconciler.guildChanged('guild');
		expect(world.log).toEqual(['hope', 'changed guild']);
		world.obstacles = {};
		await world.reconciler.guildChanged('guild');
		expect(world.log.slice(2)).toEqual(['hope', 'changed guild', 'unpark guild', 'resume', 'drift guild']);
	});

	it('looks at no member where Discord has refused too often', async () => {
		const world = new World();
		world.parked.add('guild');
		world.exhausted = ['guild buyer true'];
		await world.reconciler.guildChanged('guild');
		expect(world.log).toEqual(['hope', 'changed guild']);
	});

	it('lets all members be looked at where roles could not be given before: more may have lost theirs', async () => {
		const world = new World();
		world.troubled.add('guild');
		await world.reconciler.guildChanged('guild');
		expect(world.log).toContain('drift guild');
	});

	it('in a guild in which nothing is blocked costs nothing', async () => {
		const world = new World();
		await world.reconciler.guildChanged('guild');
		expect(world.log).toEqual(['hope', 'changed guild']);
	});

	it('that comes with many others is followed with them, and not once for each', async () => {
		const world = new World();
		world.troubled.add('guild');
		await Promise.all(Array.from({ length: 20 }, () => world.reconciler.guildChanged('guild')));
		expect(world.log.filter((line) => line === 'drift guild')).toHaveLength(2);
	});

	it('of changed rules has all members looked at, also where all was well', async () => {
		const world = new World();
		await world.reconciler.rulesChanged('guild');
		expect(world.log).toEqual(['hope', 'unpark guild', 'resume', 'drift guild']);
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
