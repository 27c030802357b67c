import type { Given } from '../discord/interactions/fake-interaction.js';
import { join } from '../world/guild.js';
import { idOf, type PeopledWorld, people } from './peopled-world.js';
import { PressedInteraction } from './pressed-interaction.js';
import { startProcess } from './process.js';
import type { Happened } from './run.js';

/** A claim as home knows it. */
interface Held {
	readonly key: string;
	readonly holders: readonly (readonly [userId: string, isAtHome: boolean])[];
	readonly reserved: readonly unknown[] | number;
	readonly locked: boolean;
	readonly status: string;
}

/** All of a world that is home's: its claims but for what was shown elsewhere, its settings, answers and audit lines. */
export function homeAlone(world: PeopledWorld, happened: readonly Happened[]) {
	const gifts: string[] = [];
	const claims = [...world.store.values()].flatMap<Held>(([key, value]) => {
		if (!key.startsWith('claim:')) return [];
		const { holders, reserved, locked, status, given } = value as {
			given?: { guildId: string };
			holders: { userId: string; guildIds: string[] }[];
			reserved: readonly unknown[];
			locked: boolean;
			status: string;
		};
		// Gifts of its staff without a code belong to the other server.
		if (given !== undefined && given.guildId !== world.home.id) return [];
		const atHome = holders.map(({ userId, guildIds }) => [userId, guildIds.includes(world.home.id)] as const);
		if (given === undefined) return [{ key, holders: atHome, reserved, locked, status }];
		gifts.push(key.slice('claim:'.length));
		// The holder of a reserved seat has a key of the gift's own.
		return [{ key: 'a gift', holders: atHome, reserved: reserved.length, locked, status }];
	});
	// A gift's code is made of the random id of its proposal.
	const withoutChance = (part: unknown) => withoutIds(part, gifts);
	return {
		claims: claims.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
		settings: world.store.read(`settings:${world.home.id}`),
		audit: withoutChance(world.audit.filter(({ guildId }) => guildId !== world.other.id)),
		answers: happened
			.filter(({ guildId }) => guildId === world.home.id)
			.filter((it) => !isOwnData(it))
			.map(({ index, answers }) => ({ index, answers: withoutChance(answers) })),
	};
}

/**
 * `/privacy` shows a person the data stored about them in every server, also gifts that are about to be given there.
 */
function isOwnData({ step, customId }: Happened): boolean {
	return step.act === 'privacy' || customId?.startsWith('cc1:privacy') === true;
}

const references = /\b[BCDFGHJKLMNPQRSTVWXZ]{3}-[BCDFGHJKLMNPQRSTVWXZ]{3}\b/g;

/** Ids of proposals and references are random, and so are the hashes of gifts. */
function withoutIds(part: unknown, gifts: readonly string[]): unknown {
	let text = JSON.stringify(part).replaceAll(/cc1:desk-[a-z-]+:[^"]+/g, 'cc1:moderated');
	for (const hash of gifts) {
		const short = Buffer.from(hash, 'hex').toString('base64url');
		text = text.replaceAll(hash, 'a gift').replaceAll(short, 'a gift');
	}
	return JSON.parse(text.replaceAll(references, 'a reference'));
}

function isGivenThere(value: unknown, { other }: PeopledWorld): boolean {
	return (value as { given?: { guildId: string } }).given?.guildId === other.id;
}

/** All answers to the other server's moderator about every member and every code. */
export async function seenByOthersStaff(world: PeopledWorld): Promise<readonly unknown[]> {
	world.servesOthers = true;
	join(world.other, idOf('otherAdmin'));
	// It is asked twice, which exceeds the limit of lookups in ten minutes.
	for (const key of world.store.keys('attempts:'))
		if (/^attempts:(?:whois|lookup):/.test(key)) world.store.remove(key);
	const process = await startProcess(world);
	const seen: unknown[] = [];
	const ask = async (command: string, given: Given) => {
		const index = seen.length;
		const interaction = new PressedInteraction(world, {
			...given,
			by: 'otherAdmin',
			guildId: world.other.id,
			index,
		});
		await process.handle({ command }, interaction);
		seen.push(JSON.parse(JSON.stringify(interaction.log)));
	};
	for (const name of people) {
		await ask('whois', { options: { member: idOf(name) } });
	}
	for (const { code } of world.shop.sold) await ask('whois', { options: { code } });
	return seen;
}

/** Changes what is home's alone: reasons and staff in history, locks, misses, since when it is held, and holders who never came to the other server. */
export function withOtherSecrets(world: PeopledWorld): void {
	for (const [key, value] of world.store.values()) {
		if (!key.startsWith('claim:') || isGivenThere(value, world)) continue;
		const record = value as {
			locked: boolean;
			holders: { userId: string; guildIds: string[]; claimedAt: number }[];
			history: { guildId?: string; by: string; why?: string }[];
		};
		const shownThere = record.holders
			.filter(({ guildIds }) => guildIds.includes(world.other.id))
			.map((holder) => ({ ...holder, claimedAt: 2 }));
		const hidden = { userId: '399999999999999999', guildIds: [world.home.id], claimedAt: 1 };
		world.store.put(key, {
			...record,
			locked: !record.locked,
			check: { at: 1, misses: [1, 2] },
			holders: [...shownThere, hidden],
			history: record.history.map((line) =>
				line.guildId === world.other.id
					? line
					: { ...line, by: '388888888888888888', why: 'a secret of home' },
			),
		});
	}
}
