import { type Client, Routes } from 'discord.js';
import type { Clock } from '../base/clock.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import { Probes } from '../dependencies/probes.js';
import { lookAtKey } from '../marketplace/refuse-bad-key.js';
import type { Store } from '../storage/store.js';
import type { Marketplace } from './create-marketplace.js';
import { followGateway } from './follow-gateway.js';

/** Notices when the store, the shop or Discord fails, and probes it until it works again. */
export function followDependencies(
	client: Client,
	parts: {
		readonly store: Pick<Store, 'get' | 'ping'>;
		readonly market: Marketplace;
		readonly states: DependencyStates;
		readonly clock: Clock;
	},
): Probes {
	const { store, market, states, clock } = parts;
	followGateway(client, states, clock.delay);
	const probes = new Probes(states, clock);
	probes.start({
		async database() {
			await store.get('readyz');
			await store.ping();
		},
		async shop() {
			await lookAtKey(market);
		},
		async discord() {
			await client.rest.get(Routes.gatewayBot());
		},
	});
	return probes;
}
