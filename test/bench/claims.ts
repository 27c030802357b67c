import { performance } from 'node:perf_hooks';
import { type ClaimStore, openClaimStore } from '../../src/claims/claim-store.js';
import { claimSecret, codeNumber, guild, memberNumber, samplePurchase } from '../claims/sample-claims.js';
import { allBackEnds, type BackEnd } from '../storage/back-ends.js';
import { bulkLoad, claimsPerMember, holderOf } from './bulk-load.js';

// The cost of finding one member among many: two sizes, and the ratio between them.

export interface ClaimsBenchOptions {
	readonly small: number;
	readonly large: number;
	/** Measured calls for each figure. */
	readonly calls: number;
	readonly print: (line: string) => void;
}

type Call = (claims: ClaimStore, count: number, round: number) => Promise<void>;

const warmUp = 200;

const calls: Readonly<Record<string, Call>> = {
	async "a member's claims"(claims, count, round) {
		const found = await claims.claimsOf(holderOf(scattered(round, count)));
		if (found.length !== claimsPerMember) throw new Error(`Found ${found.length} claims of a member`);
	},
	async 'a known code'(claims, count, round) {
		const n = scattered(round, count);
		const known = await claims.present(codeNumber(n), { userId: holderOf(n), guildId: guild });
		if (known.kind !== 'already-yours') throw new Error(`A known code is ${known.kind}`);
	},
	async 'an unknown code'(claims, count, round) {
		const known = await claims.present(codeNumber(count * 2 + round), {
			userId: memberNumber(0),
			guildId: guild,
		});
		if (known.kind !== 'unclaimed') throw new Error(`An unknown code is ${known.kind}`);
	},
	async 'a new claim'(claims, count, round) {
		const request = { userId: memberNumber(count + round), guildId: guild, purchase: samplePurchase() };
		const { kind } = await claims.claim(codeNumber(count * 3 + round), request);
		if (kind !== 'claimed') throw new Error(`A new claim is ${kind}`);
	},
};

/** Prints a table of medians and their ratio for SQLite and PostgreSQL. */
export async function benchClaims(options: ClaimsBenchOptions): Promise<void> {
	const { small, large, print } = options;
	print(`| Looking up | among ${small.toLocaleString('en')} | among ${large.toLocaleString('en')} | ratio |`);
	print('|---|---|---|---|');
	for (const backEnd of await allBackEnds()) {
		if (backEnd.missing !== undefined || backEnd.name === 'Redis') continue;
		const few = await fill(backEnd, small);
		const many = await fill(backEnd, large);
		for (const [name, call] of Object.entries(calls)) {
			const [one, other] = await mediansOf(call, [few, many], options.calls);
			const ratio = (other / one).toFixed(2);
			print(`| ${backEnd.name}: ${name} | ${one.toFixed(0)} µs | ${other.toFixed(0)} µs | ${ratio} |`);
		}
		await few.remove();
		await many.remove();
	}
}

interface Filled {
	readonly claims: ClaimStore;
	readonly count: number;
	remove(): Promise<void>;
}

async function fill(backEnd: BackEnd, count: number): Promise<Filled> {
	const place = await backEnd.makePlace();
	const store = await place.open();
	const claims = await openClaimStore({
		store,
		claimSecret,
		clock: { now: Date.now },
		report: { damaged: () => {} },
	});
	await bulkLoad(place.address, count);
	return {
		claims,
		count,
		async remove() {
			await store.close();
			await place.remove();
		},
	};
}

/** In microseconds. The two stores take turns, so that whatever else the machine does befalls both. */
async function mediansOf(
	call: Call,
	stores: readonly [Filled, Filled],
	times: number,
): Promise<[number, number]> {
	const took: [number[], number[]] = [[], []];
	for (let round = 0; round < warmUp + times; round += 1) {
		for (const [index, { claims, count }] of stores.entries()) {
			const begunAt = performance.now();
			await call(claims, count, round);
			if (round >= warmUp) took[index]?.push((performance.now() - begunAt) * 1_000);
		}
	}
	return [median(took[0]), median(took[1])];
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Numbers all over the range, the same in each run. */
function scattered(round: number, count: number): number {
	return (round * 7_919 + 13) % count;
}
