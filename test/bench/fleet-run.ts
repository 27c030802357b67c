import { setTimeout as sleep } from 'node:timers/promises';
import type { Guild } from '@claimcheck/local-discord';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { chooseRole, openPage } from '../../src/views/custom-ids/setup-ids.js';
import { freePort } from '../free-port.js';
import type { Fleet } from './fleet-stage.js';

/** A server in which members verify, and the role that they get there. */
export interface ActiveGuild {
	readonly guild: Guild;
	readonly roleId: string;
}

/** A bot with a slice of the shards. */
export interface SliceProcess {
	readonly slice: string;
	readonly bot: BotProcess;
	/** From its start until every server of it was there. */
	readonly readyMs: number;
}

/** What a server has, as the ones of a support bot do; undefined: next to nothing. */
export interface Furniture {
	readonly roles: number;
	readonly channels: number;
}

/** Makes servers until there are so many. The bot joins each as it is made. */
export function fillDiscord({ discord }: Stage, servers: number, furniture?: Furniture): void {
	for (let at = discord.guilds.size; at < servers; at += 1) {
		const guild = discord.createGuild({ name: `Server ${at}` });
		// On top of the others, which would all have to make room.
		for (let n = 1; n <= (furniture?.roles ?? 0); n += 1) guild.addRole({ name: `Role ${n}`, position: n });
		for (let n = 0; n < (furniture?.channels ?? 0); n += 1) guild.addChannel({ name: `channel-${n}` });
	}
}

const setUpAtOnce = 5;

/** Chooses the buyer role in some of the servers, as their owners do. The bot has to run. Home is one of them. */
export async function setUpSome(stage: Stage, count: number): Promise<readonly ActiveGuild[]> {
	const others = [...stage.discord.guilds.values()].filter((guild) => guild !== stage.guild);
	const step = Math.max(1, Math.floor(others.length / count));
	const chosen = others.filter((_, at) => at % step === 0).slice(0, count - 1);
	const active: ActiveGuild[] = [{ guild: stage.guild, roleId: stage.roles.buyer.id }];
	for (let at = 0; at < chosen.length; at += setUpAtOnce) {
		const some = chosen.slice(at, at + setUpAtOnce).map((guild) => setUp(stage, guild));
		active.push(...(await Promise.all(some)));
	}
	return active;
}

async function setUp({ discord }: Stage, guild: Guild): Promise<ActiveGuild> {
	const role = guild.addRole({ name: 'Buyer' });
	const owner = discord.person(guild, { id: guild.ownerId });
	const page = await owner.chatInput('setup server').answered();
	const roles = await owner.clickButton(page, openPage.encode('buyer')).answered();
	await owner.selectMenu(roles, chooseRole.encode('buyer'), [role.id]).answered();
	return { guild, roleId: role.id };
}

/** Starts a process with a slice, and resolves when every server of it is there. */
export async function startSlice({ stage, settings }: Fleet, slice: string): Promise<SliceProcess> {
	const startedAt = Date.now();
	const healthPort = await freePort();
	const bot = await stage.spawnBot({ ...settings, SHARDS: slice, HEALTH_PORT: String(healthPort) });
	await bot.ready();
	while (!(await isReady(healthPort))) {
		if (!bot.isRunning) throw new Error(`The process of ${slice} has ended:\n${bot.output()}`);
		await sleep(100);
	}
	return { slice, bot, readyMs: Date.now() - startedAt };
}

/** Slices of as equal a size as can be, `count` of so many shards in all. */
export function slicesOf(shards: number, count: number): string[] {
	const first = (at: number): number => Math.floor((at * shards) / count);
	return Array.from({ length: count }, (_, at) => `${first(at)}-${first(at + 1) - 1}/${shards}`);
}

async function isReady(port: number): Promise<boolean> {
	return fetch(`http://127.0.0.1:${port}/readyz`).then(
		({ ok }) => ok,
		() => false,
	);
}
