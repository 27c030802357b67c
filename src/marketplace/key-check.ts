import type { MarketplaceClient } from './client.js';
import type { Clock } from './clock.js';
import type { MarketplaceResult } from './result.js';
import type { Account } from './schemas.js';

/**
 * Why the operator has to look at the API key: the server refuses it, or it belongs to an account that sells nothing,
 * for which every code counts as invalid.
 */
export type KeyProblem = 'refused' | 'sells-nothing';

/** What is known about the API key, at this moment. */
export interface KeyCheck {
	/**
	 * The account behind the key, asked for within the last two seconds: all who ask meanwhile share one request. Ok
	 * means that the key is good now. An older answer proves nothing, since keys get changed. Never rejects.
	 */
	check(): Promise<MarketplaceResult<Account>>;
	/** Alerts the operator, unless that was done about the same problem a few minutes ago. */
	report(problem: KeyProblem): void;
}

export interface KeyCheckOptions {
	readonly client: Pick<MarketplaceClient, 'accountDetails'>;
	readonly clock: Clock;
	readonly onBadKey: (problem: KeyProblem) => void;
	/** How long an answer speaks for the key, counted from the question. Milliseconds. */
	readonly freshMs?: number;
	/** The least time between two alerts about one problem. Milliseconds. */
	readonly alertEveryMs?: number;
}

export function createKeyCheck(options: KeyCheckOptions): KeyCheck {
	const { client, clock, onBadKey, freshMs = 2_000, alertEveryMs = 10 * 60_000 } = options;
	let last: { readonly askedAt: number; readonly result: Promise<MarketplaceResult<Account>> } | undefined;
	const alertedAt = new Map<KeyProblem, number>();

	const report = (problem: KeyProblem): void => {
		const now = clock.now();
		if (now - (alertedAt.get(problem) ?? Number.NEGATIVE_INFINITY) < alertEveryMs) return;
		alertedAt.set(problem, now);
		onBadKey(problem);
	};

	const ask = async (): Promise<MarketplaceResult<Account>> => {
		const result = await client.accountDetails();
		if (!result.ok && result.failure.kind === 'bad-key') report('refused');
		// Only a success is worth keeping: whoever asks after a failure may meet a server that has recovered.
		if (!result.ok) last = undefined;
		return result;
	};

	return {
		check() {
			const now = clock.now();
			if (last === undefined || now - last.askedAt >= freshMs) last = { askedAt: now, result: ask() };
			return last.result;
		},
		report,
	};
}
