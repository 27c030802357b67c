import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Guild } from '@claimcheck/local-discord';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import { textOf } from '@claimcheck/local-discord/reading';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { chooseRole, openPage } from '../../src/views/setup-ids.js';

/** A server in which members verify, and the role that they get there. */
export interface ActiveGuild {
	readonly guild: Guild;
	readonly roleId: string;
}

/** A bot with a slice of the shards, and where its health is asked for. */
export interface SliceProcess {
	readonly slice: string;
	readonly bot: BotProcess;
	readonly healthPort: number;
}

/** Makes servers until there are so many. The bot joins each as it is made. */
export function fillDiscord(stage: Stage, servers: number): void {
	for (let at = stage.discord.guilds.size; at < servers; at += 1) {
		stage.discord.createGuild({ name: `Server ${at}` });
	}
}

/** Chooses the buyer role in some of the servers, as their owners do. The bot has to run. */
export async function setUpSome(stage: Stage, count: number): Promise<readonly ActiveGuild[]> {
	const all = [...stage.discord.guilds.values()].filter((guild) => guild !== stage.guild);
	const step = Math.max(1, Math.floor(all.length / count));
	const chosen = all.filter((_, at) => at % step === 0).slice(0, count);
	const active: ActiveGuild[] = [];
	// One after the other: this is no part of what is measured.
	for (const guild of chosen) {
		const role = guild.addRole({ name: 'Buyer' });
		const owner = stage.discord.person(guild, { id: guild.ownerId });
		const page = await owner.chatInput('setup server').answered();
		const roles = await owner.clickButton(page, openPage.encode('buyer')).answered();
		await owner.selectMenu(roles, chooseRole.encode('buyer'), [role.id]).answered();
		active.push({ guild, roleId: role.id });
	}
	return active;
}

/** Starts a process with a slice, and resolves when every server of it is there. */
export async function startSlice(
	stage: Stage,
	settings: Readonly<Record<string, string>>,
	slice: string,
): Promise<SliceProcess> {
	const healthPort = await freePort();
	const bot = await stage.spawnBot({ ...settings, SHARDS: slice, HEALTH_PORT: String(healthPort) });
	await bot.ready();
	while (!(await isReady(healthPort))) {
		if (!bot.isRunning) throw new Error(`The process of ${slice} has ended:\n${bot.output()}`);
		await sleep(20);
	}
	return { slice, bot, healthPort };
}

async function isReady(port: number): Promise<boolean> {
	return fetch(`http://127.0.0.1:${port}/readyz`).then(
		({ ok }) => ok,
		() => false,
	);
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	return typeof address === 'object' && address !== null ? address.port : 0;
}

interface Sent {
	readonly handle: InteractionHandle;
	readonly guildId: string;
	/** Whom the role is owed where this is answered; undefined: it is no verification. */
	readonly owed: { readonly active: ActiveGuild; readonly userId: string } | undefined;
	failure: unknown;
	answeredAfterMs: number | undefined;
}

/** What became of a load. */
export interface LoadResult {
	readonly sent: number;
	readonly answeredMs: readonly number[];
	/** By the server in which they were. */
	readonly unanswered: readonly { readonly guildId: string; readonly at: number }[];
	readonly answeredTwice: number;
	/** Verifications whose member was told to try again: the shop, in the process of this benchmark, was too slow. */
	readonly toldToTryAgain: number;
	readonly rolesOwed: number;
	readonly rolesMissing: number;
}

/**
 * Members all over the servers who send commands at a steady pace until `stop`: every other one verifies a purchase in
 * one of the active servers, the rest look at their purchases wherever they are.
 */
export class Load {
	readonly #stage: Stage;
	readonly #active: readonly ActiveGuild[];
	readonly #sent: Sent[] = [];
	readonly #stopping = new AbortController();
	readonly #loop: Promise<void>;

	constructor(stage: Stage, active: readonly ActiveGuild[], perSecond: number) {
		this.#stage = stage;
		this.#active = active;
		this.#loop = this.#run(perSecond);
	}

	/** Ends the load, waits for what is under way, and for roles that are owed at most so many milliseconds. */
	async stop(patienceMs: number): Promise<LoadResult> {
		this.#stopping.abort();
		await this.#loop;
		const open = this.#sent.map(({ handle }) => handle.answered().catch(() => undefined));
		await Promise.all(open);
		const verified = this.#sent.filter(({ handle }) => isVerified(handle));
		const owed = verified.flatMap((it) => it.owed ?? []);
		const missing = () =>
			owed.filter(({ active, userId }) => !active.guild.members.get(userId)?.roleIds.has(active.roleId));
		const until = Date.now() + patienceMs;
		while (missing().length > 0 && Date.now() < until) await sleep(100);
		return {
			sent: this.#sent.length,
			answeredMs: this.#sent.flatMap((it) => it.answeredAfterMs ?? []).sort((a, b) => a - b),
			unanswered: this.#sent
				.filter(({ answeredAfterMs }) => answeredAfterMs === undefined)
				.map(({ guildId, handle }) => ({ guildId, at: handle.dispatchedAt })),
			answeredTwice: this.#sent.filter(({ handle }) => handle.followUps.length > 0).length,
			toldToTryAgain:
				this.#sent.filter((it) => it.owed !== undefined && it.handle.original !== undefined).length -
				owed.length,
			rolesOwed: owed.length,
			rolesMissing: missing().length,
		};
	}

	async #run(perSecond: number): Promise<void> {
		const startedAt = Date.now();
		for (let count = 0; !this.#stopping.signal.aborted; count += 1) {
			const due = startedAt + (count * 1_000) / perSecond;
			if (due > Date.now()) await sleep(due - Date.now());
			this.#send(count);
		}
	}

	#send(count: number): void {
		const { discord, marketplace } = this.#stage;
		const guilds = [...discord.guilds.values()];
		const active = count % 2 === 0 ? this.#active[(count / 2) % this.#active.length] : undefined;
		// A prime, so that one server after another is all over the shards.
		const guild = active?.guild ?? guilds[(count * 7_919) % guilds.length];
		if (guild === undefined) return;
		const person = discord.person(guild, { name: `Member ${count}` });
		const handle =
			active === undefined
				? person.chatInput('purchases')
				: person.chatInput('verify', { code: marketplace.addPurchase().code });
		const sent: Sent = {
			handle,
			guildId: guild.id,
			owed: active && { active, userId: person.id },
			failure: undefined,
			answeredAfterMs: undefined,
		};
		this.#sent.push(sent);
		handle.answered().then(
			() => {
				sent.answeredAfterMs = Date.now() - handle.dispatchedAt;
			},
			(error: unknown) => {
				sent.failure = error;
			},
		);
	}
}

function isVerified({ original }: InteractionHandle): boolean {
	return original !== undefined && textOf(original).includes('Purchase verified');
}
