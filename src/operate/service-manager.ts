import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Sends one line of systemd's protocol (sd_notify(3)). Rejects if it could not be sent. */
export type Notify = (line: string) => Promise<void>;

/**
 * Notifies systemd, for a unit of `Type=notify`. A watchdog is notified twice per interval while the event loop runs,
 * so that a bot that hangs is restarted. Does nothing without systemd. `onProblem` gets the first failure only.
 */
export function serviceManager(
	environment: Readonly<Record<string, string | undefined>>,
	onProblem: (error: unknown) => void,
	notify: Notify = bySystemdsTool(environment),
) {
	let hasReported = false;
	const send = (line: string): void => {
		if (!environment['NOTIFY_SOCKET']) return;
		notify(line).catch((error: unknown) => {
			if (!hasReported) onProblem(error);
			hasReported = true;
		});
	};
	const watchdogMs = Number(environment['WATCHDOG_USEC']) / 1_000;
	// The watchdog may belong to the process that started this one.
	const isOurs = [undefined, String(process.pid)].includes(environment['WATCHDOG_PID']);
	if (watchdogMs > 0 && isOurs) setInterval(() => send('WATCHDOG=1'), watchdogMs / 2).unref();
	return {
		/** The start succeeded: units that depend on the service may start. */
		ready: () => send('READY=1'),
		/** The process is about to end on purpose. */
		stopping: () => send('STOPPING=1'),
	};
}

/** Node has no datagrams over Unix sockets, so systemd's own program sends them: see docs/adr/build-and-deploy.md. */
function bySystemdsTool({ NOTIFY_SOCKET, PATH }: Readonly<Record<string, string | undefined>>): Notify {
	const options = { env: { NOTIFY_SOCKET, PATH }, timeout: 10_000 };
	const run = promisify(execFile);
	return async (line) => {
		await run('systemd-notify', [line], options);
	};
}
