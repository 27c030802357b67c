import { commands } from '../../commands/registry.js';
import type { Store } from '../../src/storage/store.js';
import { offPage } from '../discord/interactions/asking.js';
import { Life } from './life.js';
import type { PeopledWorld } from './peopled-world.js';
import type { PressedInteraction } from './pressed-interaction.js';

/** A process of the bot in a world of people, with its handlers on. */
export interface Process {
	/** Sends a command to its handler. A failure is answered by the dispatcher in production: here it is thrown. */
	handle(name: string, interaction: PressedInteraction): Promise<void>;
	/** Sweeps, and looks at every member, until nothing is left to do. */
	settle(): Promise<void>;
}

const commandsByName = new Map(commands.map((it) => [it.data.name, it]));

/** Longer than any answer of the shop is waited for, with its repetitions. */
const patienceMs = 4_000;
/** Pauses within a sweep are shorter; anything longer waits for another day. */
const maxPauseMs = 1_000;

export async function startProcess(world: PeopledWorld, store: Store): Promise<Process> {
	let isSettling = false;
	const life = new Life(world, 'a process', {
		isIdle: true,
		// Only the sequence lets time pass: a retry would count as an act of the person who acts by then.
		delay: (ms) => (isSettling && ms <= maxPauseMs ? Promise.resolve() : new Promise(() => {})),
		store,
	});
	await Promise.all([life.start(), quiet(world)]);
	const { services } = life;
	if (services === undefined) throw new Error('The process has no services');
	const { answering, queue, reconciler } = services;
	const answer = async (name: string, interaction: PressedInteraction): Promise<void> => {
		const command = commandsByName.get(name);
		if (command !== undefined) await answering.command(command, offPage(interaction));
	};

	return {
		async handle(name, interaction) {
			let failure: unknown;
			// An answer may wait for a role that needs time; the sequence goes on.
			void answer(name, interaction).catch((error: unknown) => {
				failure = error;
			});
			await quiet(world);
			if (failure !== undefined) throw failure;
		},
		async settle() {
			isSettling = true;
			await queue.resume();
			await quiet(world);
			void reconciler.sweep();
			await quiet(world);
			void reconciler.checkAllMembers();
			await quiet(world);
		},
	};
}

/** Lets everything happen that doesn't wait for another day. */
async function quiet({ schedule }: PeopledWorld): Promise<void> {
	await turns();
	await schedule.runDue(schedule.time + patienceMs);
	await turns();
}

/** Most answers take microtasks and some turns of the event loop. */
async function turns(): Promise<void> {
	for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
