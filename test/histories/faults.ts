import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnServer } from '../torture/own-servers.js';
import type { Crew } from './crew.js';
import type { Pair } from './pair.js';

/** What befalls the processes or their store in the middle of their work. */
export interface Fault {
	readonly name: string;
	/** It can't happen a second time: there is one standby. */
	readonly isOnce?: boolean;
	befall(crew: Crew, random: () => number): Promise<void>;
}

const longestFreezeMs = 1_500;
/** A server that is silent for longer than the store's deadlines, and one that is back before. */
const shortSilenceMs = 300;
const longSilenceMs = 4_000;

/** A process is killed and started anew. */
export const killed: Fault = {
	name: 'SIGKILL',
	async befall(crew, random) {
		await crew.kill(crew.any(random));
		await crew.add();
	},
};

/** A process stands still in the middle of what it is at, and goes on as if nothing had been. */
export const frozen: Fault = {
	name: 'SIGSTOP and SIGCONT',
	async befall(crew, random) {
		const worker = crew.any(random);
		worker.kill('SIGSTOP');
		try {
			await crew.returned(80, longestFreezeMs);
		} finally {
			worker.kill('SIGCONT');
		}
	},
};

export function serverCrash(server: OwnServer): Fault {
	return {
		name: 'the server is killed and started again',
		async befall() {
			await server.crash();
			await sleep(shortSilenceMs);
			await server.start();
		},
	};
}

export function serverFreeze(server: OwnServer): Fault {
	return {
		name: 'the server stands still',
		async befall(_, random) {
			await server.freeze();
			await sleep(random() < 0.5 ? shortSilenceMs : longSilenceMs);
			await server.thaw();
		},
	};
}

/** The line to the standby breaks, then the primary is killed, and the standby takes over. */
export function failover(pair: Pair): Fault {
	return { name: 'failover', isOnce: true, befall: () => pair.failOver() };
}
