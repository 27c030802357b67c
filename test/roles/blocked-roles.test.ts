import { describe, expect, it } from 'vitest';
import { type RolesBlocked, rolesBlocked } from '../../src/messages/alerts.js';
import { type Blocked, BlockedRoles, RefusedRequests } from '../../src/roles/blocked-roles.js';
import type { RoleRules } from '../../src/servers/guild-settings.js';
import type { RoleObstacle } from '../../src/servers/role-obstacle.js';
import { noRules } from '../servers/no-rules.js';
import { floor } from '../world/floor.js';
import { settled, until } from './event-loop.js';
import { memoryStore, notingStore } from './memory-store.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const key = 'blocked:guild';

/** A guild whose roles may be blocked, and the reports to its people. */
class World {
	now = 100 * hourMs;
	readonly rows = memoryStore();
	readonly #noting = notingStore(this.rows);
	readonly writes = this.#noting.writes;
	readonly store = this.#noting.store;
	isSetUp = true;
	buyerRoleId = 'buyer';
	/** Obstacles in the gateway's data. */
	visible: Record<string, RoleObstacle> = {};
	powers: Record<string, bigint> = {};
	/** The times of calls sent by all processes. */
	readonly calls: number[] = [];
	readonly news: string[] = [];
	readonly alerts: string[] = [];
	readonly #lasting = new Set<string>();
	readonly over: string[] = [];
	readonly errors: unknown[] = [];
	alert: () => Promise<void> = async () => {};
	end: () => Promise<void> = async () => {};
	hasRoom = true;
	waiting = 1;
	blocked = this.process();

	get rules(): RoleRules {
		return { ...noRules, buyerRoleId: this.buyerRoleId, itemRoles: { '7': 'item', '8': 'other' } };
	}

	process(store = this.store): BlockedRoles {
		return new BlockedRoles(
			floor({
				store,
				roleApi: {
					obstacle: (_, roleId) => this.visible[roleId],
					powers: (_, roleId) => this.powers[roleId] ?? 0n,
				},
				guilds: {
					rulesOf: async () => (this.isSetUp ? this.rules : undefined),
				},
				syncRows: { waitingIn: async () => this.waiting },
				refusedRequests: { attempt: async (_, request) => (this.hasRoom ? await request() : undefined) },
				served: { serves: () => true },
				alerts: {
					raise: async (_, alert) => {
						const subject = rolesBlocked(alert as RolesBlocked);
						this.alerts.push(subject);
						await this.alert();
						this.#lasting.add(subject);
					},
					solve: async (_, subject) => {
						await this.end();
						if (this.#lasting.delete(subject)) this.over.push(subject.replace('roles-blocked:', ''));
					},
				},
				clock: { now: () => this.now },
				random: Math.random,
				logger: {
					error: ({ err, roleId, obstacle }: Record<string, unknown>) =>
						err === undefined ? this.news.push(`${roleId} ${obstacle}`) : this.errors.push(err),
				},
			}),
		);
	}

	/** An attempt as a sync makes it. Resolves to the reason why no call was made, or to the result. */
	async try(
		roleId = 'buyer',
		result: 'refused' | 'done' | 'passing' = 'refused',
		{ blocked = this.blocked, during = async () => {} } = {},
	): Promise<string> {
		const row = await blocked.read('guild');
		let isSent = false;
		const known = { rules: this.rules, blocked: row };
		const answer = await blocked.attempt('guild', roleId, false, known, async () => {
			isSent = true;
			if (result === 'refused') this.calls.push(this.now);
			await during();
			return result === 'refused' ? { kind: 'blocked', obstacle: result } : { kind: result, reason: 'lost' };
		});
		if (!isSent && 'obstacle' in answer) return answer.obstacle;
		if (answer.kind === 'done') blocked.overcome('guild', [roleId], row);
		return answer.kind;
	}

	async row(): Promise<Blocked> {
		return await this.blocked.read('guild');
	}
}

describe('a refused role', () => {
	it('gets its next call in an hour, over restarts, without delaying other roles', async () => {
		const world = new World();
		for (let minute = 0; minute < 4 * 60 - 5; minute += 5) {
			await world.try();
			world.blocked = world.process();
			world.now += 5 * minuteMs;
		}
		expect(world.calls.map((at) => (at - 100 * hourMs) / hourMs)).toEqual([0, 1, 2, 3]);
		expect(await world.blocked.buyerObstacle('guild')).toBe('refused');
		expect(await world.try('item', 'done')).toBe('done');
	});

	it('gets a single call after a change in the guild', async () => {
		const world = new World();
		expect(await world.blocked.changed('guild')).toBe(false);
		for (let tries = 0; tries < 3; tries += 1) await world.try();
		expect(await world.blocked.changed('guild')).toBe(true);
		for (let tries = 0; tries < 3; tries += 1) await world.try();
		expect(world.calls).toHaveLength(2);
	});

	it('gets its next call if the change came while Discord was refusing', async () => {
		const world = new World();
		await world.try('buyer', 'refused', { during: async () => void (await world.blocked.changed('guild')) });
		expect(await world.blocked.buyerObstacle('guild')).toBeUndefined();
	});

	it('is no longer blocked when a call has succeeded', async () => {
		const world = new World();
		await world.try();
		await world.blocked.changed('guild');
		expect(await world.try('buyer', 'done')).toBe('done');
		await until(() => world.over.length === 1);
		await settled();
		expect([await world.blocked.guilds(), (await world.row()).calls.length]).toEqual([[], 1]);
		world.now += 6 * hourMs;
		await world.try('buyer', 'done');
		expect(world.rows.keys()).toEqual([key]);
	});
});

describe('refused calls in a guild', () => {
	const maxInSixHours = ({ calls }: World) =>
		Math.max(...calls.map((start) => calls.filter((at) => at >= start && at < start + 6 * hourMs).length));

	it('are limited to nine in six hours, across changes, restarts, roles and three processes', async () => {
		const world = new World();
		const processes = [0, 1, 2].map(() => world.process());
		for (let minute = 0; minute < 24 * 60; minute += 4) {
			const during = () => settled();
			await Promise.all(
				processes.map(async (blocked) => {
					await blocked.changed('guild');
					await world.try(minute % 3 === 0 ? 'buyer' : `role-${minute % 7}`, 'refused', { blocked, during });
				}),
			);
			world.now += 4 * minuteMs;
			if (minute % 60 === 0) processes[minute % 3] = world.process();
		}
		expect(maxInSixHours(world)).toBeGreaterThan(6);
		expect(maxInSixHours(world)).toBeLessThanOrEqual(9);
	});

	it('leave room for the buyer role, however many other roles are refused', async () => {
		const world = new World();
		for (let role = 0; role < 20; role += 1) await world.try(`role-${role}`);
		expect(world.calls).toHaveLength(3);
		expect(await world.try('buyer', 'done')).toBe('done');
		for (let tries = 0; tries < 5; tries += 1) {
			await world.try('buyer');
			await world.blocked.changed('guild');
		}
		expect(world.calls).toHaveLength(7);
	});

	it('also count if the store did not accept them', async () => {
		const world = new World();
		const away = world.process({ ...world.store, transact: () => Promise.reject(new Error('away')) });
		for (let tries = 0; tries < 30; tries += 1)
			await world.try('item', 'refused', { blocked: away }).catch(() => {});
		expect(world.calls).toHaveLength(3);
	});

	it('include lost responses once a call was refused, but not enough to block the buyer role', async () => {
		const world = new World();
		await world.try('item', 'passing');
		expect(world.rows.keys()).toEqual([]);
		await world.try('item', 'refused');
		for (let tries = 0; tries < 5; tries += 1) await world.try('buyer', 'passing');
		expect((await world.row()).calls.map(({ isLost }) => isLost === true)).toEqual([false, true, true, true]);
		for (let role = 0; role < 5; role += 1) await world.try(`role-${role}`);
		expect(await world.blocked.buyerObstacle('guild')).toBeUndefined();
		await world.try('buyer', 'passing');
		await world.try('buyer');
		await world.blocked.changed('guild');
		expect(await world.try('buyer')).toBe('refused');
	});

	it('are not made if the process is at its limit, and cost no write if none was refused', async () => {
		const world = new World();
		await world.try('buyer', 'done');
		world.hasRoom = false;
		expect(await world.try()).toBe('passing');
		expect([world.calls, world.writes]).toEqual([[], []]);
	});
});

describe('the alert about a blocked role', () => {
	const tooHigh = (roleId: string) => ({ roleId, obstacle: 'role-too-high' }) as const;

	it('is raised once, over restarts, and updated every half a minute at most', async () => {
		const world = new World();
		for (let member = 0; member < 20; member += 1) {
			await world.blocked.note('guild', tooHigh('buyer'));
			world.blocked = world.process();
			world.now += 2_999;
		}
		expect([world.news, world.alerts.length]).toEqual([['buyer role-too-high'], 2]);
	});

	it('is raised by the next sweep if the process ended before', async () => {
		const world = new World();
		world.visible = { buyer: 'role-too-high' };
		world.alert = () => Promise.reject(new Error('killed'));
		await world.blocked.note('guild', tooHigh('buyer'));
		await until(() => world.errors.length === 1);
		world.blocked = world.process();
		world.now += 5 * minuteMs;
		await world.blocked.review('guild');
		expect(world.alerts).toHaveLength(2);
	});

	it('is shared by roles that lack the same permission, and ends with the last of them', async () => {
		const world = new World();
		for (const roleId of ['buyer', 'item'])
			await world.blocked.note('guild', { roleId, obstacle: 'missing-permission' });
		expect(world.news).toEqual(['buyer missing-permission']);
		for (const roleId of ['buyer', 'item']) {
			expect(world.over).toEqual([]);
			world.blocked.overcome('guild', [roleId], await world.row());
			await settled();
			await settled();
		}
		expect([world.over, world.rows.keys()]).toEqual([['missing-permission'], []]);
	});

	it.each([
		['the gateway shows no obstacle any more', (world: World) => (world.visible = {}), 1],
		['the rules no longer name the role', (world: World) => (world.buyerRoleId = 'customer'), 1],
		['nothing has changed', () => {}, 0],
	])('ends at the next check if %s', async (_, change, ended) => {
		const world = new World();
		world.visible = { buyer: 'role-too-high' };
		await world.blocked.note('guild', tooHigh('buyer'));
		change(world);
		await world.blocked.review('guild');
		expect([world.over.length, (await world.blocked.guilds()).length]).toEqual([ended, 1 - ended]);
	});

	it('does not end at a check of a role that Discord refuses, nor of one with elevated permissions', async () => {
		const world = new World();
		await world.try('buyer');
		world.powers = { item: 4n };
		await world.blocked.note('guild', { roleId: 'item', obstacle: 'role-powerful' });
		await world.blocked.review('guild');
		expect(world.over).toEqual([]);
		world.powers = {};
		await world.blocked.review('guild');
		expect(world.over).toEqual(['role-powerful:item']);
	});

	it('ends at a check of a role that no one is waiting for, once it may be tried again', async () => {
		const world = new World();
		await world.try('buyer');
		await world.try('item');
		world.waiting = 0;
		await world.blocked.review('guild');
		expect(world.over).toEqual([]);
		await world.blocked.changed('guild');
		await world.blocked.review('guild');
		expect(world.over).toEqual(['refused:buyer']);
		// It is not known if a member waits for this one, except by the calls for it. None are made without the buyer role.
		world.now += 6 * hourMs;
		await world.blocked.note('guild', tooHigh('buyer'));
		await world.blocked.review('guild');
		expect(world.over).toEqual(['refused:buyer', 'role-too-high:buyer']);
		await world.blocked.review('guild');
		expect(world.over.at(-1)).toBe('refused:item');
	});

	it('does not end at a check while too many calls were refused, unless the gateway showed its obstacle', async () => {
		const world = new World();
		const noted = async () => await world.blocked.noted('guild', 'item', await world.row(), world.rules);
		expect([await noted(), world.news]).toEqual([undefined, []]);
		for (let role = 0; role < 5; role += 1) await world.try(`role-${role}`);
		expect(await noted()).toBe('refused');
		await world.blocked.note('guild', tooHigh('other'));
		await world.blocked.review('guild');
		expect(world.over).toEqual(expect.arrayContaining(['role-too-high:other']));
		expect(world.over).not.toContain('refused:item');
		world.now += 6 * hourMs;
		await world.blocked.review('guild');
		expect(world.over).toContain('refused:item');
	});

	it('says that no role is chosen until one is', async () => {
		const world = new World();
		world.isSetUp = false;
		await world.blocked.note('guild', { roleId: undefined, obstacle: 'role-missing' });
		await world.blocked.review('guild');
		expect([world.news, world.over]).toEqual([['undefined role-missing'], []]);
		expect(await world.blocked.buyerObstacle('guild')).toBe('role-missing');
		world.isSetUp = true;
		await world.blocked.review('guild');
		expect([world.over, world.rows.keys()]).toEqual([['role-missing'], []]);
	});

	it('ends if another obstacle takes its place', async () => {
		const world = new World();
		await world.try();
		await world.blocked.note('guild', tooHigh('buyer'));
		expect([world.over, world.news]).toEqual([['refused:buyer'], ['buyer refused', 'buyer role-too-high']]);
	});

	it('ends before its row is deleted, so that after a kill in between, the next process ends it', async () => {
		const world = new World();
		await world.blocked.note('guild', tooHigh('buyer'));
		world.end = () => Promise.reject(new Error('killed'));
		await expect(world.blocked.review('guild')).rejects.toThrow('killed');
		expect(await world.blocked.guilds()).toEqual(['guild']);
	});

	it('ends again if it was raised after its end, and stays if the role is blocked again', async () => {
		const world = new World();
		let raise = (): void => {};
		world.alert = () => new Promise((resolve) => (raise = resolve));
		await world.blocked.note('guild', tooHigh('buyer'));
		await world.blocked.review('guild');
		raise();
		await until(() => world.over.length === 1);
		await world.blocked.note('guild', tooHigh('buyer'));
		world.end = async () => {
			world.now += minuteMs;
			await world.process().note('guild', tooHigh('buyer'));
		};
		await world.blocked.review('guild');
		expect(await world.blocked.guilds()).toEqual(['guild']);
	});
});

const fine = async (): Promise<string> => 'fine';

function setUp() {
	const clock = { now: 1_000 };
	const requests = new RefusedRequests({ now: () => clock.now });
	const refuse = (times: number, isAuthorized = true): void => {
		for (let count = 0; count < times; count += 1) requests.note(403, isAuthorized);
	};
	return { clock, requests, refuse };
}

describe('refusals that count for the whole bot', () => {
	it.each([
		['fine', [200, 204, 400, 404, 500]],
		[undefined, [401, 403, 429]],
	])(
		'include only the responses that Discord counts against an address: %s after %j',
		async (then, statuses) => {
			for (const status of statuses) {
				const { requests } = setUp();
				for (let count = 0; count < 900; count += 1) requests.note(status, true);
				expect(await requests.attempt(true, fine)).toBe(then);
			}
		},
	);

	it('attack 55: stop first the calls that no member is waiting for, then all, until some expire', async () => {
		const { clock, requests, refuse } = setUp();
		refuse(499);
		expect(await requests.attempt(false, fine)).toBe('fine');
		refuse(1);
		expect(await requests.attempt(false, fine)).toBeUndefined();
		expect(await requests.attempt(true, fine)).toBe('fine');
		refuse(400);
		expect(await requests.attempt(true, fine)).toBeUndefined();
		clock.now += 10 * minuteMs + 1;
		expect(await requests.attempt(false, fine)).toBe('fine');
	});

	it('don’t stop role calls if only interaction responses were refused, up to half of Discord’s limit', async () => {
		const { clock, requests, refuse } = setUp();
		refuse(4_999, false);
		expect(await requests.attempt(false, fine)).toBe('fine');
		refuse(1, false);
		expect(await requests.attempt(true, fine)).toBeUndefined();
		clock.now += 10 * minuteMs + 1;
		expect(await requests.attempt(false, fine)).toBe('fine');
	});

	it('include requests in flight, since each may be refused', async () => {
		const { requests } = setUp();
		const answers: (() => void)[] = [];
		const request = (): Promise<true> => new Promise((resolve) => answers.push(() => resolve(true)));
		const sent = Array.from({ length: 2_000 }, () => requests.attempt(true, request));
		expect(answers).toHaveLength(900);
		for (const answer of answers) answer();
		await Promise.all(sent);
		expect(await requests.attempt(true, fine)).toBe('fine');
	});
});
