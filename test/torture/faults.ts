import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Claimer } from './claimer.js';
import type { Fault } from './outage.js';
import type { OwnServer } from './own-servers.js';

const run = promisify(execFile);

/**
 * No write of the claiming process gets through, as on a full disk: the system refuses to let any file grow past its
 * first byte. Undefined where the system has no prlimit.
 */
export async function fullDisk(): Promise<Fault | undefined> {
	const works = await run('prlimit', ['--pid', `${process.pid}`]).then(
		() => true,
		() => false,
	);
	if (!works) return undefined;
	return {
		begin: ({ pid }: Claimer) => limitFileSize(pid, '1'),
		mend: ({ pid }: Claimer) => limitFileSize(pid, 'unlimited'),
	};
}

/** Limits each file of a process to `bytes` bytes. */
export async function limitFileSize(pid: number, bytes: string): Promise<void> {
	await run('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`]);
}

/** The server dies without warning and is started again. */
export function crash(server: OwnServer): Fault {
	return { begin: () => server.crash(), mend: () => server.start() };
}

/** The server keeps its connections and says nothing, then goes on as if nothing had been. */
export function freeze(server: OwnServer): Fault {
	return { begin: () => server.freeze(), mend: () => server.thaw() };
}
