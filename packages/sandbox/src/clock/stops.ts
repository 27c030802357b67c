import type { LocalDiscord } from '@claimcheck/local-discord';

/** Discord lets a bot change its answer for 15 minutes; a careful bot has said its last word some time before. */
const lastWordMs = 14.5 * 60_000;
/** Interactions of one stop: half a minute is what lies between that last word and the 15 minutes. */
const togetherMs = 30_000;
/** After this number of moments without a request, the bot has finished its answer. */
const calmMoments = 5;

/**
 * The times between `from` and `to` at which a clock that is moved has to stop, so that a bot can end its answers to
 * interactions that were begun at `begun`. A clock that skipped both ends would show an impossible state: a member who
 * reads "is thinking …" for ever. All in milliseconds since the epoch.
 */
export function stopsBetween(from: number, to: number, begun: readonly number[]): number[] {
	const stops: number[] = [];
	for (const at of begun.map((it) => it + lastWordMs).sort((one, other) => one - other)) {
		if (at <= from || at >= to) continue;
		const last = stops.at(-1);
		if (last === undefined || at - last >= togetherMs) stops.push(at);
	}
	return stops;
}

/** When the interactions of the last 15 minutes were begun. */
export function begunLately(discord: LocalDiscord): number[] {
	return discord.events
		.all('interaction-dispatched')
		.filter(({ at, kind }) => kind !== 'autocomplete' && at > discord.now() - lastWordMs)
		.map(({ at }) => at);
}

/** Resolves once every interaction has its first answer, or has failed: its 3 seconds are real ones. */
export async function allAcknowledged(discord: LocalDiscord): Promise<void> {
	const begun = discord.events.all('interaction-dispatched');
	const open = begun.map(({ interactionId }) => discord.interaction(interactionId));
	await Promise.allSettled(open.map((it) => it?.acknowledged()));
}

/**
 * Resolves once the bot has asked nothing for some moments. `follow`: calls the listener at each of its requests until
 * the function that it gives is called. `moment`: resolves when one has passed for the bot, which may be slow, or not
 * get a processor for a while.
 */
export async function quiet(
	follow: (listener: () => void) => () => void,
	moment: () => Promise<void>,
): Promise<void> {
	for (let calm = 0; calm < calmMoments; calm += 1) {
		const end = follow(() => {
			calm = -1;
		});
		await moment();
		end();
	}
}
