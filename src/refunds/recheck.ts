/** What is known of a claim's latest checks. All times are milliseconds since the epoch. */
export interface ClaimCheck {
	/** When the marketplace last gave a definite answer. */
	readonly at: number;
	/** The definite "invalid" answers since the last "valid" one, at least a day apart, oldest first. */
	readonly misses: readonly number[];
}

export interface CheckedClaim {
	readonly hash: string;
	readonly holderId: string;
	readonly guildIds: readonly string[];
	readonly status: 'active' | 'revoked';
	readonly item: { readonly name: string };
	readonly supportedUntil: number | undefined;
	readonly claimedAt: number;
	/** Undefined before the first check. */
	readonly check: ClaimCheck | undefined;
}

export type RecheckEvent =
	| { readonly kind: 'revoked' | 'reinstated'; readonly claim: CheckedClaim }
	/** So many refunds in a day are an outage or a changed key: no more are believed today. */
	| { readonly kind: 'revoking-stopped'; readonly limit: number };

interface Cause {
	readonly by: 'claimcheck';
	readonly why: string;
}

type Answer =
	| { readonly kind: 'valid'; readonly purchase: { readonly supportedUntil: number | undefined } }
	| { readonly kind: 'invalid' }
	| { readonly kind: 'uncheckable' };

/** `Code` is a canonical purchase code. */
export interface RecheckDependencies<Code> {
	readonly claims: {
		all(): AsyncIterable<CheckedClaim>;
		/** Secret. */
		codeOf(hash: string): Promise<Code | undefined>;
		noteCheck(hash: string, check: ClaimCheck): Promise<unknown>;
		revoke(hash: string, cause: Cause): Promise<unknown>;
		reinstate(hash: string, cause: Cause): Promise<unknown>;
		updateSupport(hash: string, supportedUntil: number | undefined, cause: Cause): Promise<unknown>;
	};
	/** Asked behind all buyers, within what the budget leaves. */
	checkPurchase(code: Code): Promise<Answer>;
	/** How many claims were revoked on a UTC day (days since the epoch), over restarts and processes. */
	readonly revocations: {
		/** Takes one of the day's places; false where `limit` are taken. */
		take(day: number, limit: number): Promise<boolean>;
	};
	/** Brings the holder's roles in line, in every guild of the claim. */
	requestRoles(claim: CheckedClaim): Promise<void>;
	onEvent(event: RecheckEvent): void;
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after so many milliseconds, early when the signal aborts. */
	delay(ms: number, signal: AbortSignal): Promise<void>;
	onError(error: unknown): void;
}

const dayMs = 24 * 60 * 60_000;
const roundEveryMs = 60 * 60_000;
/** A quarter of the requests that the marketplace is seen to allow in a minute. */
const pauseBetweenChecksMs = 4_000;
/** One answer proves nothing: servers have bad days. */
const missesUntilRevoked = 3;

/**
 * Finds refunds: asks the marketplace again about every claim once in `days` days, and about one that was answered
 * "invalid" each day, until three such answers make it a refund or a "valid" one clears it.
 */
export class Recheck<Code> {
	readonly #dependencies: RecheckDependencies<Code>;
	readonly #periodMs: number;
	readonly #stopping = new AbortController();
	#loop: Promise<void> = Promise.resolve();
	#alertedOn: number | undefined;

	constructor(dependencies: RecheckDependencies<Code>, days: number) {
		this.#dependencies = dependencies;
		this.#periodMs = days * dayMs;
	}

	start(): void {
		this.#loop = this.#run();
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#loop;
	}

	/** Checks every claim that is due. Ends early when the marketplace gives no answers. */
	async round(): Promise<void> {
		const { claims, now } = this.#dependencies;
		const due: CheckedClaim[] = [];
		let total = 0;
		for await (const claim of claims.all()) {
			total += 1;
			if (this.#isDue(claim, now())) due.push(claim);
		}
		const limit = Math.max(3, Math.floor(total * 0.02));
		for (const claim of due) {
			if (this.#stopping.signal.aborted || !(await this.#check(claim, limit))) return;
			await this.#dependencies.delay(pauseBetweenChecksMs, this.#stopping.signal);
		}
	}

	async #run(): Promise<void> {
		while (!this.#stopping.signal.aborted) {
			await this.#dependencies.delay(roundEveryMs, this.#stopping.signal);
			if (this.#stopping.signal.aborted) return;
			try {
				await this.round();
			} catch (error) {
				this.#dependencies.onError(error);
			}
		}
	}

	#isDue({ status, check, claimedAt }: CheckedClaim, now: number): boolean {
		const lastMiss = check?.misses.at(-1);
		if (status === 'active' && lastMiss !== undefined) return now - lastMiss >= dayMs;
		return now - (check?.at ?? claimedAt) >= this.#periodMs;
	}

	/** False where the marketplace could not be asked: then the others would not fare better. */
	async #check(claim: CheckedClaim, limit: number): Promise<boolean> {
		const { claims, checkPurchase, now } = this.#dependencies;
		const code = await claims.codeOf(claim.hash);
		if (code === undefined) return true;
		const answer = await checkPurchase(code);
		if (answer.kind === 'uncheckable') return false;
		const at = now();
		if (answer.kind === 'valid') {
			await this.#valid(claim, answer.purchase.supportedUntil, at);
			return true;
		}
		const misses =
			claim.status === 'revoked' ? [] : [...(claim.check?.misses ?? []), at].slice(-missesUntilRevoked);
		await claims.noteCheck(claim.hash, { at, misses });
		if (claim.status === 'active' && misses.length >= missesUntilRevoked)
			await this.#revoke(claim, limit, at);
		return true;
	}

	async #valid(claim: CheckedClaim, supportedUntil: number | undefined, at: number): Promise<void> {
		const { claims, requestRoles, onEvent } = this.#dependencies;
		const cause = { by: 'claimcheck', why: 'confirmed by the marketplace' } as const;
		await claims.noteCheck(claim.hash, { at, misses: [] });
		if (supportedUntil !== claim.supportedUntil)
			await claims.updateSupport(claim.hash, supportedUntil, cause);
		if (claim.status === 'revoked') {
			await claims.reinstate(claim.hash, cause);
			onEvent({ kind: 'reinstated', claim });
		}
		if (claim.status === 'revoked' || supportedUntil !== claim.supportedUntil) await requestRoles(claim);
	}

	async #revoke(claim: CheckedClaim, limit: number, at: number): Promise<void> {
		const { claims, revocations, requestRoles, onEvent } = this.#dependencies;
		const day = Math.floor(at / dayMs);
		if (!(await revocations.take(day, limit))) {
			if (this.#alertedOn !== day) onEvent({ kind: 'revoking-stopped', limit });
			this.#alertedOn = day;
			return;
		}
		await claims.revoke(claim.hash, { by: 'claimcheck', why: 'no longer valid at the marketplace' });
		onEvent({ kind: 'revoked', claim });
		await requestRoles(claim);
	}
}
