import { describe, expect, it } from 'vitest';
import { RefusedCallBudget } from '../../src/roles/refused-call-budget.js';
import { until } from './event-loop.js';
import { callAbout, RefusingGuild } from './refusing-guild.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('the budget for calls that are refused', () => {
	it('allows three in a row and then one an hour, so that a mend without any event is found', async () => {
		const guild = new RefusingGuild();
		for (; guild.now < 4 * hourMs; guild.now += 5 * minuteMs) await guild.tryRole();
		const gaps = guild.calls.map((at) => Math.round(at / minuteMs));
		expect(gaps).toEqual([0, 5, 10, 70, 130, 190]);
	});

	it('allows one immediately when something has changed in the guild, and only one', async () => {
		const guild = new RefusingGuild();
		for (let tries = 0; tries < 5; tries += 1) await guild.tryRole();
		guild.budget.allowOneRetry('guild');
		for (let tries = 0; tries < 5; tries += 1) await guild.tryRole();
		expect(guild.calls).toHaveLength(4);
	});

	it('never allows more than ten in six hours, whatever changes, over restarts and roles', async () => {
		const guild = new RefusingGuild();
		for (; guild.now < 48 * hourMs; guild.now += minuteMs) {
			guild.budget.allowOneRetry('guild');
			await guild.tryRole(guild.now % 3 === 0 ? 'buyer' : `role-${guild.now % 7}`);
			if (guild.now % hourMs === 0) guild.restart();
		}
		expect(guild.maxInSixHours()).toBe(10);
	});

	it('allows no more than that where three processes try many concurrently, and none knows of the others’ calls', async () => {
		const guild = new RefusingGuild();
		const processes = [0, 1, 2].map(
			() => new RefusedCallBudget(guild.store, { now: () => guild.now }, Math.random),
		);
		let refused = 0;
		const refuse = async () => {
			await new Promise((resolve) => setImmediate(resolve));
			refused += 1;
			return { kind: 'blocked', obstacle: 'missing-permission' } as const;
		};
		for (let round = 0; round < 30; round += 1) {
			const calls = processes.map(async (budget) => {
				budget.allowOneRetry('guild');
				for (const roleId of ['buyer', 'item', 'buyer', 'licence', 'buyer'])
					await budget.attemptRole(callAbout(roleId), refuse);
			});
			await Promise.all(calls);
			guild.now += 10 * minuteMs;
		}
		expect(refused).toBeGreaterThan(5);
		expect(refused).toBeLessThanOrEqual(10);
	});

	it('keeps a part for the buyer role, however many other roles are refused', async () => {
		const guild = new RefusingGuild();
		for (; guild.now < 2 * hourMs; guild.now += minuteMs) await guild.tryRole(`role-${guild.now / minuteMs}`);
		expect(guild.calls).toHaveLength(7);
		expect(await guild.budget.blockedBy(callAbout('one-more'))).toBe('missing-permission');
		expect(await guild.budget.blockedBy(callAbout('buyer'))).toBeUndefined();
		for (; guild.now < 4 * hourMs; guild.now += minuteMs) await guild.tryRole('buyer');
		expect(guild.calls).toHaveLength(10);
	});

	it('keeps the buyer role’s refusals apart from the part of the others', async () => {
		const guild = new RefusingGuild();
		for (; guild.now < 8 * hourMs; guild.now += hourMs) await guild.tryRole('buyer');
		expect(guild.calls).toHaveLength(8);
		expect(await guild.budget.blockedBy(callAbout('item'))).toBeUndefined();
	});

	it('allows four within a minute, as other processes may have some in flight', async () => {
		const guild = new RefusingGuild();
		guild.now = 24 * hourMs;
		for (let role = 0; role < 7; role += 1) await guild.tryRole(`role-${role}`);
		expect(guild.calls).toHaveLength(4);
		guild.now += minuteMs;
		await guild.tryRole('role-7');
		expect(guild.calls).toHaveLength(5);
	});

	it('is whole again after six hours, and says until then why Discord refused the last', async () => {
		const guild = new RefusingGuild();
		for (; guild.now < 9 * minuteMs; guild.now += minuteMs) {
			guild.budget.allowOneRetry('guild');
			await guild.tryRole();
		}
		guild.now = hourMs;
		guild.budget.allowOneRetry('guild');
		await guild.tryRole('buyer', 'role-too-high');
		guild.now = 6 * hourMs - 1;
		expect(await guild.budget.blockedBy(callAbout('item'))).toBe('role-too-high');
		guild.now += 1;
		expect(await guild.budget.blockedBy(callAbout('item'))).toBeUndefined();
	});

	it('is whole again six hours after a clock that was days ahead is corrected', async () => {
		const guild = new RefusingGuild();
		guild.now = 72 * hourMs;
		for (let role = 0; role < 4; role += 1) await guild.tryRole(`role-${role}`);
		guild.now = 0;
		expect(await guild.budget.blockedBy(callAbout('buyer'))).toBe('missing-permission');
		expect((await guild.refusals()).map(({ at }) => at)).toEqual([0, 0, 0, 0]);
		guild.now = 6 * hourMs;
		expect(await guild.newBudget().blockedBy(callAbout('buyer'))).toBeUndefined();
		// It overwrites the row, so that from now on only this process could remember the others.
		await guild.tryRole('role-0');
		expect(await guild.refusals()).toMatchObject([{ at: 6 * hourMs }]);
		expect(await guild.budget.blockedBy(callAbout('buyer'))).toBeUndefined();
	});

	it('costs a guild in which nothing is refused no write, nor a read of what was just looked at', async () => {
		const guild = new RefusingGuild();
		await guild.call('done');
		await guild.call('done');
		expect(guild.writes).toEqual([]);
		guild.reads.length = 0;
		const looked = await guild.budget.lookAtRefusals('guild');
		await guild.budget.attemptRole(callAbout('buyer'), async () => ({ kind: 'done' }), looked);
		expect(guild.reads).toEqual(['refusals:guild']);
	});

	it('is asked by what was looked at', async () => {
		const guild = new RefusingGuild();
		await guild.tryRole();
		guild.restart();
		const looked = await guild.budget.lookAtRefusals('guild');
		await guild.budget.attemptRole(callAbout('buyer'), async () => ({ kind: 'done' }), looked);
		// Taken before the call, and given back after it.
		expect(guild.writes).toHaveLength(3);
	});

	it('reads for itself where it could not be looked at', async () => {
		const guild = new RefusingGuild();
		const away = { ...guild.store, get: () => Promise.reject(new Error('The store is away')) };
		expect(await guild.newBudget(away).lookAtRefusals('guild')).toBeUndefined();
	});

	it('is taken before the call, for why the last was refused, and given back where Discord takes it', async () => {
		const guild = new RefusingGuild();
		await guild.tryRole('item', 'role-too-high');
		void guild.budget.attemptRole(callAbout('buyer'), () => new Promise<{ kind: 'done' }>(() => {}));
		await until(() => guild.writes.length === 2);
		const taken = { roleId: 'buyer', isBuyers: true, obstacle: 'role-too-high' };
		expect((await guild.refusals()).at(-1)).toMatchObject(taken);
		guild.restart();
		await guild.call('done');
		expect(await guild.refusals()).toHaveLength(2);
	});

	it('leaves no row where the last refusal is out of date', async () => {
		const guild = new RefusingGuild();
		await guild.tryRole();
		guild.now = 6 * hourMs - 1;
		await guild.budget.attemptRole(callAbout('buyer'), async () => {
			guild.now += 1;
			return { kind: 'done' };
		});
		expect(guild.rows.keys()).toEqual([]);
	});

	it('counts at most three whose answers were lost, and none where Discord refuses nothing', async () => {
		const guild = new RefusingGuild();
		await guild.call('passing');
		expect(guild.rows.keys()).toEqual([]);
		await guild.tryRole('item');
		guild.now += minuteMs;
		for (let calls = 0; calls < 6; calls += 1) await guild.call('passing');
		const unsure = (await guild.refusals()).map(({ isUnsure }) => isUnsure === true);
		expect(unsure).toEqual([false, true, true, true]);
		expect(await guild.budget.blockedBy(callAbout('buyer'))).toBeUndefined();
	});

	it('counts the latest three, so that one which ages leaves no room for a refusal that was not counted', async () => {
		const guild = new RefusingGuild();
		await guild.tryRole('item');
		for (let calls = 0; calls < 4; calls += 1) {
			guild.now += hourMs;
			await guild.call('passing');
		}
		const noted = (await guild.refusals()).map(({ at }) => at / hourMs);
		expect(noted).toEqual([0, 2, 3, 4]);
	});

	it('counts a call whose answer was lost while another process was refused', async () => {
		const guild = new RefusingGuild();
		const other = guild.newBudget();
		await other.attemptRole(callAbout('buyer'), async () => {
			await guild.tryRole('item');
			return { kind: 'passing' };
		});
		expect(await guild.refusals()).toMatchObject([{ roleId: 'item' }, { roleId: 'buyer', isUnsure: true }]);
	});

	it('counts in the order of time what other processes have noted beside what the store did not take', async () => {
		const guild = new RefusingGuild();
		const away = { ...guild.store, transact: () => Promise.reject(new Error('store away')) };
		const lonely = guild.newBudget(away);
		const refuse = async () => ({ kind: 'blocked', obstacle: 'role-too-high' }) as const;
		await expect(lonely.attemptRole(callAbout('buyer'), refuse)).rejects.toThrow('store away');
		guild.now += minuteMs;
		await guild.tryRole();
		await guild.tryRole();
		expect(await guild.budget.blockedBy(callAbout('buyer'))).toBeUndefined();
		guild.now += hourMs - minuteMs;
		expect(await lonely.blockedBy(callAbout('buyer'))).toBe('missing-permission');
	});

	it('counts a refusal that the store did not take', async () => {
		const guild = new RefusingGuild();
		const away = { ...guild.store, transact: () => Promise.reject(new Error('store away')) };
		const budget = new RefusedCallBudget(away, { now: () => guild.now }, Math.random);
		let calls = 0;
		for (let tries = 0; tries < 30; tries += 1) {
			const call = budget.attemptRole(callAbout('buyer'), async () => {
				calls += 1;
				return { kind: 'blocked', obstacle: 'missing-permission' } as const;
			});
			await call.catch(() => {});
		}
		expect(calls).toBe(1);
	});

	it('gives the answer of a call that is not refused, and lets the next one go', async () => {
		const guild = new RefusingGuild();
		await guild.tryRole('item');
		const answer = guild.budget.attemptRole(callAbout('buyer'), async () => ({ kind: 'done' }) as const);
		expect(await answer).toEqual({ kind: 'done' });
		const broken = guild.budget.attemptRole(callAbout('buyer'), () => Promise.reject(new Error('broken')));
		await expect(broken).rejects.toThrow('broken');
		expect(await guild.budget.attemptRole(callAbout('buyer'), async () => ({ kind: 'done' }))).toBeDefined();
	});

	it('keeps a role that works apart from one that does not', async () => {
		const guild = new RefusingGuild();
		for (let tries = 0; tries < 5; tries += 1) await guild.tryRole('item');
		expect(await guild.budget.blockedBy(callAbout('item'))).toBe('missing-permission');
		expect(await guild.budget.blockedBy(callAbout('buyer'))).toBeUndefined();
		expect(await guild.budget.blockedBy(callAbout('item', 'other-guild'))).toBeUndefined();
	});
});
