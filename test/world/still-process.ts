import type { Services } from '../../src/create-services.js';
import type { Store } from '../../src/storage/store.js';
import { Life } from './life.js';
import type { World } from './world.js';

/** A process of the bot that acts only on request. */
interface Process {
	readonly commands: Services;
	/** Sweeps, and checks every member, until nothing is left to do. */
	settle(): Promise<void>;
	/** Only finishes the work that an earlier process left. */
	resume(): Promise<void>;
	/** Resolves when nothing is left to happen except after at least a day. */
	quiet(): Promise<void>;
	/** Ends its work in Discord. */
	kill(): void;
}

/** Longer than any wait for the shop's response, including retries. */
const patienceMs = 4_000;
/** Pauses within a sweep are shorter; anything longer waits for another day. */
const maxPauseMs = 1_000;

export async function startProcess(world: World, store: Store): Promise<Process> {
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
		// Only the sequence lets time pass: otherwise a retry would count as an act of the person who acts by then.
		delay: (ms) => (isSettling && ms <= maxPauseMs ? Promise.resolve() : new Promise(() => {})),
		store: watched.store,
	});
	await Promise.all([life.start(), quiet()]);
	const { services } = life;
	if (services === undefined) throw new Error('The process has no services');
	const { commands } = services;
	const { syncs, reconciler } = commands;

	const resume = async (): Promise<void> => {
		isSettling = true;
		for (const guildId of world.served.ids) await syncs.resume(guildId);
		await quiet();
	};

	return {
		commands,
		quiet,
		kill: () => life.die('killed'),
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

/** The store, and `turns`, which resolves when none of its calls is pending and none follows. */
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
			...store,
			get: (key) => watch(store.get(key)),
			getMany: (keys) => watch(store.getMany(keys)),
			transact: (work) => watch(store.transact(work)),
			async *list(prefix) {
				const pairs = store.list(prefix)[Symbol.asyncIterator]();
				for (let pair = await watch(pairs.next()); !pair.done; pair = await watch(pairs.next()))
					yield pair.value;
			},
		},
		async turns() {
			// Most responses take microtasks and some turns of the event loop.
			for (let turn = 0; turn < 12; turn += 1) {
				await new Promise((resolve) => setImmediate(resolve));
				if (pending.size === 0) continue;
				await Promise.allSettled(pending);
				turn = 0;
			}
		},
	};
}
