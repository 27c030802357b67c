import type { ClaimKeys } from '../../src/claims/claim-keys.js';
import { ClaimStore } from '../../src/claims/claim-store.js';
import type { ClaimPolicy } from '../../src/claims/policy.js';
import { createRoles } from '../../src/composition/create-roles.js';
import { createServerReport } from '../../src/reporting/server-report.js';
import { GrantOutbox } from '../../src/roles/grant-outbox.js';
import type { RoleRules } from '../../src/roles/role-plan.js';
import { wholeBot } from '../../src/slices/slice.js';
import { noAlerts } from '../alerts/no-alerts.js';
import type { Schedule } from './schedule.js';
import type { Listener, SimulatedDiscord } from './simulated-discord.js';
import type { SimulatedStore } from './simulated-store.js';

/** What outlives processes. */
export interface World {
	readonly schedule: Schedule;
	readonly store: SimulatedStore;
	readonly discord: SimulatedDiscord;
	readonly keys: ClaimKeys;
	readonly rules: RoleRules;
	readonly policy: ClaimPolicy;
	/** The other guilds are served too, behind the walls. */
	readonly homeId: string;
	/** Of the calls before which a process is killed. */
	crashes: number;
}

/** One life of a process, from its start to its kill: the production parts over the world's lines. */
export class Life implements Listener {
	isDead = false;
	readonly claims: ClaimStore;
	readonly outbox: GrantOutbox;
	readonly queue: ReturnType<typeof createRoles>['queue'];
	readonly #world: World;
	readonly #reconciler: ReturnType<typeof createRoles>['reconciler'];

	constructor(world: World) {
		const { schedule, keys, rules, policy, homeId } = world;
		const home = { is: (guildId: string) => guildId === homeId, policy: async () => policy };
		const { now } = schedule;
		this.#world = world;
		const store = world.store.lineFor(this);
		this.claims = new ClaimStore({ store, claimSecret: '', now, home, onCorrupt }, keys);
		this.outbox = new GrantOutbox(store, now);
		const served = { serves: () => true };
		const logger = {
			debug: () => {},
			info: () => {},
			warn: () => {},
			error: (...line: unknown[]) => schedule.note('    log', JSON.stringify(line)),
		};
		const { queue, reconciler } = createRoles({
			slice: wholeBot,
			tracing: undefined,
			store,
			outbox: this.outbox,
			claims: this.claims,
			served,
			roleApi: world.discord.lineFor(this),
			rulesOf: async () => rules,
			metrics: { grants: { inc: () => {} } },
			report: createServerReport({
				audit: { write: () => {}, writeInto: () => {} },
				alerts: noAlerts,
				waitingIn: async () => 0,
				logger,
				served,
			}),
			logger,
			now,
			random: schedule.random,
			delay: (ms, signal) => (signal.aborted ? Promise.resolve() : schedule.sleep(ms)),
		});
		this.queue = queue;
		this.#reconciler = reconciler;
		world.discord.connect(this);
		reconciler.start();
	}

	step(): void {
		if (!this.isDead && this.#world.schedule.chance(this.#world.crashes)) {
			this.isDead = true;
			this.#world.schedule.note('killed');
		}
	}

	guildChanged(guildId: string): void {
		this.#reconciler.guildChanged(guildId).catch(() => {});
	}

	memberReturned(guildId: string, userId: string): void {
		this.#reconciler.memberReturned({ guildId, userId }).catch(() => {});
	}
}

function onCorrupt(key: string): void {
	throw new Error(`The simulation has damaged ${key}`);
}
