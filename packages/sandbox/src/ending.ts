import { once } from 'node:events';

/** The part of `process` needed for an orderly shutdown. */
export interface EndingProcess {
	on(event: 'SIGINT' | 'SIGTERM' | 'uncaughtException', listener: (reason: unknown) => void): unknown;
	exit(code: number): never;
	readonly stderr: { write(text: string): unknown };
}

export interface Ending {
	/** Aborted by a signal, or by an uncaught error: everything that was started must end now. */
	readonly stop: AbortController;
	/** The exit code of a command; 1, with the error on stderr, if it failed. */
	codeOf(command: Promise<number>): Promise<number>;
}

const broken = 1;

/**
 * Shuts a program of the sandbox down in order: the bot's process must not outlive it, whatever happens. A second
 * signal makes the program exit immediately with `interruptedCode`.
 */
export function endingOf(program: EndingProcess, interruptedCode: number): Ending {
	const stop = new AbortController();
	let crash: unknown;
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		program.on(signal, () => {
			if (stop.signal.aborted) program.exit(interruptedCode);
			stop.abort();
		});
	}
	// A bug in the local Discord is thrown as an uncaught error.
	program.on('uncaughtException', (error) => {
		crash ??= error;
		stop.abort();
	});
	return {
		stop,
		async codeOf(command) {
			const code = await command.catch((error: unknown) => {
				crash ??= error;
				return broken;
			});
			if (crash === undefined) return code;
			program.stderr.write(`${crash instanceof Error ? crash.stack : String(crash)}\n`);
			return broken;
		},
	};
}

/** Resolves once the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
	if (!signal.aborted) await once(signal, 'abort');
}
