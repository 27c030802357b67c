import type { Readings } from '../src/operate/metrics.js';

/** Metrics of an idle bot. */
export const quietReadings: Readings = {
	waitingGrants: { size: 0 },
	guilds: { size: 0 },
	states: { of: () => ({ status: 'up' }) },
	gateway: { isConnected: true },
	database: { lastBackupAt: async () => undefined, diskFree: async () => undefined },
	version: '1.2.3',
};
