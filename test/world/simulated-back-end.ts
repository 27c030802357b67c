import type { BackEnd } from '../storage/back-ends.js';
import { Schedule } from './schedule.js';
import { SimulatedStore } from './simulated-store.js';

/** The simulation's store as another back end, so that it is held to the same contract as the real ones. */
export const simulatedBackEnd: BackEnd = {
	name: 'the simulation',
	missing: undefined,
	makePlace: async () => {
		const store = new SimulatedStore(new Schedule(0, 0));
		store.conditions = 'instant';
		return {
			address: { databaseUrl: '' },
			open: async () =>
				store.lineFor({ isDead: false, step: () => {}, running: undefined, inFlight: new Set() }),
			damage: async (key, row) => store.damage(key, row),
			remove: async () => {},
		};
	},
};
