import type { Settings } from '../config.js';
import type { Metrics, Readings } from '../operations/metrics.js';
import { noMetrics } from '../operations/no-metrics.js';

/** Counts where the health port lets somebody read it, and loads Prometheus' client only there. */
export async function openMetrics(
	settings: Pick<Settings, 'HEALTH_PORT'>,
	readings: Readings,
): Promise<Metrics> {
	if (settings.HEALTH_PORT === 0) return noMetrics;
	const { createMetrics } = await import('../operations/metrics.js');
	return createMetrics(readings);
}
