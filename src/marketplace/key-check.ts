import type { Clock } from '../base/clock.js';
import { isRecent } from '../base/time/is-recent.js';
import type { CallOptions } from './caller.js';
import type { MarketplaceClient } from './client.js';
import type { MarketplaceResult } from './result.js';
import type { Account } from './schemas.js';

/**
 * Why the operator has to look at the API key: the server refuses it, or it belongs to an account that sells nothing or
 * to another author, for which every code counts as invalid.
 */
export type KeyProblem = 'refused' | 'sells-nothing' | 'other-account';

/** Who wants to know: a buyer, by default at home, or nobody who waits. */
type Asker = Pick<CallOptions, 'share' | 'priority'>;

/** What is known about the API key, at this moment. */
export interface KeyCheck {
	/**
	 * The account behind the key, asked for within the last two seconds: all who ask meanwhile share one request. Ok
	 * means that the key is good now. An older answer proves nothing, since keys get changed. Never rejects. Buyers
	 * never share a request of background work, which may be refused in their favour.
	 */
	check(asker?: Asker): Promise<MarketplaceResult<Account>>;
	/** For a page that somebody looks at: a good answer of the last minute, else asked for behind all buyers. */
	recent(): Promise<MarketplaceResult<Account>>;
	/** Alerts the operator, unless that was done about the same problem a few minutes ago. */
	report(problem: KeyProblem): void;
}

export interface KeyCheckOptions {
	readonly client: Pick<MarketplaceClient, 'accountDetails'>;
	readonly clock: Clock;
	readonly onBadKey: (problem: KeyProblem) => void;
	/** How long an answer speaks for the key, counted from the question. Milliseconds. */
	readonly freshMs?: number;
	/** How long an answer is good enough for a page. Milliseconds. */
	readonly recentMs?: number;
	/** The least time between two alerts about one problem. Milliseconds. */
	readonly alertEveryMs?: number;
}

export function createKeyCheck(options: KeyCheckOptions): KeyCheck {
	const { client, clock, onBadKey, freshMs = 2_000, alertEveryMs = 10 * 60_000 } = options;
	const { recentMs = 60_000 } = options;
	let last: { readonly askedAt: number; readonly result: Promise<MarketplaceResult<Account>> } | undefined;
	let lastGood: { readonly askedAt: number; readonly result: MarketplaceResult<Account> } | undefined;
	const alertedAt = new Map<KeyProblem, number>();

	const isWithin = (ms: number, at: number | undefined): boolean =>
		at !== undefined && isRecent(at, clock.now(), ms);

	const report = (problem: KeyProblem): void => {
		if (isWithin(alertEveryMs, alertedAt.get(problem))) return;
		alertedAt.set(problem, clock.now());
		onBadKey(problem);
	};

	const ask = async (options: CallOptions): Promise<MarketplaceResult<Account>> => {
		const askedAt = clock.now();
		const result = await client.accountDetails(options);
		if (!result.ok && result.failure.kind === 'bad-key') report('refused');
		if (result.ok) lastGood = { askedAt, result };
		return result;
	};

	const askForBuyers = async (share: CallOptions['share']): Promise<MarketplaceResult<Account>> => {
		// It belongs to a request that was let through, and those who share the answer may be on another account.
		const result = await ask({ ...(share !== undefined && { share }), isFollowUp: true });
		// Only successes are cached: after a failure the server may have recovered.
		if (!result.ok) last = undefined;
		return result;
	};

	const goodWithin = (ms: number): MarketplaceResult<Account> | undefined =>
		isWithin(ms, lastGood?.askedAt) ? lastGood?.result : undefined;

	return {
		recent: async () => goodWithin(recentMs) ?? (await ask({ priority: 'background' })),
		async check({ priority, share } = {}) {
			if (priority === 'background') return goodWithin(freshMs) ?? (await ask({ priority }));
			if (last === undefined || !isWithin(freshMs, last.askedAt)) {
				last = { askedAt: clock.now(), result: askForBuyers(share) };
			}
			return await last.result;
		},
		report,
	};
}
