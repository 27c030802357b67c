import { execFile } from 'node:child_process';

/** What a process tells the service manager that started it. */
export interface ServiceManager {
	/** The start has ended well: whoever waits for the service may go on. */
	ready(): void;
	/** The process is about to end, and wants to. */
	stopping(): void;
}

/** Sends one line of systemd's protocol (sd_notify(3)). Rejects where it could not be sent. */
export type Notify = (line: string) => Promise<void>;

/**
 * The service manager that `environment` names: systemd, for a unit of `Type=notify`. Where it keeps a watchdog, it is
 * told twice within its time that the event loop turns; a bot that hangs is started anew. Where there is none, telling
 * it does nothing. `onProblem` is called once for all that can't be told, since a log full of it helps nobody.
 */
export function serviceManager(
	environment: Readonly<Record<string, string | undefined>>,
	onProblem: (error: unknown) => void,
	notify: Notify = bySystemdsTool(environment),
): ServiceManager {
	if (!environment['NOTIFY_SOCKET']) return { ready() {}, stopping() {} };
	let isProblemTold = false;
	const tell = (line: string): void => {
		notify(line).catch((error: unknown) => {
			if (!isProblemTold) onProblem(error);
			isProblemTold = true;
		});
	};
	const watchdogMs = Number(environment['WATCHDOG_USEC']) / 1_000;
	// The watchdog of a process that started this one is that one's to feed.
	const isOurs = [undefined, String(process.pid)].includes(environment['WATCHDOG_PID']);
	if (watchdogMs > 0 && isOurs) setInterval(() => tell('WATCHDOG=1'), watchdogMs / 2).unref();
	return {
		ready: () => tell('READY=1'),
		stopping: () => tell('STOPPING=1'),
	};
}

/** Node speaks no datagrams over Unix sockets, and systemd brings a program that does: see docs/adr/0025. */
function bySystemdsTool({ NOTIFY_SOCKET, PATH }: Readonly<Record<string, string | undefined>>): Notify {
	return (line) =>
		new Promise((resolve, reject) => {
			const options = { env: { NOTIFY_SOCKET, PATH }, timeout: 10_000 };
			execFile('systemd-notify', [line], options, (error) => (error === null ? resolve() : reject(error)));
		});
}
