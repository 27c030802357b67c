import type { policyKind } from '../../src/claims/policy.js';
import type { ChosenSettings } from '../../src/servers/guild-settings.js';
import type { RowOf } from '../../src/storage/table.js';
import { Dice } from '../world/dice.js';
import { newGuild } from '../world/guild.js';
import { Schedule } from '../world/schedule.js';
import { auditChannelId, codeOf, dayMs, guildIds, hourMs, roles } from '../world/servers.js';
import type { Sold } from '../world/simulated-shop.js';
import { Watch } from '../world/watch.js';
import { World } from '../world/world.js';

/** A seed's faults. Each occurs only in some seeds, so that none hides the effects of another. */
export interface Climate {
	readonly processes: number;
	readonly hasCrashes: boolean;
	readonly hasFreezes: boolean;
	/** Clocks of processes are set wrong: by less than a minute, which no one notices, or by more. */
	readonly hasWrongClocks: boolean;
}

const startsAt = Date.UTC(2026, 10, 2, 12);

/** The parameters of a simulation: everything else follows from them. */
export interface Run {
	readonly seed: number;
	/** True if clocks are wrong in every seed, instead of only in some. */
	readonly clocks?: 'wrong' | undefined;
	/** The numbers of acts that are left out, to shorten a schedule. */
	readonly without?: readonly number[] | undefined;
}

/** The world of a seed: two configured servers, their people, five purchases and the faults. */
export class SimulatedWorld extends World {
	readonly climate: Climate;
	readonly watch: Watch;

	constructor({ seed, clocks }: Pick<Run, 'seed' | 'clocks'>, trace?: (line: string) => void) {
		const dice = new Dice(seed, 1);
		const schedule = new Schedule(seed, startsAt + dice.below(24) * hourMs, trace);
		const climate = {
			processes: 1 + dice.below(3),
			hasCrashes: dice.chance(0.5),
			hasFreezes: dice.chance(0.3),
			hasWrongClocks: dice.chance(0.3) || clocks === 'wrong',
		};
		const around = new Dice(seed, 5);
		const policy = policyBy(dice);
		const settings = settingsBy(around);
		const hasNews = around.chance(0.4);
		const guilds = [newGuild(guildIds[0]), newGuild(guildIds[1])] as const;
		super({ schedule, guilds, sold: soldBy(dice, around, schedule.time) });
		this.climate = climate;
		this.newsIn = hasNews ? guildIds : [];
		this.watch = new Watch(this);
		this.store.watch = this.watch;
		this.onKilled = (process, isDone) => this.watch.killed(process, isDone);
		const updates = { channelId: auditChannelId, since: startsAt };
		this.store.put('policy', policy);
		for (const guildId of guildIds)
			this.store.put(`settings:${guildId}`, { ...settings, ...(hasNews && { updates }) });
	}
}

function soldBy(dice: Dice, around: Dice, now: number): Sold[] {
	return Array.from({ length: 5 }, (_, index) => {
		const isSoonOver = dice.chance(0.4);
		const later = around.pick([0, 0, 3, 14]) * dayMs;
		return {
			code: codeOf(index),
			itemId: index,
			licenseType: index === 0 ? 'team' : 'regular',
			purchasedAt: Math.floor(now - dice.random() * 40 * dayMs),
			supportedUntil: Math.floor(now + later + dice.random() * (isSoonOver ? 600_000 : 10 * dayMs)),
			isRefunded: false,
			refusedAt: [],
		};
	});
}

/** Drawn first, so that the later choices of a seed don't change. */
function policyBy(dice: Dice): RowOf<typeof policyKind> {
	const unlinking = dice.pick([
		{ kind: 'never' },
		{ kind: 'members-move' },
		{ kind: 'after-days', days: 0 },
		{ kind: 'after-days', days: 2 },
	] as const);
	return { v: 1, unlinking, seats: { team: 2 + dice.below(2) } };
}

/** `around`: the dice for later additions, so that the earlier choices of a seed don't change. */
function settingsBy(around: Dice): ChosenSettings {
	return {
		v: 1,
		auditChannelId,
		buyerRoleId: roles.buyer,
		supportedRoleId: roles.supported,
		itemRoles: { '0': roles.item },
		categoryRoles: { odd: roles.category },
		licenceRoles: {},
		dateRoles: [{ until: startsAt - 20 * dayMs, roleId: roles.early }],
		support: {
			noticeDays: around.pick([1, 5]),
			...(around.chance(0.5) && { endsSoonRoleId: roles.endsSoon }),
			...(around.chance(0.5) && { graceDays: 1 }),
		},
	};
}
