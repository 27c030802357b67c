import { messageErrors, modalErrors } from '@claimcheck/local-discord/payload-checks';
import { type Interaction, InteractionResponseType, MessageFlags, PermissionFlagsBits } from 'discord.js';
import { commands, components, userCommands } from '../../commands/registry.js';
import { Dispatcher } from '../../src/discord/interactions/dispatcher.js';
import {
	InteractionCalls,
	type InteractionSender,
} from '../../src/discord/interactions/interaction-calls.js';
import { noMetrics } from '../../src/operations/no-metrics.js';
import { idOf, PeopledWorld } from '../properties/peopled-world.js';
import { quiet, startProcess } from '../properties/process.js';
import { pieces } from '../states/hostile-texts.js';
import { at, Broken, type Edge, type Json, textIn } from './edge.js';
import { isAsDiscordSends } from './interactions/as-discord-sends.js';
import { clientIn } from './interactions/client.js';
import { everyPayload, token } from './interactions/payloads.js';

// An input is the payload of INTERACTION_CREATE. It is read by discord.js and answered by the production dispatcher,
// handlers and services, over a store, a shop and a Discord in memory. The buyer has a purchase; its code is the first.

/** One call that answers an interaction. */
interface Call {
	readonly route: string;
	readonly body: { readonly type?: number; readonly data?: object } & object;
}

/** A bug planted in the product's parts, to see that it is noticed. */
export interface Planted {
	/** Stands before each call. Gives the calls that are made. */
	readonly calls?: (call: Call) => readonly Call[];
	/** Sees the rows after each interaction. */
	readonly rows?: (store: PeopledWorld['store']) => void;
	/** Stands before the log. */
	readonly log?: (world: PeopledWorld, payload: Json) => void;
}

export function interactionsEdge(planted: Planted = {}): Edge {
	const seeds = everyPayload(new PeopledWorld());
	const prepared = prepare();

	return {
		name: 'interactions',
		covers: ['/commands/', '/src/discord/', '/src/views/'],
		words: [
			...pieces,
			...new PeopledWorld().shop.sold.map(({ code }) => code),
			...seeds.flatMap((seed) => textIn(at(seed, 'data', 'custom_id'), '')),
			...new PeopledWorld().servers.flatMap(({ id, ownerId, auditChannelId, roles }) => [
				id,
				ownerId,
				auditChannelId,
				...roles.keys(),
			]),
			idOf('buyer'),
			'deleted',
			'cc2:verify',
			'cc1::',
			'9'.repeat(25),
			'xx-XX',
		],
		seeds: () => seeds,
		inputsInTests: 400,
		async play(input) {
			const world = await prepared.then(copyOf);
			let interaction: Interaction | undefined;
			try {
				interaction = clientIn(world).read(input);
			} catch (error) {
				return `discord.js can't read it: ${error instanceof Error ? error.name : 'unknown'}`;
			}
			if (interaction === undefined) return 'discord.js takes it for no interaction';
			const before = world.store.values();
			const calls = await answered(world, interaction, planted);
			planted.rows?.(world.store);
			planted.log?.(world, input);
			return judge(world, interaction, { calls, before, isWhole: isAsDiscordSends(input) });
		},
	};
}

/** A world in which the buyer has verified the first code. */
async function prepare(): Promise<PeopledWorld> {
	const world = new PeopledWorld();
	const { code = '' } = world.shop.sold[0] ?? {};
	const [verify] = everyPayload(world);
	const payload = JSON.parse(JSON.stringify(verify).replaceAll(world.shop.sold[1]?.code ?? '', code)) as Json;
	const interaction = clientIn(world).read(payload);
	if (interaction !== undefined) await answered(world, interaction, {});
	if (world.store.keys('claim:').length === 0) throw new Error('Nobody has verified');
	return world;
}

function copyOf(world: PeopledWorld): PeopledWorld {
	const copy = new PeopledWorld();
	for (const [key, value] of world.store.values()) copy.store.put(key, value);
	for (const server of world.servers) {
		for (const [id, { roleIds }] of server.members) {
			const member = copy.discord.guild(server.id).members.get(id);
			for (const roleId of roleIds) member?.roleIds.add(roleId);
		}
	}
	return copy;
}

/** Has a new process answer it. @returns its calls. Unhandled rejections reject this. */
async function answered(
	world: PeopledWorld,
	interaction: Interaction,
	planted: Planted,
): Promise<readonly Call[]> {
	const calls: Call[] = [];
	const { services } = await startProcess(world);
	const send: InteractionSender['send'] = async (_kind, _receivedAt, { route, body }) => {
		const call = { route, body } as Call;
		calls.push(...(planted.calls?.(call) ?? [call]));
	};
	const dispatcher = new Dispatcher({
		commands,
		userCommands,
		components,
		answering: services.answering,
		links: services.commands.links,
		logger: world.logger,
		served: {
			homeId: world.servers[0]?.id,
			serves: (guildId) => world.servers.some(({ id }) => id === guildId),
			isServedByAnother: () => false,
		},
		unserved: { note: () => {} },
		duplicateAlarm: { note: () => {} },
		inFlight: new Set(),
		references: services.references,
		metrics: noMetrics,
		sender: { of: (named) => new InteractionCalls({ send }, named, 0) },
		clock: { now: () => 0, delay: () => new Promise(() => {}) },
	});
	const unhandled: unknown[] = [];
	const note = (reason: unknown): void => void unhandled.push(reason);
	process.on('unhandledRejection', note);
	try {
		dispatcher.handle(interaction);
		await quiet(world);
	} finally {
		process.off('unhandledRejection', note);
	}
	if (unhandled.length > 0) throw unhandled[0];
	return calls;
}

const isCallback = ({ route }: Call): boolean => route.endsWith('/callback');
const deferred: readonly (number | undefined)[] = [
	InteractionResponseType.DeferredChannelMessageWithSource,
	InteractionResponseType.DeferredMessageUpdate,
];

interface Played {
	readonly calls: readonly Call[];
	readonly before: ReadonlyMap<string, unknown>;
	/** The payload has what Discord always sends. */
	readonly isWhole: boolean;
}

function judge(world: PeopledWorld, interaction: Interaction, { calls, before, isWhole }: Played): string {
	const [first, ...others] = calls.filter(isCallback);
	const later = calls.filter((call) => !isCallback(call));
	const kind = interaction.isAutocomplete()
		? 'suggestions'
		: interaction.isRepliable()
			? 'an answer'
			: 'nothing';
	if (others.length > 0) throw new Broken('acknowledged once', JSON.stringify(calls.map(({ body }) => body)));
	keepsSecrets(world);
	if (!isWhole) return 'nothing that Discord would send';
	keepsRights(world, interaction, before);
	if (kind === 'nothing') return 'no interaction that is answered';
	const error = world.log.find((line) => line.includes('"level":"error"') || line.includes('"level":50'));
	if (error !== undefined) {
		const { err } = JSON.parse(error) as { err?: { type?: string; message?: string; stack?: string } };
		const where = /at (?:async )?(?:new )?([\w.<>#]+)/.exec(err?.stack ?? '')?.[1];
		throw new Broken(`nothing goes wrong (${err?.type} in ${where})`, error);
	}
	if (kind === 'suggestions') return `taken: ${first === undefined ? 'no suggestions' : 'suggestions'}`;
	if (first === undefined) throw new Broken('acknowledged', 'there was no call');
	const says = deferred.includes(first.body.type) ? later.at(-1)?.body : first.body.data;
	if (says === undefined) throw new Broken('answered', `only ${JSON.stringify(first.body)}`);
	const isModal = first.body.type === InteractionResponseType.Modal;
	const refusals = isModal
		? modalErrors(says as Parameters<typeof modalErrors>[0])
		: messageErrors({
				...says,
				flags: ((says as { flags?: number }).flags ?? 0) & MessageFlags.IsComponentsV2,
			});
	if (refusals.length > 0) throw new Broken('Discord takes the answer', JSON.stringify(refusals));
	return `taken: ${InteractionResponseType[first.body.type ?? 0]}`;
}

/** No code and no token is in the log or in the audit channel. */
function keepsSecrets(world: PeopledWorld): void {
	const said = [...world.log, ...world.audit.map((line) => JSON.stringify(line))];
	const secrets = [token, ...world.shop.sold.map(({ code }) => code)];
	const leaked = said.find((line) =>
		secrets.some((secret) => line.toLowerCase().includes(secret.toLowerCase())),
	);
	if (leaked !== undefined) throw new Broken('secrets are in no log and no audit line', leaked);
}

/** A member without rights changes no settings, and nothing of the buyer's. */
function keepsRights(
	world: PeopledWorld,
	interaction: Interaction,
	before: ReadonlyMap<string, unknown>,
): void {
	if (!interaction.inCachedGuild()) return;
	const { member, user, guild } = interaction;
	const bits = member.roles.cache.reduce((all, role) => all | role.permissions.bitfield, 0n);
	const isPrivileged = (bits & ~PermissionFlagsBits.SendMessages) !== 0n || guild.ownerId === user.id;
	if (isPrivileged) return;
	const keys = new Set([...before.keys(), ...world.store.keys('')]);
	const isOthers = (key: string): boolean =>
		/^(?:settings|panel|policy|meta):/.test(key) ||
		(/^claim:/.test(key) && before.has(key) && user.id !== idOf('buyer'));
	for (const key of keys) {
		if (!isOthers(key) || JSON.stringify(before.get(key)) === JSON.stringify(world.store.read(key))) continue;
		throw new Broken(
			'nothing is changed without the right to it',
			`${key}: ${JSON.stringify(world.store.read(key))}`,
		);
	}
}
