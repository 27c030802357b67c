import { GatewayDispatchEvents } from 'discord.js';
import { Play } from './discord/play.js';
import { type Kind, kinds } from './discord/rest-answers.js';
import { gatewayMark, guildId, roleId, userIds } from './discord/sane.js';
import { connections, events, gatewayTroubles, goodGateway, lasting, troubles } from './discord/troubles.js';
import { VirtualTime } from './discord/virtual-time.js';
import type { Edge, Json } from './edge.js';
import { mutated, pick } from './mutate.js';
import { type RawServer, startRawServer } from './raw-server.js';

// An input: each of `kinds` holds Discord's responses to the next requests of that kind (see rest-answers.ts),
// `connections` the gateway's connections (see raw-gateway.ts), the last of which is repeated `repeats` times. `events`
// are messages on an earlier connection. After the last entry of each list, Discord behaves normally.

const troublesOf = (kind: Kind): readonly Json[] =>
	kind === 'gateway' ? [...troubles, ...gatewayTroubles] : troubles;
const maxRepeats = 60;

/** Whatever Discord sends, the process survives, waits and retries within bounds, and finally gives every role. */
export function discordEdge(): Edge {
	let opened: Promise<RawServer> | undefined;
	const words: readonly Json[] = [
		...troubles,
		...connections,
		...events,
		...['NaN', '-1', '', '0', '1e999', '60', '900', '86400', '0x10', 'Infinity'],
		...['retry-after', 'x-ratelimit-scope', 'x-ratelimit-global', 'x-ratelimit-remaining', 'via'],
		...['x-ratelimit-reset-after', 'content-type', 'application/json', 'text/html', 'shared', 'global'],
		...['hang', 'cut', 'refuse', 'log-in', gatewayMark],
		...Object.values(GatewayDispatchEvents),
		...[guildId, roleId, ...userIds],
	];
	const seeds: readonly Json[] = [
		{ events },
		...troubles.map((trouble) => Object.fromEntries(kinds.map((kind) => [kind, [trouble]]))),
		// The bot asks first, at its start, and discord.js asks next.
		...gatewayTroubles.flatMap((trouble) => [{ gateway: [trouble] }, { gateway: [goodGateway, trouble] }]),
		...connections.map((connection) => ({ connections: [connection] })),
		...lasting.map((connection) => ({ connections: [connection], repeats: maxRepeats })),
	];
	return {
		name: 'discord',
		words,
		seeds: () => seeds,
		make(random) {
			const upTo = (count: number, nodes: readonly Json[]): readonly Json[] =>
				Array.from({ length: Math.floor(random() * (count + 1)) }, () => pick(nodes, random));
			const made = {
				...Object.fromEntries(kinds.map((kind) => [kind, upTo(6, troublesOf(kind))])),
				connections: upTo(3, [...connections, ...lasting]),
				events: upTo(3, events),
				...(random() < 0.1 && { repeats: Math.floor(random() * maxRepeats) }),
			};
			return random() < 0.5 ? made : mutated(made, seeds, words, random);
		},
		inputsInTests: 40,
		async play(input) {
			opened ??= startRawServer();
			return await playOne(await opened, input);
		},
		async close() {
			await (await opened)?.close();
		},
	};
}

async function playOne(server: RawServer, input: Json): Promise<string> {
	const time = new VirtualTime();
	const unhandled: unknown[] = [];
	const note = (reason: unknown): void => void unhandled.push(reason);
	process.on('unhandledRejection', note);
	process.on('uncaughtException', note);
	time.install();
	try {
		const outcome = await new Play(server, time, input).run();
		if (unhandled.length > 0) throw unhandled[0];
		return outcome;
	} finally {
		time.uninstall();
		process.off('unhandledRejection', note);
		process.off('uncaughtException', note);
	}
}
