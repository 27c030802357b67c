import { discordFaults } from './discord-faults.js';
import type { Fault } from './fault.js';
import { memberOperations } from './member-operations.js';
import type { Operation } from './operation.js';
import { serverOperations } from './server-operations.js';
import { shopFaults } from './shop-faults.js';
import { staffOperations } from './staff-operations.js';
import { storeFaults } from './store-faults.js';

/** The faults in the order of the table. */
export const faults: readonly Fault[] = [...shopFaults, ...discordFaults, ...storeFaults];
export const operations: readonly Operation[] = [
	...memberOperations,
	...staffOperations,
	...serverOperations,
];

/** Identifies a fault, since Discord and the shop have some with the same name. */
export const idOf = ({ of, name }: Fault): string => `${of}: ${name}`;

/** The operations that a fault can affect, limited to these names if given. */
export function reached(fault: Fault, names?: readonly string[]): readonly Operation[] {
	return operations.filter(
		({ name, asks }) => asks.includes(fault.of) && (names === undefined || names.includes(name)),
	);
}
