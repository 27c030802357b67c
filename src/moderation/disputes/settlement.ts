import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import { nonceOf } from '../../base/nonce.js';
import { shownPurchase } from '../../base/shown-purchase.js';
import { type BackgroundTask, PeriodicTask } from '../../base/time/periodic-task.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import { mayMove, type PolicyStore, seatsFor } from '../../claims/policy.js';
import type { auditChannels } from '../../guilds/guild-settings.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import type { Notices } from '../../notifications/notices.js';
import {
	askAgainMs,
	askedId,
	carriedOut,
	type Dispute,
	type Hindered,
	isBefore,
	remindMs,
	type StoredDispute,
	staleCard,
} from './dispute.js';
import { type DisputeBoard, digestOf } from './dispute-facts.js';
import type { DisputeReport } from './dispute-outcomes.js';
import type { DisputeRows } from './dispute-rows.js';
import type { DisputedPurchases } from './disputed-purchases.js';
import { notifyOutcome, placeFor, type RoleNames } from './notify-outcome.js';

export interface SettlementParts {
	readonly rows: DisputeRows;
	readonly purchases: DisputedPurchases;
	readonly claims: { readonly policy: Pick<PolicyStore, 'read'> };
	readonly served: ServedGuilds;
	readonly channelOf: ReturnType<typeof auditChannels>;
	readonly board: DisputeBoard;
	readonly notices: Pick<Notices, 'notify'>;
	readonly roleNames: Pick<RoleNames, 'of'>;
	readonly report: Pick<DisputeReport, 'disputed'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Clock;
}

const againMs = 60_000;
/** In `card.shown`: the card can't be edited any more. */
const lostCard = 'lost';
/** A decision still pending after this time belongs to a dead process: no store call takes as long. */
const decidingMs = 10_000;
/** Time for asking a holder. */
const askedMs = 3_000;

/**
 * Brings messages in line with the stored state of a dispute: asks the holder, posts and edits the card, notifies both
 * sides of the outcome. Each step checks what was done and does the rest, so that a kill loses nothing: the next start
 * continues.
 */
export class Settlement implements BackgroundTask {
	readonly name = 'disputes';
	readonly #parts: SettlementParts;
	/** Settles open disputes, at the start and then once a minute. */
	readonly #task: PeriodicTask;
	/** Settlements in flight, by reference. */
	readonly #inFlight = new Map<string, Promise<void>>();
	readonly #again = new Set<string>();

	constructor(parts: SettlementParts) {
		const { logger, clock } = parts;
		this.#parts = parts;
		this.#task = new PeriodicTask({
			name: this.name,
			everyMs: againMs,
			work: () => this.#resume(),
			logger,
			clock,
		});
	}

	start(): void {
		this.#task.start();
	}

	async stop(): Promise<void> {
		await this.#task.stop();
		await Promise.all(this.#inFlight.values());
	}

	/** Settles what has changed in several disputes. */
	wake(): void {
		this.#task.wake();
	}

	begin(reference: string): void {
		if (!this.#task.isStarted || this.#task.signal.aborted) return;
		if (this.#inFlight.has(reference)) {
			this.#again.add(reference);
			return;
		}
		const work = this.#settle(reference)
			.catch((error) =>
				this.#parts.logger.warn({ err: error, reference }, 'A dispute could not be settled yet'),
			)
			.then(() => {
				this.#inFlight.delete(reference);
				if (this.#again.delete(reference)) this.begin(reference);
			});
		this.#inFlight.set(reference, work);
	}

	/** Settles every open dispute about a claim. */
	async beginAll(hash: string): Promise<void> {
		for (const { reference, hash: other, state } of await this.#parts.rows.all()) {
			if (other === hash && state === 'open') this.begin(reference);
		}
	}

	async #resume(): Promise<void> {
		for (const { reference, isSettled, card } of await this.#parts.rows.all()) {
			if (isSettled !== true || card?.shown === staleCard) this.begin(reference);
		}
	}

	async #settle(reference: string): Promise<void> {
		const { rows, served } = this.#parts;
		if (served.ids.length === 0) return;
		const all = await rows.all();
		let own = all.find((it) => it.reference === reference);
		if (own?.state === 'opening') {
			const admitted = await this.admit(own, all);
			own = typeof admitted === 'string' ? undefined : admitted;
		}
		if (own?.deciding !== undefined) own = await this.#finishDecision(own);
		if (own?.state === 'open') own = await this.#followPurchase(own);
		if (own?.state === 'open') own = await this.#ask(own, all);
		if (own === undefined) return;
		if (own.state !== 'open' && own.isSettled !== true)
			await notifyOutcome(this.#parts, own, await this.#parts.purchases.of(own.hash));
		const isShown = await this.#showCard(own, all);
		const { state, decided, deciding } = own;
		if (state === 'open') await this.#remind(own);
		else if (isShown && deciding === undefined)
			await rows.change(reference, (row) =>
				row.state === state &&
				row.decided?.at === decided?.at &&
				row.deciding === undefined &&
				isSamePeople(row, own)
					? {
							...row,
							isSettled: true,
							...(row.card?.shown === staleCard && { card: { ...row.card, shown: lostCard } }),
						}
					: undefined,
			);
	}

	/**
	 * Opens a dispute within the limits, and drops any other.
	 * @returns the limit that it exceeds, if any
	 */
	async admit(own: Dispute, all: readonly Dispute[]): Promise<Dispute | Hindered | 'gone'> {
		const { rows } = this.#parts;
		let others = all;
		// These come later by another process's clock, which may have counted them without this one, so they are
		// settled first.
		const later = all.filter((other) => other.state === 'opening' && isBefore(own, other));
		for (const other of later) await this.#open(other, all);
		if (later.length > 0) others = await rows.all();
		return await this.#open(own, others);
	}

	async #open(own: Dispute, all: readonly Dispute[]): Promise<Dispute | Hindered | 'gone'> {
		const { rows } = this.#parts;
		const hindrance = rows.hindranceOf(own, all);
		const opened = await rows.change(own.reference, (row) => {
			if (row.state !== 'opening') return row;
			return hindrance === undefined ? { ...row, state: 'open' } : null;
		});
		return opened ?? hindrance ?? 'gone';
	}

	/** The process died while carrying out a decision: the claim shows whether it was carried out. */
	async #finishDecision(own: Dispute): Promise<Dispute | undefined> {
		const { rows, clock } = this.#parts;
		const { deciding } = own;
		if (deciding === undefined) return own;
		// Another process may be working on it.
		const age = clock.now() - deciding.at;
		if (age < decidingMs) {
			this.#beginLater(own.reference, decidingMs - age);
			return own;
		}
		const { file, ending } = await this.#parts.purchases.of(own.hash);
		let outcome: ReturnType<typeof carriedOut> = {};
		const finished = await rows.change(own.reference, ({ deciding: current, ...row }) => {
			if (current?.at !== deciding.at) return undefined;
			outcome = carriedOut(deciding, row.claimantId, file);
			return { ...row, ...outcome };
		});
		// Only the process whose write succeeded reports it.
		if (finished !== undefined && file !== undefined)
			this.#report(outcome, finished.claimantId, file, ending);
		return finished;
	}

	/** Reports for a process that died after carrying out a decision. */
	#report(
		{ state, decided }: ReturnType<typeof carriedOut>,
		claimantId: string,
		file: ClaimDetails,
		codeEnd: string,
	): void {
		const [guildId] = this.#parts.served.ids;
		if (state === undefined || decided === undefined || guildId === undefined) return;
		const { by, why, holderId, isOwnCase = false } = decided;
		const deed = state === 'moved' ? 'moved' : state === 'freed' ? 'seats-freed' : 'undid';
		const toUserId = state === 'moved' ? claimantId : undefined;
		this.#parts.report.disputed({
			guildId,
			deed,
			by,
			holderId,
			toUserId,
			why,
			isOwnCase,
			file,
			codeEnd,
		});
	}

	#beginLater(reference: string, ms: number): void {
		void this.#parts.clock.delay(ms, this.#task.signal).then(() => this.begin(reference));
	}

	/** Closes the dispute if the purchase came to the claimant without staff. */
	async #followPurchase(own: Dispute): Promise<Dispute | undefined> {
		if (own.deciding !== undefined) return own;
		const { file } = await this.#parts.purchases.of(own.hash);
		const claim = file?.claims.find(({ holderId }) => holderId === own.claimantId);
		if (claim === undefined) return own;
		const at = this.#parts.clock.now();
		return await this.#parts.rows.change(own.reference, (row) =>
			row.state === 'open' && row.deciding === undefined
				? { ...row, state: 'moved-by-owner', decided: { by: row.claimantId, at, why: '' } }
				: row,
		);
	}

	async #ask(own: Dispute, all: readonly Dispute[]): Promise<Dispute | undefined> {
		const { rows, claims, served, notices, clock } = this.#parts;
		if (own.asked !== undefined) return own;
		const { file, ending } = await this.#parts.purchases.of(own.hash);
		const [claim, another] = file?.claims ?? [];
		const rules = await claims.policy.read();
		// With several seats it may belong to any team member, so the holder isn't asked to give it up.
		if (
			file === undefined ||
			claim === undefined ||
			another !== undefined ||
			seatsFor(rules, claim.licenseType) > 1
		)
			return own;
		const { holderId } = claim;
		const earlier = all.find(
			({ hash, asked }) =>
				hash === own.hash && asked?.holderId === holderId && asked.at > clock.now() - askAgainMs,
		)?.asked;
		if (earlier === undefined) {
			await notices.notify(
				holderId,
				placeFor(file, holderId, served, own.guildId),
				{
					kind: 'asked',
					reference: own.reference,
					purchase: shownPurchase(claim.item.name, ending),
					mayMove: mayMove(rules),
				},
				askedId(own.reference),
			);
			// By then the card can show whether the holder accepts messages.
			this.#beginLater(own.reference, askedMs);
		}
		const asked = earlier ?? { holderId, at: clock.now(), answer: 'none' as const };
		return await rows.change(own.reference, (row) => (row.state === 'open' ? { ...row, asked } : row));
	}

	/** @returns true if the card is up to date */
	async #showCard(own: Dispute, all: readonly Dispute[]): Promise<boolean> {
		const { board, served } = this.#parts;
		const channel = await this.#parts.channelOf(undefined);
		const { reference } = own;
		const facts = await this.#parts.purchases.factsOf(own, all);
		const shown = digestOf(facts);
		// The server of an earlier card may no longer be served: other staff get a new one.
		const card = own.card !== undefined && served.serves(own.card.guildId) ? own.card : undefined;
		if (card?.shown === shown) return true;
		if (card !== undefined) {
			const outcome = await board.show(card, card.messageId, facts);
			if (outcome === 'shown') return await this.#noteCard(own, { ...card, shown });
			if (outcome === 'refused') return true;
		}
		if (channel === undefined || own.state !== 'open') return true;
		const messageId = await board.post(
			channel,
			facts,
			nonceOf(reference, channel.channelId, own.card?.messageId),
		);
		if (messageId === undefined) return false;
		return await this.#noteCard(own, { ...channel, messageId, shown });
	}

	async #noteCard(own: Dispute, card: NonNullable<Dispute['card']>): Promise<boolean> {
		await this.#parts.rows.change(own.reference, (row) => ({
			...row,
			card: isSamePeople(row, own) ? card : { ...card, shown: staleCard },
		}));
		return true;
	}

	async #remind({ reference, at, reopenedAt = at, isReminded }: Dispute): Promise<void> {
		const { rows, board, clock } = this.#parts;
		if (isReminded === true || clock.now() < reopenedAt + remindMs) return;
		const channel = await this.#parts.channelOf(undefined);
		if (channel === undefined) return;
		await board.remind(channel, reference, nonceOf(reference, 'remind', String(reopenedAt)));
		await rows.change(reference, (row) => ({ ...row, isReminded: true }));
	}
}

/** False if a member's data was deleted meanwhile: a message may still show it. */
function isSamePeople(row: StoredDispute, shown: StoredDispute): boolean {
	return (
		row.claimantId === shown.claimantId &&
		row.note === shown.note &&
		row.asked?.holderId === shown.asked?.holderId
	);
}
