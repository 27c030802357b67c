import { setTimeout as sleep } from 'node:timers/promises';
import type { Guild } from '@claimcheck/local-discord';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import { textOf } from '@claimcheck/local-discord/reading';
import { MessageFlags } from 'discord.js';
import type { ActiveGuild } from './fleet-run.js';
import { recordedIn, type StageWithStore } from './fleet-stage.js';

/** A command that a member has sent. */
export interface Sent {
	readonly handle: InteractionHandle;
	readonly guild: Guild;
	/** Of a verification. */
	readonly roleId: string | undefined;
	answeredAfterMs: number | undefined;
}

/** What became of a load. */
export interface LoadResult {
	readonly sent: number;
	/** Sorted, in milliseconds. */
	readonly answeredMs: readonly number[];
	readonly unanswered: readonly Sent[];
	/** Discord would not have taken their answers any more. */
	readonly acknowledgedLate: number;
	readonly answeredTwice: readonly Sent[];
	/** Verifications whose member was told to try again: the shop was too slow for them. */
	readonly toldToTryAgain: number;
	/** Verifications that are in the database. */
	readonly recorded: number;
	/** Those of them that were never answered. */
	readonly recordedUnanswered: number;
	/** Members who were told of a purchase that the database doesn't have. */
	readonly toldUnrecorded: number;
	readonly rolesMissing: number;
	/** Roles without a purchase. */
	readonly rolesTooMany: number;
}

/** An answer is at most "on its way" and then how it ended. */
const mostStates = 2;
/** Said while the shop is too slow, as often as the time of the next try changes. */
const waitsForShop = 'I keep trying';
/** https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback */
const acknowledgementMs = 3_000;

/**
 * Members all over the servers who send commands at a steady pace until `stop`: every other one verifies a purchase in
 * one of the active servers, the rest look at their purchases wherever they are.
 */
export class Load {
	readonly #place: StageWithStore;
	readonly #active: readonly ActiveGuild[];
	readonly #guilds: readonly Guild[];
	readonly #sent: Sent[] = [];
	readonly #stopping = new AbortController();
	readonly #loop: Promise<void>;

	constructor(place: StageWithStore, active: readonly ActiveGuild[], perSecond: number) {
		this.#place = place;
		this.#active = active;
		this.#guilds = [...place.stage.discord.guilds.values()];
		this.#loop = this.#run(perSecond);
	}

	/** Verifications that a bot has acknowledged and not answered yet. */
	underWay(isOf: (guild: Guild) => boolean): number {
		return this.#sent.filter(
			({ handle, guild, roleId }) =>
				roleId !== undefined &&
				isOf(guild) &&
				handle.acknowledgement !== undefined &&
				statesOf(handle).length === 0,
		).length;
	}

	/** Ends the load, and waits at most so many milliseconds for answers, and as long for roles that are owed. */
	async stop(patienceMs: number): Promise<LoadResult> {
		this.#stopping.abort();
		await this.#loop;
		await until(patienceMs, () => this.#sent.every(isOver));
		let recorded = await recordedIn(this.#place);
		const keyOf = ({ guild, handle }: Sent): string => `${guild.id}:${handle.userId}`;
		const verifying = this.#sent.filter(({ roleId }) => roleId !== undefined);
		const owed = () => verifying.filter((it) => recorded.has(keyOf(it)));
		const missing = () => owed().filter((it) => !hasRole(it));
		await until(patienceMs, () => missing().length === 0);
		// What came late was recorded late.
		recorded = await recordedIn(this.#place);
		await until(patienceMs, () => missing().length === 0);
		const unanswered = this.#sent.filter(({ answeredAfterMs }) => answeredAfterMs === undefined);
		const toldSo = verifying.filter(({ handle }) => isVerified(handle));
		return {
			sent: this.#sent.length,
			answeredMs: this.#sent.flatMap((it) => it.answeredAfterMs ?? []).sort((a, b) => a - b),
			unanswered,
			acknowledgedLate: this.#sent.filter(
				({ handle }) => (handle.acknowledgement?.afterMs ?? 0) > acknowledgementMs,
			).length,
			answeredTwice: this.#sent.filter(
				({ handle }) =>
					handle.followUps.length > 0 ||
					statesOf(handle).filter((text) => !text.includes(waitsForShop)).length > mostStates,
			),
			toldToTryAgain: verifying.filter((it) => it.answeredAfterMs !== undefined && !isVerified(it.handle))
				.length,
			recorded: owed().length,
			recordedUnanswered: owed().filter((it) => unanswered.includes(it)).length,
			toldUnrecorded: toldSo.filter((it) => !recorded.has(keyOf(it))).length,
			rolesMissing: missing().length,
			rolesTooMany: verifying.filter((it) => hasRole(it) && !recorded.has(keyOf(it))).length,
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
		const { discord, marketplace } = this.#place.stage;
		const active = count % 2 === 0 ? this.#active[(count / 2) % this.#active.length] : undefined;
		// A prime, so that one server after another is all over the shards.
		const guild = active?.guild ?? this.#guilds[(count * 7_919) % this.#guilds.length];
		if (guild === undefined) return;
		const person = discord.person(guild, { name: `Member ${count}` });
		const handle =
			active === undefined
				? person.chatInput('purchases')
				: person.chatInput('verify', { code: marketplace.addPurchase().code });
		const sent: Sent = { handle, guild, roleId: active?.roleId, answeredAfterMs: undefined };
		this.#sent.push(sent);
		void handle.answered().then(
			() => {
				sent.answeredAfterMs = Date.now() - handle.dispatchedAt;
			},
			() => undefined,
		);
	}
}

/** What a member has seen one after the other, "is thinking …" not among it. An edit that was sent again shows nothing new. */
export function statesOf({ revisions }: InteractionHandle): string[] {
	return revisions
		.filter(({ flags = 0 }) => (flags & MessageFlags.Loading) === 0)
		.map((message) => textOf(message))
		.filter((text, at, all) => text !== all[at - 1]);
}

function isOver({ handle, answeredAfterMs }: Sent): boolean {
	return answeredAfterMs !== undefined || handle.failure !== undefined;
}

function hasRole({ guild, handle, roleId }: Sent): boolean {
	return roleId !== undefined && guild.members.get(handle.userId)?.roleIds.has(roleId) === true;
}

/** Whether the member was told that the purchase is theirs, whatever became of the role. */
export function isVerified({ original }: InteractionHandle): boolean {
	return original !== undefined && textOf(original).includes('Purchase verified');
}

async function until(patienceMs: number, isSo: () => boolean): Promise<void> {
	const end = Date.now() + patienceMs;
	while (!isSo() && Date.now() < end) await sleep(100);
}
