import type { RoleObstacle } from '../../src/guilds/role-obstacles.js';
import { RefusedCallBudget, type RoleCall } from '../../src/roles/refused-call-budget.js';
import { memoryStore, notingStore } from './memory-store.js';

const hourMs = 60 * 60_000;

export const callAbout = (roleId: string, guildId = 'guild'): RoleCall => ({
	guildId,
	roleId,
	isBuyers: roleId === 'buyer',
	isUrgent: true,
});

interface NotedRefusal {
	readonly at: number;
	readonly isUnsure?: boolean;
}

/** A guild in which every call is refused, for reasons that no event shows. */
export class RefusingGuild {
	now = 0;
	calls: number[] = [];
	readonly rows = memoryStore();
	readonly #noting = notingStore(this.rows);
	readonly reads = this.#noting.reads;
	readonly writes = this.#noting.writes;
	readonly store = this.#noting.store;
	budget = this.newBudget();

	/** A call, where the budget allows one. */
	async tryRole(roleId = 'buyer', obstacle: RoleObstacle = 'missing-permission'): Promise<void> {
		await this.budget.attemptRole(callAbout(roleId), async () => {
			this.calls.push(this.now);
			return { kind: 'blocked', obstacle };
		});
	}

	/** A call that Discord answers otherwise. */
	async call(kind: 'done' | 'passing', roleId = 'buyer'): Promise<void> {
		await this.budget.attemptRole(callAbout(roleId), async () => ({ kind }));
	}

	/** The refusals in the store. */
	async refusals(): Promise<readonly NotedRefusal[]> {
		const row = (await this.rows.get('refusals:guild')) as { refusals: NotedRefusal[] } | undefined;
		return row?.refusals ?? [];
	}

	restart(): void {
		this.budget = this.newBudget();
	}

	/** The most calls within any six hours. */
	maxInSixHours(): number {
		const within = (start: number) =>
			this.calls.filter((at) => at >= start && at < start + 6 * hourMs).length;
		return Math.max(...this.calls.map(within));
	}

	newBudget(store = this.store): RefusedCallBudget {
		return new RefusedCallBudget(store, { now: () => this.now }, Math.random);
	}
}
