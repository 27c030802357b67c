import { commands, components } from '../../commands/registry.js';
import { systemUnguessable } from '../../src/base/secure-random.js';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { createServices, type Services } from '../../src/composition/create-services.js';
import { createGuildSettings } from '../../src/composition/create-setup.js';
import type { ComponentInputs } from '../../src/discord/interactions/handler.js';
import { homePolicy } from '../../src/guilds/home-policy.js';
import type { ServedGuilds } from '../../src/guilds/served-guilds.js';
import { ServedNotes } from '../../src/guilds/served-guilds-store.js';
import { noMetrics } from '../../src/operations/no-metrics.js';
import { wholeBot } from '../../src/sharding/slice.js';
import type { Store } from '../../src/storage/store.js';
import { customIdName } from '../../src/views/custom-ids/custom-id.js';
import { allUp } from '../dependencies/all-up.js';
import { offPage } from '../discord/interactions/asking.js';
import { noAlerts } from '../notifications/no-alerts.js';
import { memoryStore } from '../world/memory-store.js';
import { discordOf } from './discord.js';
import type { PressedInteraction } from './pressed-interaction.js';
import { marketOf } from './shop.js';
import { type World, worldLogger } from './world.js';

export const claimSecret = 'a-secret-of-thirty-two-characters-or-more';

/** A process of the bot in the world: the production services and handlers over a store, a Discord and a shop in memory. */
export interface Process {
	readonly hasOthersKey: boolean;
	/** Sends an interaction to its handler. A failure is answered by the dispatcher in production: here it is thrown. */
	handle(target: Target, interaction: PressedInteraction): Promise<void>;
	/** What it answers with. */
	readonly services: Pick<Services, 'answering' | 'links' | 'references'>;
	/** Sweeps, and looks at everybody, until nothing follows any more. */
	settle(): Promise<void>;
}

export type Target =
	| { readonly command: string }
	| { readonly kind: keyof ComponentInputs; readonly customId: string };

const commandsByName = new Map(commands.map((it) => [it.data.name, it]));
const componentsByName = new Map(components.map((it) => [`${it.kind}:${it.name}`, it]));

/** `hasOthersKey`: it was given the key of another author. `store`: where the world's rows are not enough. */
export async function startProcess(
	world: World,
	{ hasOthersKey = false, store = memoryStore(world.rows) }: { hasOthersKey?: boolean; store?: Store } = {},
): Promise<Process> {
	const now = (): number => world.now;
	const notes = new ServedNotes(store);
	await notes.noteHome(world.home.id);
	const served: ServedGuilds = {
		homeId: world.home.id,
		serves: (guildId) => guildId === world.home.id || world.servesOther,
		isHome: (guildId) => guildId === world.home.id,
	};
	const environment = { BUYER_ROLE_ID: world.home.buyerRoleId, AUDIT_CHANNEL_ID: world.home.auditChannelId };
	const guilds = createGuildSettings(store, environment, served);
	const home = homePolicy(guilds, served);
	const isClockTrusted = () => true;
	const claims = await openClaimStore({
		store,
		claimSecret,
		now,
		home,
		isClockTrusted,
		onCorrupt: (key) => {
			throw new Error(`${key} is damaged`);
		},
	});
	const logger = worldLogger(world);
	let isSettling = false;
	const write = (guildId: string | undefined, event: unknown) => void world.audit.push({ guildId, event });
	const services = createServices({
		store,
		claims,
		guilds,
		home,
		notes,
		served,
		slice: wholeBot,
		discord: discordOf(world),
		market: await marketOf(world, store, hasOthersKey),
		audit: {
			write,
			writeInto: (guildId, _, event) => write(guildId, event),
		},
		alerts: {
			...noAlerts,
			raise: async (guildId, alert) => {
				write(guildId, alert);
				return true;
			},
		},
		logger,
		metrics: noMetrics,
		states: allUp,
		doctor: { examine: async () => ({ findings: [], at: 0 }) },
		recheckDays: 0,
		shopPerMinute: 60,
		isClockTrusted,
		clock: {
			now,
			// Time passes by steps of the sequence alone: what waits for it waits for ever. Only the short pauses of a look
			// at everybody pass, in the end.
			delay: (ms) => (isSettling && ms <= 1_000 ? Promise.resolve() : new Promise(() => {})),
		},
		random: () => world.random(),
		unguessable: systemUnguessable,
	});
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
			await quiet();
			if (failure !== undefined) throw failure;
		},
		async settle() {
			isSettling = true;
			await queue.resume();
			await quiet();
			void reconciler.sweep();
			await quiet();
			void reconciler.lookAtEverybody();
			await quiet();
		},
	};
}

/** Everything in memory answers in microtasks: after some turns of the loop, what is left waits for time. */
export async function quiet(): Promise<void> {
	for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
