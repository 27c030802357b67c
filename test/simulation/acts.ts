import type { Dice } from '../world/dice.js';
import { memberActs } from './members.js';
import { natureActs } from './nature.js';
import type { Memory } from './scene.js';
import { staffActs } from './staff.js';

export const acts = { ...memberActs, ...staffActs, ...natureActs };
export type ActName = keyof typeof acts;

/** The relative frequency of each act. */
const weights: Readonly<Record<ActName, number>> = {
	verify: 8,
	rush: 2,
	launch: 0.2,
	guess: 0.3,
	restore: 1,
	checkAgain: 0.7,
	unlink: 2,
	forget: 1,
	dispute: 3,
	withdraw: 0.5,
	keep: 0.5,
	letGo: 2,
	change: 4,
	give: 0.7,
	undo: 2,
	lookUp: 0.7,
	check: 1.5,
	reconcile: 0.5,
	rule: 3,
	moveRole: 1.5,
	forbid: 0.4,
	empower: 0.5,
	takeByHand: 0.7,
	leaveOrComeBack: 1.5,
	closeMessages: 0.5,
	shop: 1,
	refund: 0.7,
	refundAll: 0.2,
	renew: 0.4,
	release: 2.5,
	tooFast: 0.7,
	setClock: 0.7,
	freeze: 0.7,
	stop: 0.5,
	night: 0.5,
	afternoon: 0.05,
};

/** The main subjects of a seed: acts that are rare overall are frequent in some seeds. */
const themes: Readonly<Record<string, readonly ActName[]>> = {
	codes: ['verify', 'rush', 'guess', 'shop', 'lookUp', 'forget'],
	seats: ['rush', 'unlink', 'verify', 'night', 'forget'],
	disputes: ['rush', 'dispute', 'rule', 'keep', 'withdraw', 'leaveOrComeBack', 'closeMessages'],
	moves: ['rush', 'dispute', 'letGo', 'change'],
	staff: ['change', 'undo', 'give', 'lookUp'],
	roles: [
		'moveRole',
		'forbid',
		'afternoon',
		'empower',
		'takeByHand',
		'leaveOrComeBack',
		'verify',
		'reconcile',
	],
	refunds: ['launch', 'refund', 'refundAll', 'check', 'checkAgain', 'night', 'shop', 'renew'],
	news: ['release', 'night', 'stop'],
	machines: ['setClock', 'freeze', 'stop', 'night', 'verify'],
};

/**
 * The start of a schedule: a server's history. Without one, most schedules would end before two people meet over one
 * code, and a refund takes days.
 */
const stories: readonly (readonly ActName[])[] = [
	['verify', 'verify'],
	['verify', 'rush', 'dispute', 'rule', 'rule', 'rule'],
	['rush', 'rush', 'dispute', 'leaveOrComeBack', 'leaveOrComeBack', 'rule', 'dispute', 'rule', 'rule'],
	['launch', 'refundAll', 'night', 'night', 'night', 'night', 'refund'],
	['rush', 'unlink', 'unlink', 'night', 'night', 'rush', 'rush', 'verify'],
	[
		'verify',
		'rush',
		'forbid',
		'forbid',
		'verify',
		'forbid',
		'afternoon',
		'moveRole',
		'moveRole',
		'afternoon',
	],
	['rush', 'change', 'undo', 'change', 'undo', 'change'],
	['rush', 'dispute', 'letGo', 'dispute', 'keep'],
	['release', 'night', 'night', 'release', 'night', 'night', 'release', 'night', 'night'],
	['release', 'release', 'night', 'night', 'release', 'release', 'night', 'night', 'night'],
];

/** The acts at the start of a seed. */
export function storyOf(dice: Dice): readonly ActName[] {
	return dice.pick(stories);
}

export function tunedWeights(dice: Dice): Readonly<Record<ActName, number>> {
	const liked = new Set([1, 2].flatMap(() => themes[dice.pick(Object.keys(themes))] ?? []));
	const names = Object.keys(weights) as ActName[];
	const tuned = names.map((name) => [name, weights[name] * (liked.has(name) ? 5 : dice.pick([0, 1, 1]))]);
	return Object.fromEntries(tuned) as Record<ActName, number>;
}

/** The condition for an act. */
const needs: Readonly<Partial<Record<ActName, Exclude<keyof Memory, 'forgotten'>>>> = {
	dispute: 'refusals',
	withdraw: 'cases',
	letGo: 'cases',
	keep: 'cases',
	rule: 'cases',
	undo: 'changes',
};

/** The act or, if it is not possible yet, one that leads to it. */
export function possible(name: ActName, memory: Memory): ActName {
	const need = needs[name];
	if (need === undefined) return name;
	if (memory[need].length > 0) return name;
	const before = { refusals: 'rush', cases: 'dispute', changes: 'change' } as const;
	return possible(before[need], memory);
}

/** Acts that happen whether or not a process is notified of them. */
export const natural: ReadonlySet<string> = new Set(Object.keys(natureActs));
