import type { Attributes, Span, Tracer } from '@opentelemetry/api';

/** Where traces go, while somebody wants them. Nothing that identifies a purchase is ever an attribute. */
export interface Tracing {
	readonly tracer: Tracer;
	/** Sends what is left, within the time of a stop. Never rejects. */
	close(): Promise<void>;
}

/**
 * Does `work` as a span, below the one that is under way. Without tracing it is `work` alone. Rejects as `work` does,
 * and then the span says that it failed: by the error's name, since messages may hold anything.
 */
export async function spanned<Result>(
	tracing: Pick<Tracing, 'tracer'> | undefined,
	name: string,
	attributes: Attributes,
	work: () => Promise<Result>,
): Promise<Result> {
	if (tracing === undefined) return work();
	return tracing.tracer.startActiveSpan(name, { attributes }, async (span) => {
		try {
			return await work();
		} catch (error) {
			fail(span, error);
			throw error;
		} finally {
			span.end();
		}
	});
}

/** A span for what has just ended and took `ms` milliseconds. */
export function noteSpan(
	tracing: Pick<Tracing, 'tracer'> | undefined,
	name: string,
	attributes: Attributes,
	ms: number,
	now: number,
): void {
	tracing?.tracer.startSpan(name, { attributes, startTime: now - ms }).end(now);
}

/** https://opentelemetry.io/docs/specs/otel/trace/api/#set-status */
const errorStatus = 2;

function fail(span: Span, error: unknown): void {
	span.setStatus({ code: errorStatus });
	span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}
