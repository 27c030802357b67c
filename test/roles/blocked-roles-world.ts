import { BlockedRoles } from '../../src/roles/blocked-roles.js';
import type { WithheldRole } from '../../src/roles/grant.js';
import type { RoleObstacle } from '../../src/roles/role-api.js';
import { memoryStore, notingStore } from './memory-store.js';

/** A guild whose roles may be out of reach, and what its people are told of it. */
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
	/** Whether the people were reached. */
	channel: (blocked: WithheldRole) => Promise<boolean> = async () => true;
	/** What the gateway has told. */
	visible: Record<string, RoleObstacle> = {};
	powers: Record<string, bigint> = {};
	buyerRoleId = 'buyer';
	readonly again: string[] = [];
	readonly over: string[] = [];
	/** What becomes of an alert that grows. */
	growing: () => Promise<void> = async () => {};
	readonly errors: unknown[] = [];
	/** The alerts that have reached the people. */
	readonly #reached = new Set<string>();
	blockedRoles = this.#newTroubles();

	restart(): void {
		this.blockedRoles = this.#newTroubles();
	}

	/** What was noted has been dealt with. */
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
						buyerRoleId: this.buyerRoleId,
						itemRoles: { '7': 'item' },
						categoryRoles: {},
						licenceRoles: {},
						supportedRoleId: undefined,
					};
				},
			},
			report: {
				blockedRole: (guildId, { roleId, obstacle }) => {
					this.news.push(`${guildId} ${roleId} ${obstacle}`);
				},
				tellBlockedRole: (guildId, blocked) => this.#tell(guildId, blocked),
				unblockedRole: (guildId, { roleId, obstacle }) => {
					this.#reached.delete(`${guildId} ${roleId} ${obstacle}`);
					this.over.push(`${guildId} ${roleId} ${obstacle}`);
				},
			},
			clock: { now: () => this.now },
			logger: { error: ({ err }: { err: unknown }) => this.errors.push(err) },
		});
	}

	async #tell(guildId: string, { roleId, obstacle }: WithheldRole): Promise<boolean> {
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
