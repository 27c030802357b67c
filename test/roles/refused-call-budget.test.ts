import { describe, expect, it } from 'vitest';
import { RefusedCallBudget, type RoleCall } from '../../src/roles/refused-call-budget.js';
import { memoryStore } from './memory-store.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const callAbout = (roleId: string, guildId = 'guild'): RoleCall => ({
	guildId,
	roleId,
	isBuyers: roleId === 'buyer',
	kind: 'change',
});

/** A guild in which every call is refused, for reasons that nothing tells of. */
class RefusingGuild {
	now = 0;
	calls: number[] = [];
	readonly store = memoryStore();
	budget = this.#newBudget();

	/** A call, where the budget allows one. */
	async tryRole(roleId = 'buyer'): Promise<void> {
		await this.budget.attempt(callAbout(roleId), async () => {
			this.calls.push(this.now);
			return { kind: 'blocked', obstacle: 'missing-permission' };
		});
	}

	restart(): void {
		this.budget = this.#newBudget();
	}

	/** The most calls within any six hours. */
	mostInSixHours(): number {
		const within = (start: number) =>
			this.calls.filter((at) => at >= start && at < start + 6 * hourMs).length;
		return Math.max(...this.calls.map(within));
	}

	#newBudget(): RefusedCallBudget {
		return new RefusedCallBudget(this.store, () => this.now, Math.random);
	}
}

describe('the budget for calls that are refused', () => {
	it('allows three in a row and then one an hour, so that a mend that nobody tells of is found', async () => {
		const guild = new RefusingGuild();
		for (; guild.now < 4 * hourMs; guild.now += 5 * minuteMs) await guild.tryRole();
		const gaps = guild.calls.map((at) => Math.round(at / minuteMs));
		expect(gaps).toEqual([0, 5, 10, 70, 130, 190]);
	});

	it('allows one at once when something has changed in the guild, and only one', async () => {
		const guild = new RefusingGuild();
		for (let tries = 0; tries < 5; tries += 1) await guild.tryRole();
		guild.budget.hopeFor('guild');
		for (let tries = 0; tries < 5; tries += 1) await guild.tryRole();
		expect(guild.calls).toHaveLength(4);
	});

	it('never allows more than ten in six hours, whatever changes, over restarts and roles', async () => {
		const guild = new RefusingGuild();
		for (; guild.now < 48 * hourMs; guild.now += minuteMs) {
			guild.budget.hopeFor('guild');
			await guild.tryRole(guild.now % 3 === 0 ? 'buyer' : `role-${guild.now % 7}`);
			if (guild.now % hourMs === 0) guild.restart();
		}
		expect(guild.mostInSixHours()).toBe(10);
	});

	it('allows no more than that where three processes try many at once, and none knows of the others’ calls', async () => {
		const guild = new RefusingGuild();
		const processes = [0, 1, 2].map(() => new RefusedCallBudget(guild.store, () => guild.now, Math.random));
		let refused = 0;
		const refuse = async () => {
			await new Promise((resolve) => setImmediate(resolve));
			refused += 1;
			return { kind: 'blocked', obstacle: 'missing-permission' } as const;
		};
		for (let round = 0; round < 30; round += 1) {
			const calls = processes.flatMap((budget) => {
				budget.hopeFor('guild');
				return ['buyer', 'item', 'licence', 'buyer'].flatMap((roleId) => [
					budget.attempt(callAbout(roleId), refuse),
					budget.attempt({ ...callAbout('buyer'), kind: 'ask' }, refuse),
				]);
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
		expect(await guild.budget.standsAgainst(callAbout('one-more'))).toBe('missing-permission');
		expect(await guild.budget.standsAgainst(callAbout('buyer'))).toBeUndefined();
		for (; guild.now < 4 * hourMs; guild.now += minuteMs) await guild.tryRole('buyer');
		expect(guild.calls).toHaveLength(10);
	});

	it('counts a refusal that the store did not take', async () => {
		const guild = new RefusingGuild();
		const away = { ...guild.store, compareAndSet: () => Promise.reject(new Error('store away')) };
		const budget = new RefusedCallBudget(away, () => guild.now, Math.random);
		let calls = 0;
		for (let tries = 0; tries < 30; tries += 1) {
			const call = budget.attempt(callAbout('buyer'), async () => {
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
		const answer = guild.budget.attempt(callAbout('buyer'), async () => ({ kind: 'done' }) as const);
		expect(await answer).toEqual({ kind: 'done' });
		const broken = guild.budget.attempt(callAbout('buyer'), () => Promise.reject(new Error('broken')));
		await expect(broken).rejects.toThrow('broken');
		expect(await guild.budget.attempt(callAbout('buyer'), async () => ({ kind: 'done' }))).toBeDefined();
	});

	it('keeps a role that works apart from one that does not', async () => {
		const guild = new RefusingGuild();
		for (let tries = 0; tries < 5; tries += 1) await guild.tryRole('item');
		expect(await guild.budget.standsAgainst(callAbout('item'))).toBe('missing-permission');
		expect(await guild.budget.standsAgainst(callAbout('buyer'))).toBeUndefined();
		expect(await guild.budget.standsAgainst(callAbout('item', 'other-guild'))).toBeUndefined();
	});
});
