import { type Client, Routes } from 'discord.js';
import type { Logger } from 'pino';
import type { MemberRef } from '../../../src/base/row-fields.js';
import { createRoles } from '../../../src/create-services.js';
import {
	createClient,
	followEnd,
	isConnected,
	logClientEvents,
} from '../../../src/discord/connection/client.js';
import { noteUnreadable } from '../../../src/discord/connection/gateway-guard.js';
import { awaitGateway, identifyTurns, readGateway } from '../../../src/discord/connection/identify-turns.js';
import { discordRoleApi } from '../../../src/discord/guilds/discord-role-api.js';
import { followGateway } from '../../../src/discord/lifecycle/follow-discord.js';
import { DependencyStates } from '../../../src/operate/dependency-states.js';
import { RefusedRequests } from '../../../src/roles/blocked-roles.js';
import type { Reconciler } from '../../../src/roles/reconciler.js';
import { SyncRows } from '../../../src/roles/sync-rows.js';
import type { Syncs } from '../../../src/roles/syncs.js';
import type { Store } from '../../../src/storage/store.js';
import { quietRest } from '../../discord/quiet-rest.js';
import { noAlerts } from '../../messages/no-alerts.js';
import { claimOf, rules } from '../../roles/owed-claims.js';
import { floor } from '../../world/floor.js';
import { guildId, roleId, userIds } from './sane.js';
import type { VirtualTime } from './virtual-time.js';

export const botToken = 'MTIz.the-token-of-the-bot';

/** A process of the bot, reduced to the parts that talk to Discord, wired as in production. */
export class BotProcess {
	readonly syncs: Syncs;
	/** True if only another process can recover. */
	hasEnded = false;
	readonly #reconciler: Reconciler;
	readonly #rest: ReturnType<typeof quietRest>;
	readonly #client: Client;
	readonly #ground: Parameters<typeof awaitGateway>[1];
	readonly #stopping = new AbortController();

	constructor(parts: {
		readonly baseUrl: string;
		readonly store: Store;
		readonly logger: Logger;
		readonly time: VirtualTime;
	}) {
		const { baseUrl, store, logger, time } = parts;
		const { now } = time;
		const end = (): void => {
			this.hasEnded = true;
		};
		const errors = { inc: () => {} };
		const states = new DependencyStates({ clock: time, stopwatch: performance, errors, logger });
		this.#ground = { states, logger, clock: time };
		const refusedRequests = new RefusedRequests(time);
		this.#rest = quietRest({
			apiUrl: `${baseUrl}/api`,
			refusedRequests,
			onTokenRefused: end,
			states,
			clock: time,
		});
		this.#client = createClient({
			rest: this.#rest.forBot,
			identifyThrottler: identifyTurns(() => readGateway(this.#client.rest), time, logger),
			membersIntent: false,
			onMembersIntent: () => {},
			onUnreadable: noteUnreadable(logger, () => {}),
			clock: time,
		});
		// Its timer can't be replaced, because discord.js captures it when it is loaded.
		this.#client.options.waitGuildTimeout = 0;
		followEnd(this.#client, end);
		logClientEvents(this.#client, logger, { now });
		followGateway(this.#client, { states, clock: time });
		const attempts = {
			database: async () => {},
			shop: async () => {},
			discord: () => this.#client.rest.get(Routes.gatewayBot()),
		};
		states
			.probes(attempts)
			.find(({ name }) => name === 'probes of discord')
			?.start();
		const served = { ids: [], serves: () => true };
		const { syncs, reconciler } = createRoles(
			floor({
				store,
				syncRows: new SyncRows(store, { now }),
				claims,
				served,
				roleApi: discordRoleApi(this.#client, served, time),
				refusedRequests,
				guilds: { rulesOf: async () => ({ ...rules, buyerRoleId: roleId }), async *all() {} },
				metrics: { grants: { inc: () => {} } },
				alerts: noAlerts,
				states,
				logger,
				clock: time,
				random: () => 0.5,
			}),
		);
		this.syncs = syncs;
		this.#reconciler = reconciler;
	}

	get calling() {
		return this.#rest.calling;
	}

	get isConnected(): boolean {
		return isConnected(this.#client);
	}

	/** discord.js waits in real time for servers that have not arrived. */
	get isWaitingForGuilds(): boolean {
		return this.#client.ws.shards.some((shard) => Reflect.get(shard, 'readyTimeout') !== null);
	}

	async connect(): Promise<void> {
		try {
			this.#client.rest.setToken(botToken);
			await awaitGateway(this.#client.rest, this.#ground, this.#stopping.signal);
			await this.#client.login(botToken);
		} catch (error) {
			if (!this.hasEnded) this.#ground.logger.fatal({ err: error }, 'The bot could not start');
			this.hasEnded = true;
		}
	}

	/** Retries everything that was waiting for Discord to recover, including members who are back. */
	async resume(returned: readonly MemberRef[]): Promise<void> {
		for (const target of returned) await this.syncs.request(target);
		await this.#reconciler.guildChanged(guildId);
		await this.syncs.resume(guildId);
	}

	/** Stops the bot. The time's `kill` ends its waits and connections. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		void this.syncs.stop();
		void this.#client.destroy();
		await this.#rest.close();
	}
}

const purchase = claimOf(userIds[0] ?? '');

const claims = {
	claimsOf: async () => [purchase],
	hashesOf: async () => [],
	readClaimsOf: async () => ({ claims: [purchase], isComplete: true }),
	scan: { async *withSupportEnding() {}, async *members() {} },
};
