import type { RoleObstacle } from '../../src/guilds/role-obstacles.js';
import { BlockedRoles } from '../../src/roles/blocked-roles.js';
import type { WithheldRole } from '../../src/roles/grant.js';
import { noRules } from '../guilds/no-rules.js';
import { memoryStore, notingStore } from './memory-store.js';

/** A guild whose roles may be out of reach, and the reports to its people. */
export class World {
	readonly rows = memoryStore();
	readonly #noting = notingStore(this.rows);
	readonly reads = this.#noting.reads;
	readonly writes = this.#noting.writes;
	readonly store = this.#noting.store;
	isSetUp = true;
	now = 1_000_000;
	readonly news: string[] = [];
	readonly alerts: string[] = [];
	/** True if the report was delivered. */
	channel: (blocked: WithheldRole) => Promise<boolean> = async () => true;
	/** Obstacles in the gateway's data. */
	visible: Record<string, RoleObstacle> = {};
	powers: Record<string, bigint> = {};
	buyerRoleId = 'buyer';
	readonly again: string[] = [];
	readonly over: string[] = [];
	/** The result of a growing alert. */
	growing: () => Promise<void> = async () => {};
	readonly errors: unknown[] = [];
	/** The alerts that have reached the people. */
	readonly #reached = new Set<string>();
	blockedRoles = this.#newTroubles();

	restart(): void {
		this.blockedRoles = this.#newTroubles();
	}

	/** Resolves when noted obstacles have been processed. */
	async settled(): Promise<void> {
		await this.blockedRoles.review('guild');
		if (this.errors.length > 0) throw this.errors.shift();
	}

	#newTroubles(): BlockedRoles {
		return new BlockedRoles({
			store: this.store,
			discord: {
				obstacle: (_, roleId) => this.visible[roleId],
				powers: (_, roleId) => this.powers[roleId] ?? 0n,
			},
			guilds: {
				rulesOf: async () => {
					if (!this.isSetUp) return undefined;
					return {
						...noRules,
						buyerRoleId: this.buyerRoleId,
						itemRoles: { '7': 'item' },
					};
				},
			},
			report: {
				blockedRole: (guildId, { roleId, obstacle }) => {
					this.news.push(`${guildId} ${roleId} ${obstacle}`);
				},
				alertBlockedRole: (guildId, blocked) => this.#alert(guildId, blocked),
				unblockedRole: (guildId, { roleId, obstacle }) => {
					this.#reached.delete(`${guildId} ${roleId} ${obstacle}`);
					this.over.push(`${guildId} ${roleId} ${obstacle}`);
				},
			},
			clock: { now: () => this.now },
			logger: { error: ({ err }: { err: unknown }) => this.errors.push(err) },
		});
	}

	async #alert(guildId: string, { roleId, obstacle }: WithheldRole): Promise<boolean> {
		const alert = `${guildId} ${roleId} ${obstacle}`;
		if (this.#reached.has(alert)) {
			this.again.push(alert);
			await this.growing();
			return true;
		}
		this.alerts.push(alert);
		const isReached = await this.channel({ roleId, obstacle });
		if (isReached) this.#reached.add(alert);
		return isReached;
	}
}
