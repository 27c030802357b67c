import type { Logger } from '../logger.js';

/** Does something at the start and then every so many milliseconds; a failure is logged and waits for the next time. */
export function repeated(parts: {
	readonly name: string;
	readonly everyMs: number;
	readonly work: () => Promise<void>;
	readonly logger: Pick<Logger, 'warn'>;
	/** Resolves after so many milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}) {
	const { name, everyMs, work, logger, delay } = parts;
	const stopping = new AbortController();
	let loop: Promise<void> = Promise.resolve();

	async function run(): Promise<void> {
		while (!stopping.signal.aborted) {
			try {
				await work();
			} catch (error) {
				logger.warn({ err: error, name }, 'Work that is done again and again has failed');
			}
			await delay(everyMs, stopping.signal);
		}
	}

	return {
		start(): void {
			loop = run();
		},
		async stop(): Promise<void> {
			stopping.abort();
			await loop;
		},
	};
}
