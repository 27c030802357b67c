import { setTimeout as sleep } from 'node:timers/promises';
import type { Guild } from '@claimcheck/local-discord';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import { textOf } from '@claimcheck/local-discord/reading';
import type { Stage } from '@claimcheck/sandbox/stage';
import { MessageFlags } from 'discord.js';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { openStore } from '../../src/storage/open.js';

/** A server in which members verify, and the role that they get there. */
export interface ActiveGuild {
	readonly guild: Guild;
	readonly roleId: string;
}

/** A command that a member has sent. */
interface Sent {
	readonly handle: InteractionHandle;
	readonly guild: Guild;
	/** Of a verification. */
	readonly roleId: string | undefined;
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
 * Members all over the servers who send commands at a steady pace until `stop`: every other one verifies a purchase in
 * one of the active servers, the rest look at their purchases wherever they are.
 */
export class SteadyLoad {
	readonly #stage: Stage;
	readonly #databaseUrl: string;
	readonly #active: readonly ActiveGuild[];
	readonly #guilds: readonly Guild[];
	readonly #sent: Sent[] = [];
	readonly #stopping = new AbortController();
	readonly #loop: Promise<void>;

	constructor(stage: Stage, databaseUrl: string, active: readonly ActiveGuild[], perSecond: number) {
		this.#stage = stage;
		this.#databaseUrl = databaseUrl;
		this.#active = active;
		this.#guilds = [...stage.discord.guilds.values()];
		this.#loop = this.#run(perSecond);
	}

	/** Ends the load, and waits up to `patienceMs` milliseconds for answers, and as long for roles that are owed. */
	async stop(patienceMs: number): Promise<LoadResult> {
		this.#stopping.abort();
		await this.#loop;
		await until(patienceMs, () => this.#sent.every(isOver));
		let recorded = await this.#recorded();
		const keyOf = ({ guild, handle }: Sent): string => `${guild.id}:${handle.userId}`;
		const verifying = this.#sent.filter(({ roleId }) => roleId !== undefined);
		const owed = () => verifying.filter((it) => recorded.has(keyOf(it)));
		const missing = () => owed().filter((it) => !hasRole(it));
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
			answeredUnrecorded: verifying.filter((it) => isVerified(it.handle) && !recorded.has(keyOf(it))).length,
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
		const { discord, marketplace } = this.#stage;
		const active = count % 2 === 0 ? this.#active[(count / 2) % this.#active.length] : undefined;
		// A prime, so that one server after another is all over the shards.
		const guild = active?.guild ?? this.#guilds[(count * 7_919) % this.#guilds.length];
		if (guild === undefined) return;
		const person = discord.person(guild, { name: `Member ${count}` });
		const handle =
			active === undefined
				? person.chatInput('purchases')
				: person.chatInput('verify', { code: marketplace.addPurchase().code });
		const sent: Sent = { handle, guild, roleId: active?.roleId, isAnswered: false };
		this.#sent.push(sent);
		void handle.answered().then(
			() => {
				sent.isAnswered = true;
			},
			() => undefined,
		);
	}

	/** Holders by the database: `guild:member`. */
	async #recorded(): Promise<ReadonlySet<string>> {
		const store = await openStore(this.#databaseUrl, () => {});
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
			for await (const { holderId, guildIds } of claims.scan.all()) {
				for (const guildId of guildIds) recorded.add(`${guildId}:${holderId}`);
			}
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

function hasRole({ guild, handle, roleId }: Sent): boolean {
	return roleId !== undefined && guild.members.get(handle.userId)?.roleIds.has(roleId) === true;
}

/** True if the member's answer says that the purchase is theirs, whatever became of the role. */
function isVerified({ original }: InteractionHandle): boolean {
	return original !== undefined && textOf(original).includes('Purchase verified');
}

async function until(patienceMs: number, isSo: () => boolean): Promise<void> {
	const end = Date.now() + patienceMs;
	while (!isSo() && Date.now() < end) await sleep(100);
}
