import type { Logger } from '../logger.js';

const hourMs = 60 * 60_000;

/** Does something at the start and then once an hour; a failure is logged and waits for the next time. */
export function hourly(parts: {
	readonly name: string;
	readonly work: () => Promise<void>;
	readonly logger: Pick<Logger, 'warn'>;
	/** Resolves after so many milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}) {
	const { name, work, logger, delay } = parts;
	const stopping = new AbortController();
	let loop: Promise<void> = Promise.resolve();

	async function run(): Promise<void> {
		while (!stopping.signal.aborted) {
			try {
				await work();
			} catch (error) {
				logger.warn({ err: error, name }, 'Work that is done once an hour has failed');
			}
			await delay(hourMs, stopping.signal);
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
