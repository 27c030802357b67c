import { DefaultRestOptions, REST, type RESTOptions } from 'discord.js';
import type { Random } from '../base/random.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import { failureReason } from '../dependencies/failure-reason.js';
import { AnswerQueue } from '../discord/connection/answer-queue.js';
import { BotRequests, maxWaitMs } from '../discord/connection/bot-requests.js';
import { DiscordHttp } from '../discord/connection/discord-http.js';
import type { Refusals } from '../discord/connection/invalid-request-budget.js';
import { RequestGate } from '../discord/connection/request-gate.js';
import { InteractionSender } from '../discord/interactions/interaction-calls.js';
import type { ClockGuard } from '../discord/lifecycle/clock-guard.js';

/** Discord's limit for all requests with one bot token. */
const perSecondOfAll = 50;
/**
 * With Discord's usual 100 ms a request, more than its 50 requests a second. And few enough that, with some answers to
 * interactions, fewer than ten reach a Discord that has banned the address before the first refusal is known.
 */
const maxInFlight = 6;
/** discord.js keeps a handler for each interaction's token until this sweep. */
const handlerSweepMs = 60_000;

export interface RestParts {
	/** Another REST base than Discord's own, `…/api`. */
	readonly apiUrl: string | undefined;
	readonly userAgentSuffix: string;
	/** This process' share of the bot's requests, above 0 and at most 1. */
	readonly share: number;
	readonly refusals: Pick<Refusals, 'note'>;
	readonly clock: Pick<ClockGuard, 'note'>;
	/** Discord has refused the bot token, and not by mistake. */
	readonly onUnauthorized: () => void;
	readonly states: Pick<DependencyStates, 'failed' | 'worked'>;
	/** Called with the duration of each request. */
	readonly onCall: (ms: number) => void;
	readonly now: () => number;
	readonly random: Random;
	readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** discord.js' REST for what carries the bot token, and another instance for answers to interactions. */
export function createRest(parts: RestParts) {
	const { apiUrl, userAgentSuffix, share, refusals, clock, onUnauthorized, states, onCall } = parts;
	const { now, random, delay } = parts;
	const gate = new RequestGate({ maxInFlight, maxWaitMs, now, delay });
	// Innermost: after a ban a single request goes ahead, with the token or without. The others wait outside.
	const addressGate = new RequestGate({
		maxInFlight: Number.POSITIVE_INFINITY,
		maxWaitMs: 0,
		now,
		delay,
	});
	const queue = new AnswerQueue({ now, delay });
	const http = new DiscordHttp({
		onResponse({ status, date, isAuthorized, ms }) {
			refusals.note(status, isAuthorized);
			clock.note(date);
			onCall(ms);
			if (status >= 500) states.failed('discord', 'calls', `HTTP ${status}`);
			else states.worked('discord', 'calls');
			if (status !== 429) states.worked('discord', 'access');
		},
		onFailure: (error) => states.failed('discord', 'calls', failureReason(error)),
		onLimited({ scope, waitMs, isAuthorized }) {
			if (scope === 'address') {
				states.failed('discord', 'access', 'HTTP 429 for this address');
				// Before the other two, whose pauses must not end earlier than this one.
				addressGate.pause(waitMs);
			}
			if (scope === 'address' || (scope === 'global' && isAuthorized)) gate.pause(waitMs);
			if (scope === 'address' || (scope === 'global' && !isAuthorized)) queue.pause(waitMs);
		},
		random,
	});
	const api = apiUrl ?? DefaultRestOptions.api;
	const ownUserUrl = `${api}/v${DefaultRestOptions.version}/users/@me`;
	const requests = new BotRequests({
		http: { send: (url, init) => addressGate.pass(() => http.send(url, init)) },
		gate,
		ownUserUrl,
		onUnauthorized,
		delay,
	});
	const common = {
		api,
		userAgentAppendix: userAgentSuffix,
		// Retries are up to the callers: discord.js would retry a callback whose response was lost, and then take its own
		// "already acknowledged" for another process's answer.
		retries: 0,
	};
	const forBot: Partial<RESTOptions> = {
		...common,
		globalRequestsPerSecond: Math.max(1, Math.floor(perSecondOfAll * share)),
		rejectOnRateLimit: ({ timeToReset }) => timeToReset > maxWaitMs,
		makeRequest: (url, init) => requests.send(url, init),
	};
	const rest = new REST({
		...common,
		globalRequestsPerSecond: Number.POSITIVE_INFINITY,
		// A wait belongs to the queue, where acknowledgements go first.
		offset: 0,
		rejectOnRateLimit: () => true,
		handlerSweepInterval: handlerSweepMs,
		makeRequest: (url, init) => http.send(url, init),
	});
	const interactions = new InteractionSender({ rest, queue, gate: addressGate, now, delay });
	const close = async (): Promise<void> => {
		rest.clearHashSweeper();
		rest.clearHandlerSweeper();
		await http.close();
	};
	return { forBot, interactions, close };
}
