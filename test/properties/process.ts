import { commands, components } from '../../commands/registry.js';
import type { Services } from '../../src/composition/create-services.js';
import type { ComponentInputs } from '../../src/discord/interactions/handler.js';
import type { Store } from '../../src/storage/store.js';
import { customIdName } from '../../src/views/custom-ids/custom-id.js';
import { offPage } from '../discord/interactions/asking.js';
import { Life } from '../world/life.js';
import type { PeopledWorld } from './peopled-world.js';
import type { PressedInteraction } from './pressed-interaction.js';

/** A process of the bot in a world of people, with its handlers on. */
export interface Process {
	readonly hasOthersKey: boolean;
	/** Sends an interaction to its handler. A failure is answered by the dispatcher in production: here it is thrown. */
	handle(target: Target, interaction: PressedInteraction): Promise<void>;
	readonly services: Pick<Services, 'answering' | 'commands' | 'references'>;
	/** Sweeps, and looks at every member, until nothing is left to do. */
	settle(): Promise<void>;
}

export type Target =
	| { readonly command: string }
	| { readonly kind: keyof ComponentInputs; readonly customId: string };

const commandsByName = new Map(commands.map((it) => [it.data.name, it]));
const componentsByName = new Map(components.map((it) => [`${it.kind}:${it.name}`, it]));

/** Longer than any answer of the shop is waited for, with its repetitions. */
const patienceMs = 4_000;
/** Pauses within a sweep are shorter; anything longer waits for another day. */
const maxPauseMs = 1_000;

/** `hasOthersKey`: it has the key of another author. `store`: by default the world's. */
export async function startProcess(
	world: PeopledWorld,
	{ hasOthersKey = false, store }: { hasOthersKey?: boolean; store?: Store } = {},
): Promise<Process> {
	let isSettling = false;
	const life = new Life(world, 'a process', {
		isIdle: true,
		// Only the sequence lets time pass: a retry would count as an act of the person who acts by then.
		delay: (ms) => (isSettling && ms <= maxPauseMs ? Promise.resolve() : new Promise(() => {})),
		...(hasOthersKey && { account: 'somebody-else' }),
		...(store !== undefined && { store }),
	});
	await Promise.all([life.start(), quiet(world)]);
	const { services } = life;
	if (services === undefined) throw new Error('The process has no services');
	const { answering, queue, reconciler } = services;
	const answer = async (target: Target, interaction: PressedInteraction): Promise<void> => {
		if ('command' in target) {
			const command = commandsByName.get(target.command);
			if (command !== undefined) await answering.command(command, offPage(interaction));
			return;
		}
		const name = `${target.kind}:${customIdName(target.customId) ?? ''}`;
		const handler = componentsByName.get(name);
		if (handler !== undefined) await answering.answer(handler, interaction);
	};

	return {
		hasOthersKey,
		services,
		async handle(target, interaction) {
			let failure: unknown;
			// An answer may wait for a role that needs time; the sequence goes on.
			void answer(target, interaction).catch((error: unknown) => {
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
