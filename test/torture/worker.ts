import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../src/base/errors.js';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import type { Store } from '../../src/storage/store.js';
import { claimSecret, codeNumber, guild, memberNumber, samplePurchase } from '../claims/sample-claims.js';
import { openAddress } from '../storage/open-address.js';
import type { Notice, Order } from './messages.js';

// A process that claims, until it is told to stop or killed.

let store: Store | undefined;
let claims: ClaimStore | undefined;
let stopped = false;

function tell(notice: Notice): void {
	if (process.connected) process.send?.(notice);
}

async function obey(order: Order): Promise<void> {
	switch (order.kind) {
		case 'open':
			store = await openAddress(order.address);
			claims = await openClaimStore({ store, claimSecret, now: Date.now, onCorrupt: () => {} });
			return tell({ kind: 'opened' });
		case 'race':
			return tell({ kind: 'raced', outcome: await race(order) });
		case 'claim-on':
			return await claimOn(order);
		case 'stop':
			stopped = true;
			await store?.close();
			process.disconnect();
	}
}

async function race(order: Extract<Order, { kind: 'race' }>): Promise<string> {
	try {
		return order.control
			? await getThenSet(order.code, order.member)
			: await claimOnce(order.code, order.member);
	} catch (error) {
		return nameOf(error);
	}
}

async function claimOnce(code: number, member: number): Promise<string> {
	if (claims === undefined) throw new Error('The store is not open');
	const request = { userId: memberNumber(member), guildId: guild, purchase: samplePurchase() };
	return (await claims.claim(codeNumber(code), request)).kind;
}

/** How a claim would be made with what Keyv offers. */
async function getThenSet(code: number, member: number): Promise<string> {
	if (store === undefined) throw new Error('The store is not open');
	const key = `control:${code}`;
	if ((await store.get(key)) !== undefined) return 'taken';
	await store.overwrite(key, member);
	return 'claimed';
}

async function claimOn({ from, pauseMs, control }: Extract<Order, { kind: 'claim-on' }>): Promise<void> {
	for (let code = from; !stopped; code += 1) {
		tell({ kind: 'begun', code });
		const begunAt = Date.now();
		try {
			if (control) tell({ kind: 'acknowledged', code });
			await claimOnce(code, code);
			if (!control) tell({ kind: 'acknowledged', code });
		} catch (error) {
			if (stopped) return;
			tell({ kind: 'failed', code, error: nameOf(error), tookMs: Date.now() - begunAt });
		}
		if (pauseMs > 0) await sleep(pauseMs);
	}
}

function nameOf(error: unknown): string {
	if (error instanceof AppError) return error.code;
	return error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
}

// Whoever gave the orders is gone.
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
	// An order that fails as a whole ends the process, which whoever gave it notices.
	void obey(order);
});
