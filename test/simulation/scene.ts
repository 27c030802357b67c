import { StoreUnavailableError } from '../../src/base/errors.js';
import type { MemberRef } from '../../src/base/row-fields.js';
import type { Services } from '../../src/create-services.js';
import type { Dice } from '../world/dice.js';
import type { Life } from '../world/life.js';
import { guildIds, userIds } from '../world/servers.js';
import type { Sold } from '../world/simulated-shop.js';
import type { SimulatedWorld } from './simulated-world.js';

/** A refusal that a member was shown, with its subject. */
interface Refusal extends MemberRef {
	readonly reference: string;
	readonly hash: string;
}

/** People's memory of replies, for their later acts. */
export interface Memory {
	readonly refusals: Refusal[];
	readonly cases: string[];
	/** The changes that can be undone. */
	readonly changes: { readonly hash: string; readonly revision: number; readonly guildId: string }[];
	/** Members who have deleted their data. */
	readonly forgotten: Set<string>;
}

/** One act of a person: the process that receives it, its subject, and separate dice for this act. */
export interface Scene {
	readonly world: SimulatedWorld;
	readonly life: Life;
	/** All processes, including stopped ones. */
	readonly lives: readonly Life[];
	readonly services: Services;
	readonly memory: Memory;
	readonly dice: Dice;
}

export type Act = (scene: Scene) => Promise<void>;

export function placeIn({ dice }: Scene): MemberRef {
	return { guildId: dice.chance(0.7) ? guildIds[0] : guildIds[1], userId: dice.pick(userIds) };
}

export function purchaseIn({ dice, world }: Scene): Sold {
	const { sold } = world.shop;
	// Usually picks the first few, so that people meet over the same ones.
	return dice.pick(dice.chance(0.8) ? sold.slice(0, 2) : sold);
}

/** Usually picks one of the latest. */
export function lately<Value>({ dice }: Scene, values: readonly Value[]): Value | undefined {
	return values.length === 0 ? undefined : dice.pick(dice.chance(0.7) ? values.slice(-2) : values);
}

/**
 * Has a process serve a person, who gives up at an error. An error from neither the store nor Discord is a fault of the
 * product.
 */
export async function asked(scene: Scene, what: string, work: () => Promise<void>): Promise<void> {
	const { life, world } = scene;
	const name = `${what} ${life.inFlight.size}`;
	life.inFlight.add(name);
	try {
		await work();
	} catch (error) {
		if (!isExpected(error)) world.watch.broken(`${what} ended with ${describe(error)}`);
		else world.schedule.note('    failed', what);
	} finally {
		life.inFlight.delete(name);
	}
}

export function isExpected(error: unknown): boolean {
	return (
		error instanceof StoreUnavailableError ||
		(error instanceof Error && error.message === 'Lost in the simulation')
	);
}

function describe(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
