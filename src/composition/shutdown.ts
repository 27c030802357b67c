import type { Client } from 'discord.js';
import { delay } from '../base/clock.js';
import type { BackgroundTask } from '../base/time/periodic-task.js';
import type { OutageAlerts } from '../dependencies/outage-alerts.js';
import type { Probes } from '../dependencies/probes.js';
import type { AuditLog } from '../discord/channels/audit-log.js';
import type { Dispatcher } from '../discord/interactions/dispatcher.js';
import type { ServedWatch } from '../guilds/served-watch.js';
import type { HealthServer } from '../operations/health-server.js';
import type { Store } from '../storage/store.js';
import type { Marketplace } from './create-marketplace.js';
import type { createRest } from './create-rest.js';
import type { Services } from './create-services.js';

/** The marketplace's 2.5 s and the first attempt to give the role. */
const answerMs = 4_000;

/** Everything in `createApp` that runs or holds a resource. */
export interface RunningParts {
	readonly token: string;
	readonly client: Client;
	readonly probes: Probes;
	readonly outageAlerts: OutageAlerts;
	readonly servedWatch: ServedWatch;
	readonly background: readonly BackgroundTask[];
	readonly market: Marketplace;
	readonly services: Services;
	readonly dispatcher: Pick<Dispatcher<never>, 'drain'>;
	readonly rest: Pick<ReturnType<typeof createRest>, 'close'>;
	readonly audit: AuditLog;
	readonly health: HealthServer | undefined;
	readonly store: Store;
}

/** Takes no new work, finishes or stores what is in flight, and closes everything, in the required order. */
export async function stopParts(parts: RunningParts): Promise<void> {
	const {
		token,
		client,
		probes,
		outageAlerts,
		servedWatch,
		background,
		market,
		services,
		dispatcher,
		rest,
		audit,
		health,
		store,
	} = parts;
	const { queue, statistics } = services;
	// The gateway first, so that nothing new arrives. This also clears the client's token, which the work in flight
	// still needs for its last requests.
	await client.destroy();
	client.rest.setToken(token);
	market.catalog.stop();
	// A member who is being verified still gets the role with the answer. Members waiting for a role don't delay the
	// stop: the queue keeps them for the next start. Members waiting for the shop are asked to try again.
	services.waitingRoom.stop();
	const answered = dispatcher.drain();
	const inTime = Promise.race([answered, delay(answerMs)]);
	await Promise.all([
		probes.stop(),
		outageAlerts.stop(),
		servedWatch.stop(),
		...background.map((task) => task.stop()),
		inTime,
	]);
	await Promise.all([answered, queue.stop()]);
	await Promise.all([statistics.settled(), audit.stop()]);
	await Promise.all([market.client.close(), rest.close(), health?.close()]);
	await store.close();
}
