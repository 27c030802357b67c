import { commands } from '../../commands/registry.js';
import type { Services } from '../../src/create-services.js';
import { answer } from '../../src/discord/interactions/answering.js';
import { handlerOf } from '../../src/discord/interactions/slash-command.js';
import type { Store } from '../../src/storage/store.js';
import { boundStore } from '../storage/bound-store.js';
import { Life } from './life.js';
import type { PeopledWorld } from './peopled-world.js';
import type { PressedInteraction } from './pressed-interaction.js';

/** A process of the bot in a world of people, with its handlers on. */
export interface Process {
	readonly commands: Services;
	/** Sends a command to its handler. A failure is answered by the dispatcher in production: here it is thrown. */
	handle(name: string, interaction: PressedInteraction): Promise<void>;
	/** Sweeps, and looks at every member, until nothing is left to do. */
	settle(): Promise<void>;
	/** Works on what an earlier process has left, and no more. */
	resume(): Promise<void>;
	/** Resolves when nothing happens any more that doesn't wait for another day. */
	quiet(): Promise<void>;
	/** It does nothing more in Discord. */
	kill(): void;
}

const commandsByName = new Map(commands.map((it) => [it.data.name, it]));

/** Longer than any answer of the shop is waited for, with its repetitions. */
const patienceMs = 4_000;
/** Pauses within a sweep are shorter; anything longer waits for another day. */
const maxPauseMs = 1_000;

export async function startProcess(world: PeopledWorld, store: Store): Promise<Process> {
	let isSettling = false;
	const watched = watchedStore(store);
	const { turns } = watched;
	/** Lets everything happen that doesn't wait for another day. */
	const quiet = async (): Promise<void> => {
		await turns();
		await world.schedule.runDue(world.schedule.time + patienceMs);
		await turns();
	};
	const life = new Life(world, 'a process', {
		isIdle: true,
		// Only the sequence lets time pass: a retry would count as an act of the person who acts by then.
		delay: (ms) => (isSettling && ms <= maxPauseMs ? Promise.resolve() : new Promise(() => {})),
		store: watched.store,
	});
	await Promise.all([life.start(), quiet()]);
	const { services } = life;
	if (services === undefined) throw new Error('The process has no services');
	const { commands: ofCommands, access } = services;
	const { syncs, reconciler } = ofCommands;
	const floor = { ...ofCommands, services: ofCommands, access };
	const answerTo = async (name: string, interaction: PressedInteraction): Promise<void> => {
		const command = commandsByName.get(name);
		const handler = command && handlerOf(command, interaction);
		if (handler !== undefined) await answer(handler, interaction, interaction, floor);
	};

	const resume = async (): Promise<void> => {
		isSettling = true;
		for (const guildId of world.served.ids) await syncs.resume(guildId);
		await quiet();
	};

	return {
		commands: ofCommands,
		quiet,
		kill: () => life.die('killed'),
		async handle(name, interaction) {
			let failure: unknown;
			// An answer may wait for a role that needs time; the sequence goes on.
			void answerTo(name, interaction).catch((error: unknown) => {
				failure = error;
			});
			await quiet();
			if (failure !== undefined) throw failure;
		},
		resume,
		async settle() {
			await resume();
			void reconciler.sweep();
			await quiet();
			void reconciler.checkAllMembers();
			await quiet();
		},
	};
}

/** The store, and `turns`: resolves when none of its calls is pending, and none follows. */
function watchedStore(store: Store): { readonly store: Store; turns(): Promise<void> } {
	const pending = new Set<Promise<unknown>>();
	const watch = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
		pending.add(call);
		try {
			return await call;
		} finally {
			pending.delete(call);
		}
	};
	return {
		store: {
			...boundStore(store),
			get: (key) => watch(store.get(key)),
			getMany: (keys) => watch(store.getMany(keys)),
			transact: (work) => watch(store.transact(work)),
			async *list(prefix, after) {
				const pairs = store.list(prefix, after)[Symbol.asyncIterator]();
				for (let pair = await watch(pairs.next()); !pair.done; pair = await watch(pairs.next()))
					yield pair.value;
			},
		},
		async turns() {
			// Most answers take microtasks and some turns of the event loop.
			for (let turn = 0; turn < 12; turn += 1) {
				await new Promise((resolve) => setImmediate(resolve));
				if (pending.size === 0) continue;
				await Promise.allSettled(pending);
				turn = 0;
			}
		},
	};
}
