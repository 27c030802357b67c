import type { Environment } from '../config.js';
import type { Logger } from '../logger.js';
import { version } from '../version.js';
import type { Tracing } from './tracing.js';

/** A stop waits no longer for a collector that doesn't answer. */
const closeMs = 2_000;

/**
 * Traces over OTLP as the standard variables say, or undefined where they say nothing: then nothing is loaded, and
 * nothing is measured. https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables
 */
export async function openTracing(
	environment: Environment,
	logger: Pick<Logger, 'info' | 'warn'>,
): Promise<Tracing | undefined> {
	if (!isWanted(environment)) return undefined;
	const [{ OTLPTraceExporter }, sdk, { resourceFromAttributes, envDetector, detectResources }] =
		await Promise.all([
			import('@opentelemetry/exporter-trace-otlp-http'),
			import('@opentelemetry/sdk-trace-node'),
			import('@opentelemetry/resources'),
		]);
	const own = resourceFromAttributes({ 'service.name': 'claimcheck', 'service.version': version });
	const provider = new sdk.NodeTracerProvider({
		// What the operator has named wins over the bot's own name.
		resource: own.merge(detectResources({ detectors: [envDetector] })),
		spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
	});
	provider.register();
	logger.info('Traces are sent over OTLP');
	return {
		tracer: provider.getTracer('claimcheck', version),
		async close() {
			const late = new Promise<void>((resolve) => setTimeout(resolve, closeMs).unref());
			const sent = provider.shutdown().catch((error: unknown) => {
				logger.warn({ err: error }, 'The last traces could not be sent');
			});
			await Promise.race([sent, late]);
		},
	};
}

function isWanted(environment: Environment): boolean {
	const {
		OTEL_SDK_DISABLED: disabled,
		OTEL_TRACES_EXPORTER: exporter,
		OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
		OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint,
	} = environment;
	if (disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
	return exporter === 'otlp' || Boolean(endpoint) || Boolean(tracesEndpoint);
}
