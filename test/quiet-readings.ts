import type { Readings } from '../src/operations/metrics.js';

/** What the metrics read of a bot that has nothing to do. */
export const quietReadings: Readings = {
	waitingGrants: () => 0,
	guilds: () => 0,
	stateOf: () => 'up',
	isConnected: () => true,
	lastBackupAt: async () => undefined,
	diskFree: async () => undefined,
	version: '1.2.3',
};
