import { AppError } from '../../src/base/errors.js';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import type { Store } from '../../src/storage/store.js';
import { codeNumber, guild, memberNumber, openClaims, samplePurchase } from '../claims/sample-claims.js';
import { type Address, openAddress } from '../storage/open-address.js';
import { put } from '../storage/put.js';

// A process that claims until it is stopped or killed. Orders and reports use Node's own channel between processes.

export type Order =
	| { readonly kind: 'open'; readonly address: Address }
	/**
	 * Claim one code immediately, while another process does the same. `control`: with get-then-set, which must be seen
	 * to fail.
	 */
	| { readonly kind: 'race'; readonly code: number; readonly member: number; readonly control: boolean }
	/** Claim code after code from this one on, each for the member with the same number. */
	| { readonly kind: 'claim-on'; readonly from: number }
	| { readonly kind: 'stop' };

export type Notice =
	| { readonly kind: 'opened' }
	| { readonly kind: 'raced'; readonly outcome: string }
	| { readonly kind: 'begun'; readonly code: number }
	| { readonly kind: 'acknowledged'; readonly code: number }
	/** `code`: the literal of an AppError; anything else is an unexpected error. */
	| { readonly kind: 'failed'; readonly code: number; readonly error: string; readonly tookMs: number };

let store: Store | undefined;
let claims: ClaimStore | undefined;
let stopped = false;

function send(notice: Notice): void {
	if (process.connected) process.send?.(notice);
}

async function obey(order: Order): Promise<void> {
	switch (order.kind) {
		case 'open':
			store = await openAddress(order.address);
			claims = await openClaims(store);
			return send({ kind: 'opened' });
		case 'race':
			return send({ kind: 'raced', outcome: await race(order) });
		case 'claim-on':
			return await claimOn(order.from);
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

/** How a claim would be made with Keyv's own operations. */
async function getThenSet(code: number, member: number): Promise<string> {
	if (store === undefined) throw new Error('The store is not open');
	const key = `control:${code}`;
	if ((await store.get(key)) !== undefined) return 'taken';
	await put(store, key, member);
	return 'claimed';
}

async function claimOn(from: number): Promise<void> {
	for (let code = from; !stopped; code += 1) {
		send({ kind: 'begun', code });
		const begunAt = Date.now();
		try {
			await claimOnce(code, code);
			send({ kind: 'acknowledged', code });
		} catch (error) {
			if (stopped) return;
			send({ kind: 'failed', code, error: nameOf(error), tookMs: Date.now() - begunAt });
		}
	}
}

function nameOf(error: unknown): string {
	if (error instanceof AppError) return error.code;
	return error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
}

// The parent process has ended.
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
	// An order that fails as a whole ends the process, which its sender notices.
	void obey(order);
});
