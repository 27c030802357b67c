import type { Readings } from '../src/operate/metrics.js';
import { quietStates } from './operate/quiet-states.js';

export const quietReadings: Readings = {
	waitingGrants: { size: 0 },
	guilds: { size: 0 },
	states: quietStates(),
	gateway: { isConnected: true },
	database: { lastBackupAt: async () => undefined, diskFree: async () => undefined },
};
