import { describe, expect, it } from 'vitest';
import type { Alert } from '../../src/notifications/alert.js';
import { type AlertBoard, Alerts, type PostedMessage } from '../../src/notifications/alerts.js';
import { memoryStore } from '../roles/memory-store.js';

const guildId = '100000000000000001';
const minute = 60_000;
const badKey: Alert = { kind: 'bad-key', problem: 'refused' };

function blocked(waiting: number): Alert {
	return { kind: 'roles-blocked', obstacle: 'role-too-high', roleId: '300000000000000001', waiting };
}
const subject = 'roles-blocked:role-too-high:300000000000000001';

/** A store, a clock and a board, with as many processes on them as are started. */
class World {
	readonly store = memoryStore();
	readonly log: string[] = [];
	readonly errors: unknown[] = [];
	now = 1_700_000_000_000;
	isReachable = true;
	#messages = 0;

	readonly board: AlertBoard = {
		post: async (place, alert) => {
			if (!this.isReachable) return undefined;
			this.#messages += 1;
			this.log.push(`${place ?? 'home'} posts ${described(alert)}`);
			return { channelId: 'channel', messageId: `${this.#messages}` } satisfies PostedMessage;
		},
		change: async ({ messageId }, _, alert, solvedAt) => {
			this.log.push(`${messageId} is ${solvedAt === undefined ? described(alert) : 'solved'}`);
		},
		announceSolved: async (alert) => void this.log.push(`announces ${alert.kind}`),
	};

	process(): Alerts {
		return new Alerts({
			store: this.store,
			clock: { now: () => this.now },
			logger: { error: ({ err }: { readonly err: unknown }) => void this.errors.push(err) },
		});
	}

	async started(): Promise<Alerts> {
		const alerts = this.process();
		await alerts.start(this.board);
		return alerts;
	}
}

function described(alert: Alert): string {
	return 'waiting' in alert ? `${alert.kind} ${alert.waiting}` : alert.kind;
}

describe('an alert', () => {
	it('is reported once while it lasts, and once more when it is solved', async () => {
		const world = new World();
		const alerts = await world.started();
		for (let n = 0; n < 5; n += 1) expect(await alerts.raise(undefined, badKey)).toBe(true);
		await alerts.solve(undefined, 'bad-key');
		await alerts.solve(undefined, 'bad-key');
		expect(world.log).toEqual(['home posts bad-key', '1 is solved', 'announces bad-key']);
		await alerts.raise(undefined, badKey);
		expect(world.log.at(-1)).toBe('home posts bad-key');
	});

	it('that is solved by the button below it says so in its message alone', async () => {
		const world = new World();
		const alerts = await world.started();
		const otherId = '100000000000000002';
		await alerts.raise(undefined, { kind: 'unserved', guildId: otherId, name: 'Lantern Den' });
		await alerts.solve(undefined, `unserved:${otherId}`);
		expect(world.log).toEqual(['home posts unserved', '1 is solved']);
	});

	it('grows in its message, every half minute at most; in a server its end is no line of its own', async () => {
		const world = new World();
		const alerts = await world.started();
		await alerts.raise(guildId, blocked(1));
		await alerts.raise(guildId, blocked(2));
		world.now += minute;
		await alerts.raise(guildId, blocked(3));
		await alerts.raise(guildId, blocked(4));
		await alerts.solve(guildId, subject);
		expect(world.log).toEqual([`${guildId} posts roles-blocked 1`, '1 is roles-blocked 3', '1 is solved']);
	});

	it('that was raised before Discord could be reached is reported then', async () => {
		const world = new World();
		const alerts = world.process();
		expect(await alerts.raise(undefined, badKey)).toBe(false);
		expect(world.log).toEqual([]);
		await alerts.start(world.board);
		expect(world.log).toEqual(['home posts bad-key']);
	});

	it('that is mere news is posted once, over restarts, and leaves nothing behind', async () => {
		const world = new World();
		const noMembers = { named: [], more: 0 };
		const news: Alert = { kind: 'restored', madeAt: 1, lost: noMembers, gained: noMembers, isComplete: true };
		await world.process().raise(undefined, news);
		world.isReachable = false;
		await world.started();
		expect(await world.store.get('alert:operator:restored')).toBeDefined();
		world.isReachable = true;
		for (let n = 0; n < 2; n += 1) await world.started();
		expect(world.log).toEqual(['home posts restored']);
		expect(await world.store.get('alert:operator:restored')).toBeUndefined();
	});

	it('that reached no one is retried with the next one', async () => {
		const world = new World();
		const alerts = await world.started();
		world.isReachable = false;
		expect(await alerts.raise(guildId, blocked(1))).toBe(false);
		world.isReachable = true;
		expect(await alerts.raise(guildId, blocked(1))).toBe(true);
		expect(world.log).toEqual([`${guildId} posts roles-blocked 1`]);
	});

	it('is reported once by several processes, and solved by the process that sees its end', async () => {
		const world = new World();
		const [one, two] = [await world.started(), await world.started()];
		await Promise.all([one.raise(guildId, blocked(1)), two.raise(guildId, blocked(1))]);
		expect(world.log).toEqual([`${guildId} posts roles-blocked 1`]);
		await Promise.all([one.solve(guildId, subject), two.solve(guildId, subject)]);
		// Both may edit the message, to the same.
		expect(new Set(world.log)).toEqual(new Set([`${guildId} posts roles-blocked 1`, '1 is solved']));
		await Promise.all([one.raise(undefined, badKey), two.raise(undefined, badKey)]);
		await Promise.all([one.solve(undefined, 'bad-key'), two.solve(undefined, 'bad-key')]);
		expect(world.log.filter((line) => line === 'announces bad-key')).toHaveLength(1);
	});

	it('is solved by a process that never raised it, and posted again when it returns', async () => {
		const world = new World();
		const [one, two] = [await world.started(), await world.started()];
		await one.raise(guildId, blocked(1));
		await two.solve(guildId, subject);
		for (let n = 0; n < 2; n += 1) expect(await one.raise(guildId, blocked(1))).toBe(true);
		const posted = `${guildId} posts roles-blocked 1`;
		expect(world.log).toEqual([posted, '1 is solved', posted]);
	});

	it('lasts if it returns while its end is being processed', async () => {
		const world = new World();
		const [one, two] = [await world.started(), await world.started()];
		await one.raise(guildId, blocked(1));
		await Promise.all([two.solve(guildId, subject), two.raise(guildId, blocked(1))]);
		const posted = `${guildId} posts roles-blocked 1`;
		expect(world.log).toEqual([posted, '1 is solved', posted]);
	});

	it('stays as it is where a process that never raised it cannot read the store', async () => {
		const world = new World();
		const [one, two] = [await world.started(), await world.started()];
		await one.raise(guildId, blocked(1));
		const { get } = world.store;
		world.store.get = () => Promise.reject(new Error('The store is down'));
		await two.solve(guildId, subject);
		world.store.get = get;
		expect(await one.raise(guildId, blocked(1))).toBe(true);
		expect(world.log).toEqual([`${guildId} posts roles-blocked 1`]);
		expect(world.errors).toEqual([]);
	});

	it('lasts over a restart, and its end is shown in the same message', async () => {
		const world = new World();
		await (await world.started()).raise(guildId, blocked(1));
		const next = await world.started();
		expect(next.isLastingIn(guildId, 'roles-blocked')).toBe(true);
		await next.solve(guildId, subject);
		expect(world.log).toEqual([`${guildId} posts roles-blocked 1`, '1 is solved']);
	});

	it('that a killed process was about to post is posted by the next one, some minutes later', async () => {
		const world = new World();
		const killed = world.process();
		const posting = new Promise<void>((resolve) => {
			void killed.start({
				...world.board,
				post: () => {
					resolve();
					return new Promise(() => {});
				},
			});
		});
		void killed.raise(guildId, blocked(1));
		await posting;
		const next = await world.started();
		world.now += 5 * minute;
		expect(await next.raise(guildId, blocked(1))).toBe(true);
		expect(world.log).toEqual([`${guildId} posts roles-blocked 1`]);
	});

	it.each<[Alert, string]>([
		[badKey, 'bad-key'],
		[{ kind: 'other-account', known: 'maren', seen: 'mira' }, 'other-account'],
		[{ kind: 'revoking-stopped', limit: 5 }, 'revoking-stopped'],
	])('that is solved before Discord can be reached is shown as solved then: %j', async (alert, kind) => {
		const world = new World();
		await (await world.started()).raise(undefined, alert);
		const next = world.process();
		await next.solve(undefined, kind);
		world.now += minute;
		await next.start(world.board);
		expect(world.log).toEqual([`home posts ${kind}`, '1 is solved', `announces ${kind}`]);
		expect(await world.store.get(`alert:home:${kind}`)).toBeUndefined();
	});

	it('in a server that is solved before Discord can be reached is shown as solved then', async () => {
		const world = new World();
		await (await world.started()).raise(guildId, blocked(1));
		const next = world.process();
		await next.solve(guildId, subject);
		await next.start(world.board);
		expect(world.log).toEqual([`${guildId} posts roles-blocked 1`, '1 is solved']);
	});

	it('that returns before Discord can be reached lasts in its message', async () => {
		const world = new World();
		await (await world.started()).raise(undefined, badKey);
		const next = world.process();
		await next.solve(undefined, 'bad-key');
		await next.raise(undefined, badKey);
		await next.start(world.board);
		expect(world.log).toEqual(['home posts bad-key']);
		await next.solve(undefined, 'bad-key');
		expect(world.log.slice(1)).toEqual(['1 is solved', 'announces bad-key']);
	});

	it('that no one was notified of leaves nothing behind if it is solved before the start', async () => {
		const world = new World();
		const alerts = world.process();
		await alerts.raise(undefined, badKey);
		await alerts.solve(undefined, 'bad-key');
		expect(await world.store.get('alert:home:bad-key')).toBeUndefined();
		await alerts.start(world.board);
		expect(world.log).toEqual([]);
	});

	it('whose process dies while it shows the end is shown as solved by the next one', async () => {
		const world = new World();
		const killed = world.process();
		const dying = new Promise<void>((resolve) => {
			void killed.start({
				...world.board,
				change: () => {
					resolve();
					return new Promise(() => {});
				},
			});
		});
		await killed.raise(guildId, blocked(1));
		void killed.solve(guildId, subject);
		await dying;
		await world.started();
		expect(world.log).toEqual([`${guildId} posts roles-blocked 1`, '1 is solved']);
		await world.started();
		expect(world.log).toHaveLength(2);
	});

	it('that is solved while another process posts it is shown as solved by that one', async () => {
		const world = new World();
		const [one, two] = [world.process(), await world.started()];
		let posted: () => void = () => {};
		const posting = new Promise<void>((resolve) => {
			void one.start({
				...world.board,
				post: async (...args) => {
					resolve();
					await new Promise<void>((done) => {
						posted = done;
					});
					return await world.board.post(...args);
				},
			});
		});
		const raised = one.raise(guildId, blocked(1));
		await posting;
		await two.solve(guildId, subject);
		posted();
		expect(await raised).toBe(true);
		expect(world.log).toEqual([`${guildId} posts roles-blocked 1`, '1 is solved']);
	});

	it.each<Alert>([{ kind: 'clock-off', minutes: 60 }, { kind: 'empty-store' }])(
		'that every start detects is solved by a start that doesn’t: %j',
		async (alert) => {
			const world = new World();
			await (await world.started()).raise(undefined, alert);
			const same = world.process();
			await same.raise(undefined, alert);
			await same.start(world.board);
			expect(world.log).toEqual([`home posts ${alert.kind}`]);
			await world.started();
			expect(world.log.slice(1)).toEqual(['1 is solved', `announces ${alert.kind}`]);
		},
	);

	it.each<Alert>([{ kind: 'damaged' }, { kind: 'answered-elsewhere' }])(
		'that is detected again at some time is forgotten at the start, not called solved: %j',
		async (alert) => {
			const world = new World();
			await (await world.started()).raise(undefined, alert);
			const next = await world.started();
			await next.raise(undefined, alert);
			expect(world.log).toEqual([`home posts ${alert.kind}`, `home posts ${alert.kind}`]);
		},
	);

	it('never rejects', async () => {
		const world = new World();
		const alerts = await world.started();
		world.store.transact = async () => {
			throw new Error('The store is down');
		};
		expect(await alerts.raise(undefined, badKey)).toBe(false);
		expect(world.errors).toHaveLength(1);
	});
});
