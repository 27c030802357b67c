import { dayMs } from '../../base/clock.js';
import { StoreCorruptError } from '../../base/errors.js';
import type { PurchaseCode } from '../../base/purchase-code.js';
import { PeriodicTask } from '../../base/time/periodic-task.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Servers } from '../../floors.js';
import { Table } from '../../storage/table.js';
import { loadKind, type Refunds } from './refunds.js';

type Floor = Servers & { readonly refunds: Refunds };

const roundEveryMs = 60 * 60_000;
/** Not an hour: a bot that is restarted every hour would never check. */
const firstRoundMs = 60_000;
/** The fraction of the marketplace's requests for these checks. */
const partOfRequests = 0.25;
/** About an hour's checks, which a round keeps in memory. */
const pageSize = 1_000;

interface Candidate {
	readonly hash: string;
	/** How overdue it is, in its own intervals: a day weighs more for a young purchase than for an old one. */
	readonly lateness: number;
}

/** Finds refunds: asks the shop again about every held purchase, when `nextCheck` says and at least every `days`. */
export function createRecheck(floor: Floor, days: number) {
	const { claims, clock, logger, metrics, purchaseCheck, refunds, store } = floor;
	const periodMs = days * dayMs;
	/** Between two checks. */
	const pauseMs = 60_000 / (floor.shopPerMinute * partOfRequests);
	/** When purchases were last found unreadable, by hash: their records can't be changed. */
	const unreadable = new Map<string, number>();
	const task = new PeriodicTask({
		...floor,
		name: 'refund checks',
		firstMs: firstRoundMs,
		everyMs: roundEveryMs,
		work: run,
	});

	/** Checks an hour's purchases, most overdue first so that none waits for ever. Ends early if the shop fails. */
	async function round(): Promise<'done' | 'more'> {
		if (!clock.isTrusted()) return 'done';
		const { load, page, isMore } = await survey();
		// Stopped in the middle: the counts are too low, and limits follow from them.
		if (task.signal.aborted) return 'done';
		metrics.recheckLoad(load);
		await new Table(loadKind, store).set('', { v: 1, ...load });
		for (const { hash } of page) {
			const outcome = await check(hash);
			if (outcome === 'asked') await clock.delay(pauseMs, task.signal);
			if (outcome === 'no-answers' || task.signal.aborted) return 'done';
		}
		return isMore ? 'more' : 'done';
	}

	async function run(): Promise<number> {
		const begunAt = clock.now();
		if ((await round()) === 'more') return 0;
		// From the start of the round: if the machine slept during it, the next one may be due already.
		return Math.max(0, begunAt + roundEveryMs - clock.now());
	}

	/** Selects the most overdue purchases. */
	async function survey() {
		let [purchases, due, overdue, neededADay] = [0, 0, 0, 0];
		let page: Candidate[] = [];
		for await (const purchase of claims.checks.all()) {
			if (task.signal.aborted) break;
			if (purchase.claims.length === 0) continue;
			purchases += 1;
			const at = clock.now();
			const next = nextCheck(purchase, at, periodMs);
			if (next === undefined) continue;
			neededADay += dayMs / next.everyMs;
			if (next.at > at || at - (unreadable.get(purchase.hash) ?? 0) < dayMs) continue;
			const lateness = (at - next.at) / next.everyMs;
			due += 1;
			if (lateness >= 1) overdue += 1;
			page.push({ hash: purchase.hash, lateness });
			if (page.length >= 2 * pageSize) page = latest(page);
		}
		page = latest(page);
		const possibleADay = dayMs / pauseMs;
		const load = { purchases, due, overdue, neededADay: Math.ceil(neededADay), possibleADay };
		return { load, page, isMore: due > page.length };
	}

	/** `no-answers`: the marketplace answers no requests at present, so the round ends. */
	async function check(hash: string): Promise<'asked' | 'skipped' | 'no-answers'> {
		let code: PurchaseCode | undefined;
		try {
			if (!(await isDue(hash))) return 'skipped';
			code = await claims.codeOf(hash);
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			return await skip(hash, 'unreadable');
		}
		if (code === undefined) return 'skipped';
		const askedAt = clock.now();
		// After all buyers, within the remaining budget.
		const answer = await purchaseCheck.checkCode(code, { priority: 'background' });
		if (answer.kind === 'uncheckable') {
			if (answer.reason !== 'malformed' && answer.reason !== 'refused') return 'no-answers';
			await skip(hash, answer.reason);
			return 'asked';
		}
		await refunds.heard(hash, answer, { by: 'claimcheck', askedAt });
		metrics.rechecks.inc({ result: answer.kind });
		return 'asked';
	}

	/** Reads it again: another process, staff or a holder may have changed it since the survey. */
	async function isDue(hash: string): Promise<boolean> {
		const purchase = await claims.moderated.byHash(hash);
		const at = clock.now();
		const next = purchase && nextCheck(purchase, at, periodMs);
		return next !== undefined && next.at <= at;
	}

	async function skip(hash: string, why: 'unreadable' | 'malformed' | 'refused'): Promise<'skipped'> {
		metrics.rechecks.inc({ result: 'skipped' });
		const fields = { claim: hash.slice(0, 8), why };
		logger.error(fields, 'A purchase cannot be checked. Skipping it for a day');
		if (why === 'unreadable') unreadable.set(hash, clock.now());
		else await claims.checks.skip(hash);
		return 'skipped';
	}

	return { task, round };
}

function latest(page: readonly Candidate[]): Candidate[] {
	return page.toSorted((a, b) => b.lateness - a.lateness).slice(0, pageSize);
}

/** Most refunds happen in the first days. */
const young = [
	{ untilMs: 14 * dayMs, everyMs: dayMs },
	{ untilMs: 60 * dayMs, everyMs: 7 * dayMs },
] as const;

/**
 * When the shop should be asked next, and the interval: daily while the purchase is young or has misses, then weekly,
 * then every `periodMs`. @returns undefined if its answer would change nothing
 */
export function nextCheck(
	purchase: ClaimDetails,
	now: number,
	periodMs: number,
): { readonly at: number; readonly everyMs: number } | undefined {
	const { status, isRevokedByStaff, check, claims, skippedAt } = purchase;
	// The shop's answers don't lift what staff have revoked.
	if (isRevokedByStaff || claims.length === 0) return undefined;
	const claimedAt = Math.min(...claims.map((claim) => claim.claimedAt));
	const age = now - (purchase.purchasedAt ?? claimedAt);
	const everyMs = Math.min(periodMs, young.find(({ untilMs }) => age < untilMs)?.everyMs ?? periodMs);
	const lastMiss = status === 'active' ? check?.misses.at(-1) : undefined;
	const next =
		lastMiss === undefined
			? { at: (check?.at ?? claimedAt) + everyMs, everyMs }
			: { at: lastMiss + dayMs, everyMs: dayMs };
	return { ...next, at: Math.max(next.at, (skippedAt ?? Number.NEGATIVE_INFINITY) + dayMs) };
}
