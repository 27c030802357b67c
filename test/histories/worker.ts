import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailableError } from '../../src/errors.js';
import type { Store } from '../../src/storage/store.js';
import { seededRandom } from '../seeded-random.js';
import { type Address, openAddress } from '../storage/open-address.js';
import { type Clerk, openClerk } from './clerk.js';
import { openRecorder } from './log-files.js';
import type { Notice, Order, Work } from './orders.js';
import { plantedBug } from './planted.js';
import { walk } from './walk.js';

// A process that works on codes until it is told to stop, or killed, and logs each call and each return.

let turn = 0;
let isOver = false;

function tell(notice: Notice): void {
	if (process.connected) process.send?.(notice);
}

async function workOn({ address, log, seed, walkers, planted }: Work): Promise<void> {
	const random = seededRandom(seed);
	const bug = plantedBug(planted);
	const spoiled = (store: Store): Store => bug.store?.(store, random) ?? store;
	const opened = await open(address, spoiled);
	if (opened === undefined) return process.disconnect();
	const { store, clerk } = opened;
	bug.claims?.(clerk.claims);
	const recorder = openRecorder(log);
	tell('opened');
	const walks = Array.from({ length: walkers }, () =>
		walk({
			clerk,
			recorder,
			random,
			turn: () => turn,
			isOver: () => isOver,
			onReturn: () => tell('returned'),
		}),
	);
	await Promise.all(walks);
	recorder.close();
	await store.close();
	process.disconnect();
}

/** As soon as the store can be opened: it may be away when a process is started anew. Undefined if it is over before. */
async function open(
	address: Address,
	spoiled: (store: Store) => Store,
): Promise<{ store: Store; clerk: Clerk } | undefined> {
	while (!isOver) {
		let store: Store | undefined;
		try {
			store = await openAddress(address);
			return { store, clerk: await openClerk(spoiled(store)) };
		} catch (error) {
			if (!(error instanceof StoreUnavailableError)) throw error;
			await store?.close();
			await sleep(50);
		}
	}
	return undefined;
}

// Whoever gave the orders is gone.
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
	if (order.kind !== 'stop') turn = order.turn;
	// Work that fails as a whole ends the process, which whoever gave it notices.
	if (order.kind === 'work') void workOn(order.work);
	if (order.kind === 'stop') isOver = true;
});
