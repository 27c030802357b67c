import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import { textOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import { MessageFlags } from 'discord.js';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { openStore } from '../../src/storage/open.js';

/** A command that a member has sent. */
interface Sent {
	readonly handle: InteractionHandle;
	readonly isVerification: boolean;
	isAnswered: boolean;
}

interface LoadResult {
	readonly sent: number;
	readonly unanswered: readonly Sent[];
	readonly answeredTwice: readonly Sent[];
	/** Verifications that are in the database. */
	readonly recorded: number;
	/** Members with a success answer about a purchase that the database doesn't have. */
	readonly answeredUnrecorded: number;
	readonly rolesMissing: number;
}

/** An answer is at most "on its way" and then how it ended. */
const maxStates = 2;
/** Said while the shop is too slow, as often as the time of the next try changes. */
const waitsForShop = 'I’ll keep trying';

/**
 * Members who send commands at a steady pace until `stop`: every other one verifies a purchase, the rest look at their
 * purchases.
 */
export class SteadyLoad {
	readonly #stage: Stage;
	readonly #sent: Sent[] = [];
	readonly #stopping = new AbortController();
	readonly #loop: Promise<void>;

	constructor(stage: Stage, perSecond: number) {
		this.#stage = stage;
		this.#loop = this.#run(perSecond);
	}

	/** Ends the load, and waits up to `patienceMs` milliseconds for answers, and as long for roles that are owed. */
	async stop(patienceMs: number): Promise<LoadResult> {
		this.#stopping.abort();
		await this.#loop;
		await until(patienceMs, () => this.#sent.every(isOver));
		let recorded = await this.#recorded();
		const verifying = this.#sent.filter(({ isVerification }) => isVerification);
		const owed = () => verifying.filter(({ handle }) => recorded.has(handle.userId));
		const roleId = this.#stage.roles.buyer.id;
		const missing = () =>
			owed().filter(({ handle }) => !this.#stage.guild.members.get(handle.userId)?.roleIds.has(roleId));
		await until(patienceMs, () => missing().length === 0);
		// A late answer was recorded late.
		recorded = await this.#recorded();
		await until(patienceMs, () => missing().length === 0);
		return {
			sent: this.#sent.length,
			unanswered: this.#sent.filter(({ isAnswered }) => !isAnswered),
			answeredTwice: this.#sent.filter(
				({ handle }) =>
					handle.followUps.length > 0 ||
					statesOf(handle).filter((text) => !text.includes(waitsForShop)).length > maxStates,
			),
			recorded: owed().length,
			answeredUnrecorded: verifying.filter((it) => isVerified(it.handle) && !recorded.has(it.handle.userId))
				.length,
			rolesMissing: missing().length,
		};
	}

	async #run(perSecond: number): Promise<void> {
		const startedAt = Date.now();
		for (let count = 0; !this.#stopping.signal.aborted; count += 1) {
			const due = startedAt + (count * 1_000) / perSecond;
			if (due > Date.now()) await sleep(due - Date.now());
			this.#send(count);
		}
	}

	#send(count: number): void {
		const person = this.#stage.newPerson(`Member ${count}`);
		const isVerification = count % 2 === 0;
		const handle = isVerification
			? person.chatInput('verify', { code: this.#stage.marketplace.addPurchase().code })
			: person.chatInput('purchases');
		const sent: Sent = { handle, isVerification, isAnswered: false };
		this.#sent.push(sent);
		void handle.answered().then(
			() => {
				sent.isAnswered = true;
			},
			() => undefined,
		);
	}

	/** Ids of the holders in the database. */
	async #recorded(): Promise<ReadonlySet<string>> {
		const store = await openStore(this.#stage.environment()['DATABASE_URL'] ?? '', () => {});
		try {
			const { claimSecret } = this.#stage;
			const onCorrupt = (what: string): void => {
				throw new Error(`The store is damaged: ${what}`);
			};
			const claims = await openClaimStore({
				store,
				claimSecret,
				clock: { now: Date.now },
				report: { damaged: onCorrupt },
			});
			const recorded = new Set<string>();
			for await (const { holderId } of claims.scan.all()) recorded.add(holderId);
			return recorded;
		} finally {
			await store.close();
		}
	}
}

/**
 * The visible states of an answer, one after the other, without "is thinking …". An edit that was sent again shows
 * nothing new.
 */
function statesOf({ revisions }: InteractionHandle): string[] {
	return revisions
		.filter(({ flags = 0 }) => (flags & MessageFlags.Loading) === 0)
		.map((message) => textOf(message))
		.filter((text, at, all) => text !== all[at - 1]);
}

function isOver({ handle, isAnswered }: Sent): boolean {
	return isAnswered || handle.failure !== undefined;
}

/** True if the member's answer says that the purchase is theirs, whatever became of the role. */
function isVerified({ original }: InteractionHandle): boolean {
	return original !== undefined && textOf(original).includes('Purchase verified');
}

async function until(patienceMs: number, isSo: () => boolean): Promise<void> {
	const end = Date.now() + patienceMs;
	while (!isSo() && Date.now() < end) await sleep(100);
}
