import { discordFaults } from './discord-faults.js';
import type { Fault } from './fault.js';
import { memberOperations } from './member-operations.js';
import type { Operation } from './operation.js';
import { serverOperations } from './server-operations.js';
import { shopFaults } from './shop-faults.js';
import { staffOperations } from './staff-operations.js';
import { storeFaults } from './store-faults.js';

/** In the order of the table. */
export const faults: readonly Fault[] = [...shopFaults, ...discordFaults, ...storeFaults];
export const operations: readonly Operation[] = [
	...memberOperations,
	...staffOperations,
	...serverOperations,
];

/** By which a fault is named: Discord and the shop have some of one name. */
export const idOf = ({ of, name }: Fault): string => `${of}: ${name}`;

/** The operations that a fault can reach, by these names; all without any. */
export function reached(fault: Fault, names?: readonly string[]): readonly Operation[] {
	return operations.filter(
		({ name, asks }) => asks.includes(fault.of) && (names === undefined || names.includes(name)),
	);
}
