import { DefaultRestOptions, REST, type RESTOptions } from 'discord.js';
import { DiscordHttp, type DiscordHttpParts, maxWaitMs } from './discord-http.js';
import { RequestQueue } from './request-queue.js';

/** discord.js keeps a handler per interaction token until this sweep. */
const handlerSweepMs = 60_000;

/** discord.js' REST for requests with the bot token, and a second instance for answers to interactions. */
export function createRest(
	parts: Omit<DiscordHttpParts, 'queue' | 'ownUserUrl'> & {
		/** Replaces Discord's own REST base, `…/api`. */
		readonly apiUrl: string | undefined;
		readonly userAgentSuffix: string;
	},
) {
	const { apiUrl, userAgentSuffix, clock } = parts;
	const queue = new RequestQueue(clock);
	const api = apiUrl ?? DefaultRestOptions.api;
	const ownUserUrl = `${api}/v${DefaultRestOptions.version}/users/@me`;
	const http = new DiscordHttp({ ...parts, queue, ownUserUrl });
	const common = {
		api,
		userAgentAppendix: userAgentSuffix,
		// Callers retry: discord.js would retry a callback whose response was lost, and then mistake its own "already
		// acknowledged" for another process's answer.
		retries: 0,
	};
	const forBot: Partial<RESTOptions> = {
		...common,
		rejectOnRateLimit: ({ timeToReset }) => timeToReset > maxWaitMs,
		makeRequest: http.sendAsBot,
	};
	const rest = new REST({
		...common,
		globalRequestsPerSecond: Number.POSITIVE_INFINITY,
		// Waiting is up to the queue, where acknowledgements go first.
		offset: 0,
		rejectOnRateLimit: () => true,
		handlerSweepInterval: handlerSweepMs,
		makeRequest: http.send,
	});
	const close = async (): Promise<void> => {
		rest.clearHashSweeper();
		rest.clearHandlerSweeper();
		await http.close();
	};
	/** For the answers to interactions. */
	const calling = { rest, queue, clock };
	return { forBot, calling, close };
}
