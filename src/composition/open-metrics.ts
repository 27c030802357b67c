import type { Settings } from '../config.js';
import type { Metrics } from '../operations/metrics.js';
import { noMetrics } from '../operations/no-metrics.js';

/** Counts only if the health port exposes the metrics, and loads the Prometheus client only then. */
export async function openMetrics(
	settings: Pick<Settings, 'HEALTH_PORT'>,
	names: readonly string[],
): Promise<Metrics> {
	if (settings.HEALTH_PORT === 0) return noMetrics;
	const { createMetrics } = await import('../operations/metrics.js');
	return createMetrics(names);
}
