import type { LocalDiscord } from '@claimcheck/local-discord';

/** Discord lets a bot edit its reply for 15 minutes; a careful bot sends its last edit some time before. */
const lastWordMs = 14.5 * 60_000;
/** Interactions of one stop: half a minute lies between that last edit and the 15 minutes. */
const togetherMs = 30_000;
/** After this many moments without a request, the bot has finished its reply. */
const calmMoments = 5;

/**
 * The times between `from` and `to` at which a moving clock must stop, so that a bot can finish its replies to
 * interactions that started at `begun`. A clock that skipped both ends would show an impossible state: a member who
 * reads "is thinking …" forever. All in milliseconds since the epoch.
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

/** The start times of the interactions of the last 15 minutes. */
export function begunLately(discord: LocalDiscord): number[] {
	return discord.events
		.all('interaction-dispatched')
		.filter(({ at, kind }) => kind !== 'autocomplete' && at > discord.now() - lastWordMs)
		.map(({ at }) => at);
}

/** Resolves once every interaction has its first response, or has failed, since its 3 seconds are real ones. */
export async function allAcknowledged(discord: LocalDiscord): Promise<void> {
	const begun = discord.events.all('interaction-dispatched');
	const open = begun.map(({ interactionId }) => discord.interaction(interactionId));
	await Promise.allSettled(open.map((it) => it?.acknowledged()));
}

/**
 * Resolves once the bot has made no request for some moments. `follow`: calls the listener at each of its requests
 * until the returned function is called. `moment`: resolves when one has passed for the bot, which may be slow, or not
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
