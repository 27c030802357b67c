import { PermissionFlagsBits } from 'discord.js';
import fc from 'fast-check';
import { claimPrefix, claimRowSchema } from '../claim-row.js';
import { harmless, isOutOfReach, join } from '../world/guild.js';
import { dayMs, hourMs, minuteMs } from '../world/servers.js';
import {
	highestPosition,
	idOf,
	type PeopledWorld,
	type PersonName,
	people,
	permissionsIn,
} from './peopled-world.js';

/** Everything that people, the shop, time and machines do. The first is the plainest: sequences shrink towards it. */
const acts = [
	'verify',
	'purchases',
	'press',
	'type',
	'privacy',
	'delete data',
	'whois',
	'whois code',
	'let go',
	'undo',
	'claim unlink',
	'claim move',
	'claim lock',
	'claim unlock',
	'claim revoke',
	'claim give',
	'claim check',
	'claim roles',
	'account',
	'setup server',
	'setup policy',
	'setup seats',
	'allow unlinking',
	'setup item',
	'choose role',
	'choose audit channel',
	'panel',
	'rights',
	'powers',
	'time out',
	'leave',
	'join',
	'sell',
	'staff revoke',
	'shop',
	'wait',
	'serve',
	'crash',
] as const;
export type Act = (typeof acts)[number];

/** One step. The numbers name whatever there is by its index modulo how many there are, so that any step can be dropped. */
export interface Step {
	readonly act: Act;
	readonly who: number;
	/** 0 is home. */
	readonly where: number;
	readonly process: number;
	readonly a: number;
	readonly b: number;
}

/** Mostly the first few, so that people meet over the same things. */
const small = fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(40) });
const anyStep: fc.Arbitrary<Step> = fc.record({
	act: fc.oneof(
		// Most of what happens is about codes; the rest would else hide it.
		{ weight: 3, arbitrary: fc.constant<Act>('verify') },
		{ weight: 4, arbitrary: fc.constant<Act>('press') },
		{ weight: 10, arbitrary: fc.constantFrom(...acts) },
	),
	who: fc.nat(people.length - 1),
	where: fc.nat(1),
	process: fc.nat(1),
	a: small,
	b: small,
});

const plain = { who: 0, where: 0, process: 0, a: 0, b: 0 };
const by = (name: PersonName) => people.indexOf(name);

/**
 * The start of a sequence: a server's previous history. From nothing alone, most sequences would end before two people
 * meet over one code.
 */
const preludes: readonly (readonly Step[])[] = [
	[],
	[{ ...plain, act: 'verify', a: 1 }],
	[
		{ ...plain, act: 'setup seats', who: by('admin'), a: 1 },
		{ ...plain, act: 'verify', a: 1 },
	],
	[
		{ ...plain, act: 'allow unlinking', who: by('admin'), a: 1 },
		{ ...plain, act: 'verify' },
	],
	[
		{ ...plain, act: 'verify', where: 1 },
		{ ...plain, act: 'choose role', who: by('otherAdmin'), where: 1 },
	],
	[
		{ ...plain, act: 'verify', a: 1 },
		{ ...plain, act: 'choose role', who: by('otherAdmin'), where: 1 },
		{ ...plain, act: 'setup seats', who: by('otherAdmin'), where: 1, a: 2 },
		{ ...plain, act: 'allow unlinking', who: by('otherAdmin'), where: 1, a: 0 },
	],
];

/** Acts that staff confirm once they have typed them. */
const confirmed = acts.filter((act) => /^claim (?!check|roles)/.test(act));
/** A change by staff with its confirmation, or the latest one undone: by chance alone the steps seldom meet. */
const staffChange: fc.Arbitrary<readonly Step[]> = fc
	.record({
		act: fc.constantFrom(...confirmed, 'undo' as const),
		who: fc.constantFrom(by('moderator'), by('admin'), by('otherModerator')),
		where: fc.nat(1),
		process: fc.nat(1),
		a: fc.nat(3),
		b: small,
	})
	// Its confirmation is shown before the way out of it.
	.map((typed) => (typed.act === 'undo' ? [typed] : [typed, { ...typed, act: 'press', a: 1 }]));

const step = (who: PersonName, act: Act, rest: Partial<Step> = {}): Step => ({
	...plain,
	...rest,
	act,
	who: by(who),
});
/** A change by home's moderator, confirmed. */
const changed = (act: Act, rest: Partial<Step> = {}): readonly Step[] => [
	step('moderator', act, rest),
	step('moderator', 'press', { a: 1 }),
];

/** Played each time, before the random sequences: claims go through most of their states. */
export const stories: readonly (readonly Step[])[] = [
	[
		step('buyer', 'verify'),
		step('buyer', 'verify', { where: 1 }),
		...changed('claim lock'),
		...changed('claim unlock'),
	],
	[
		step('buyer', 'verify'),
		...changed('claim unlink'),
		step('friend', 'verify'),
		step('moderator', 'undo'),
		...changed('claim move', { b: people.indexOf('buyer') }),
		step('moderator', 'undo'),
	],
	[
		step('buyer', 'verify'),
		...changed('claim revoke'),
		step('buyer', 'delete data'),
		step('buyer', 'verify'),
	],
	[step('admin', 'allow unlinking', { a: 1 }), step('buyer', 'verify'), step('buyer', 'let go')],
	[
		step('admin', 'setup seats', { a: 1 }),
		step('buyer', 'verify', { a: 1 }),
		step('friend', 'verify', { a: 1, process: 1 }),
		step('moderator', 'verify', { a: 1 }),
		step('friend', 'delete data'),
	],
	[step('buyer', 'verify'), step('buyer', 'sell', { b: 3 }), step('moderator', 'claim check')],
	changed('claim give'),
	// An undo that takes the role by which its staff moderate: their rights are those at the moment before it.
	[
		{ act: 'claim give', who: 3, where: 0, process: 0, a: 1, b: 0 },
		{ act: 'press', who: 3, where: 0, process: 0, a: 1, b: 0 },
		{ act: 'powers', who: 0, where: 0, process: 0, a: 0, b: 27 },
		{ act: 'undo', who: 1, where: 0, process: 0, a: 0, b: 0 },
		{ act: 'press', who: 0, where: 0, process: 0, a: 0, b: 0 },
	],
];

export const sequences = fc
	.tuple(
		fc.constantFrom(...preludes),
		fc.array(
			fc.oneof(
				{ weight: 5, arbitrary: anyStep.map((one): readonly Step[] => [one]) },
				{ weight: 1, arbitrary: staffChange },
			),
			{ minLength: 1, maxLength: 20, size: 'max' },
		),
	)
	.map(([before, after]) => [...before, ...after.flat()]);

/** The rights that a command or a component needs. */
export type Need =
	| 'member'
	| 'home-staff'
	| 'staff'
	| 'manager'
	| 'role-manager'
	| 'home-manager'
	| 'home-administrator';

const needOfCommand: Readonly<Partial<Record<Act, Need>>> = {
	whois: 'staff',
	'whois code': 'staff',
	'claim unlink': 'home-staff',
	'claim move': 'home-staff',
	'claim lock': 'home-staff',
	'claim unlock': 'home-staff',
	'claim revoke': 'home-staff',
	'claim give': 'staff',
	'claim check': 'home-staff',
	'claim roles': 'staff',
	account: 'home-administrator',
	'setup server': 'manager',
	'setup policy': 'home-manager',
	'setup seats': 'home-manager',
	'allow unlinking': 'home-manager',
	'setup item': 'role-manager',
	'choose role': 'role-manager',
	'choose audit channel': 'role-manager',
	panel: 'manager',
};

const needOfComponent: readonly (readonly [prefix: string, need: Need])[] = [
	...['pause', 'check', 'again', 'give-code', 'code-given', 'block', 'blocked'].map(
		(name) => [`desk-${name}`, 'home-staff'] as const,
	),
	['desk-', 'staff'],
	['setup-role', 'role-manager'],
	['setup-audit', 'role-manager'],
	['setup-use', 'role-manager'],
	['setup-remove', 'role-manager'],
	['setup', 'manager'],
	['policy', 'home-manager'],
	['panel-change', 'manager'],
	['panel-words', 'manager'],
	['account-', 'home-administrator'],
];

/** For a component: by the name in its custom_id. */
export function needOf(act: Act, customId?: string): Need {
	if (customId === undefined) return needOfCommand[act] ?? 'member';
	const name = customId.split(':')[1] ?? '';
	return needOfComponent.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'member';
}

/** The rule book in a few lines, apart from the product's own: rights are the server's, and home's alone are home's. */
export function isMet(world: PeopledWorld, need: Need, guildId: string, userId: string): boolean {
	const server = world.discord.guild(guildId);
	const bits = permissionsIn(world, server, userId);
	const isHome = server === world.home;
	const isAdministrator = (bits & PermissionFlagsBits.Administrator) !== 0n;
	const has = (bit: bigint): boolean => isAdministrator || (bits & bit) !== 0n;
	switch (need) {
		case 'member':
			return true;
		case 'staff':
			return has(PermissionFlagsBits.ManageRoles);
		case 'home-staff':
			return isHome && has(PermissionFlagsBits.ManageRoles);
		case 'manager':
			return has(PermissionFlagsBits.ManageGuild);
		case 'role-manager':
			return has(PermissionFlagsBits.ManageGuild) && has(PermissionFlagsBits.ManageRoles);
		case 'home-manager':
			return isHome && has(PermissionFlagsBits.ManageGuild) && has(PermissionFlagsBits.ManageRoles);
		case 'home-administrator':
			return isHome && isAdministrator;
	}
}

const waits = [hourMs / 10, 11 * minuteMs, dayMs, 8 * dayMs, 35 * dayMs, -dayMs] as const;
const powers = [
	0n,
	PermissionFlagsBits.BanMembers,
	PermissionFlagsBits.Administrator,
	PermissionFlagsBits.MuteMembers,
	1n << 60n,
] as const;

/** The key of a claim whose code was shown: a gift of the staff without a code has a random key. */
export function shownClaim(world: PeopledWorld, index: number): string | undefined {
	const { store } = world;
	const keys = store
		.keys(claimPrefix)
		.filter((key) => claimRowSchema.parse(store.read(key)).given === undefined);
	return keys[index % Math.max(1, keys.length)];
}

/** Changes the world itself; false where the act is a person's before the bot. */
export function changeWorld(world: PeopledWorld, { act, who, where, a, b }: Step): boolean {
	const server = world.servers[where % world.servers.length] ?? world.home;
	const name = people[who % people.length] ?? 'buyer';
	const member = server.members.get(idOf(name));
	switch (act) {
		case 'rights': {
			// A superior gives or takes a staff role, as Discord allows.
			const staff = [...server.roles.values()].filter(({ position }) => position >= 60);
			const role = staff[a % Math.max(1, staff.length)];
			if (role === undefined || member === undefined) return true;
			if (!member.roleIds.delete(role.id)) member.roleIds.add(role.id);
			return true;
		}
		case 'powers': {
			const role = [...server.roles.values()].filter((role) => !isOutOfReach(role))[a % 3];
			if (role !== undefined) role.permissions = harmless | (powers[b % powers.length] ?? 0n);
			world.discord.notifyAll();
			return true;
		}
		case 'time out':
			if (member !== undefined) member.timedOutUntil = world.now + hourMs;
			return true;
		case 'leave':
			if (idOf(name) !== server.ownerId) server.members.delete(idOf(name));
			return true;
		case 'join':
			join(server, idOf(name));
			return true;
		case 'sell': {
			const sold = world.shop.sold[a % world.shop.sold.length];
			if (sold === undefined) return true;
			if (b % 2 === 0) sold.isRefunded = !sold.isRefunded;
			else sold.supportedUntil = world.now + ((b % 5) - 1) * 10 * dayMs;
			return true;
		}
		case 'staff revoke': {
			// As the command of a later version will leave it: see `revokedByStaff` in src/claims/changes.ts.
			const key = shownClaim(world, a);
			const record = key === undefined ? undefined : world.store.read(key);
			if (key === undefined || typeof record !== 'object') return true;
			world.store.put(key, { ...record, status: 'revoked', revokedBy: idOf('admin') });
			return true;
		}
		case 'shop':
			world.shop.state = (['up', 'down', 'other-key'] as const)[a % 3] ?? 'up';
			return true;
		case 'wait':
			world.schedule.jump(waits[a % waits.length] ?? 0);
			return true;
		case 'serve':
			world.servesOthers = !world.servesOthers;
			return true;
		default:
			return false;
	}
}

/** True if the member could grant the role in Discord. */
export function mayGrant(world: PeopledWorld, guildId: string, userId: string, roleId: string): boolean {
	const server = world.discord.guild(guildId);
	const bits = permissionsIn(world, server, userId);
	if ((bits & PermissionFlagsBits.Administrator) !== 0n) return true;
	const role = server.roles.get(roleId);
	const isBelow = role !== undefined && role.position < highestPosition(server, userId);
	return isBelow && (bits & PermissionFlagsBits.ManageRoles) !== 0n;
}
