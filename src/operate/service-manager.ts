import { execFile } from 'node:child_process';

/** Sends one line of systemd's protocol (sd_notify(3)). Rejects if it could not be sent. */
export type Notify = (line: string) => Promise<void>;

/**
 * Notifies the service manager in `environment`: systemd, for a unit of `Type=notify`. A watchdog is notified twice per
 * interval while the event loop runs, so that systemd restarts a bot that hangs. Without a service manager,
 * notifications do nothing. `onProblem` is called only for the first failure because repeating it would only fill the
 * log.
 */
export class ServiceManager {
	readonly #notify: Notify | undefined;
	readonly #onProblem: (error: unknown) => void;
	#hasReported = false;

	constructor(
		environment: Readonly<Record<string, string | undefined>>,
		onProblem: (error: unknown) => void,
		notify: Notify = bySystemdsTool(environment),
	) {
		this.#onProblem = onProblem;
		if (!environment['NOTIFY_SOCKET']) return;
		this.#notify = notify;
		const watchdogMs = Number(environment['WATCHDOG_USEC']) / 1_000;
		// The watchdog may belong to the process that started this one.
		const isOurs = [undefined, String(process.pid)].includes(environment['WATCHDOG_PID']);
		if (watchdogMs > 0 && isOurs) setInterval(() => this.#send('WATCHDOG=1'), watchdogMs / 2).unref();
	}

	/** The start succeeded: units that depend on the service may start. */
	ready(): void {
		this.#send('READY=1');
	}

	/** The process is about to end on purpose. */
	stopping(): void {
		this.#send('STOPPING=1');
	}

	#send(line: string): void {
		this.#notify?.(line).catch((error: unknown) => {
			if (!this.#hasReported) this.#onProblem(error);
			this.#hasReported = true;
		});
	}
}

/** Node has no datagrams over Unix sockets, so systemd's own program sends them: see docs/adr/build-and-deploy.md. */
function bySystemdsTool({ NOTIFY_SOCKET, PATH }: Readonly<Record<string, string | undefined>>): Notify {
	return (line) =>
		new Promise((resolve, reject) => {
			const options = { env: { NOTIFY_SOCKET, PATH }, timeout: 10_000 };
			execFile('systemd-notify', [line], options, (error) => (error === null ? resolve() : reject(error)));
		});
}
