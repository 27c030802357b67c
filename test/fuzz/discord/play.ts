import { pino } from 'pino';
import { noMeasures } from '../../../src/base/measures.js';
import type { MemberRef } from '../../../src/base/row-fields.js';
import type { GatheredLines } from '../../../src/base/time/log-lines.js';
import { Responses } from '../../../src/discord/interactions/responses.js';
import { memoryStore } from '../../roles/memory-store.js';
import { floor } from '../../world/floor.js';
import { at, Broken, type Json, numberIn } from '../edge.js';
import type { RawServer } from '../raw-server.js';
import { BotProcess, botToken } from './bot-process.js';
import { RawGateway } from './raw-gateway.js';
import { listOf, RestAnswers } from './rest-answers.js';
import { botId, guildCreate, guildId, hello, readyOf, userIds } from './sane.js';
import type { VirtualTime } from './virtual-time.js';

const interactionToken = 'aW50.the-token-of-the-interaction';
/** The limit for one cause within a day. */
const maxLines = 10;
const debugLevel = 20;
/** An outage counts as a separate cause if it starts this long after the previous one. */
const relapseMs = 10 * 60_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;
/** Each refusal may cost an hour, and after six hours the budget for refused calls is full again. */
const maxHours = 12 + 6;
const maxMadHours = 100;
const maxRepeats = 60;
/** The same delay as in the systemd unit. */
const restartMs = 10_000;
const maxStarts = 100;
const maxReconnectMs = 30 * minuteMs;

/** The parts of a log line that the rules examine. Debug lines are not counted. */
interface Line {
	/** Numbers the processes from 1, since each of them may log the same line when it starts. */
	readonly process: number;
	readonly msg: string;
	readonly level: number;
	readonly time: number;
	/** Set for a gateway event, for an outage, and (the last two) for an attempt to give a role. */
	readonly event?: string;
	readonly dependency?: string;
	readonly result?: string;
	readonly userId?: string;
}

/** Plays one input, with as many processes of the bot as needed. */
export class Play {
	readonly #time: VirtualTime;
	readonly #baseUrl: string;
	readonly #answers: RestAnswers;
	readonly #gateway: RawGateway;
	readonly #store = memoryStore();
	/** Members who, according to Discord, have left. They come back. */
	readonly #left = new Map<string, MemberRef>();
	readonly #lines: Line[] = [];
	readonly #logger = pino({ level: 'debug' }, { write: (line) => this.#note(line) });
	#bot: BotProcess;
	#starts = 0;

	constructor(server: RawServer, time: VirtualTime, input: Json) {
		this.#time = time;
		this.#baseUrl = server.baseUrl;
		const gatewayUrl = server.baseUrl.replace('http', 'ws');
		const gateway = new RawGateway(time, gatewayUrl, scriptsOf(input));
		this.#gateway = gateway;
		this.#answers = new RestAnswers(input, { time, gatewayUrl, allowance: () => gateway.allowance });
		server.serves(
			(path) => this.#answers.answer(path),
			(...request) => this.#gateway.accept(...request),
		);
		time.holdWhile(() => this.#bot.isWaitingForGuilds);
		this.#bot = this.#start();
	}

	async run(): Promise<string> {
		try {
			await this.#connected();
			for (const userId of userIds)
				await this.#bot.syncs.request({ guildId, userId }, { held: { roles: [] } });
			const answer = await this.#answered();
			await this.#settled('the roles');
			const hours = await this.#arrived();
			// The gateway's last message may not have taken effect yet.
			await this.#time.pass(minuteMs);
			await this.#connected();
			this.#judge();
			const restarts = this.#starts > 1 ? ', by another process' : '';
			return `taken: the answer ${answer}, the roles ${hours === 0 ? 'immediately' : 'later'}${restarts}`;
		} finally {
			await this.#stop();
		}
	}

	#note(text: string): void {
		const line: Line = { ...JSON.parse(text), process: this.#starts };
		const { userId = '' } = line;
		if (line.result === 'member-left') this.#left.set(userId, { guildId, userId });
		this.#lines.push(line);
	}

	#start(): BotProcess {
		this.#starts += 1;
		if (this.#starts > maxStarts) throw new Broken('a process that does not come up', '');
		this.#gateway.begin();
		const bot = new BotProcess({
			baseUrl: this.#baseUrl,
			store: this.#store,
			logger: this.#logger,
			time: this.#time,
		});
		void bot.connect();
		return bot;
	}

	async #stop(): Promise<void> {
		await this.#bot.stop();
		await this.#time.kill();
	}

	/** Waits until the bot is connected, and restarts it if it has ended. */
	async #connected(): Promise<void> {
		const since = this.#time.now();
		const isLate = (): boolean => {
			const from = this.#gateway.saneSince;
			if (from === undefined) return false;
			const isPossibleFrom = Math.max(from, since, this.#answers.identifiesFrom);
			return this.#time.now() - isPossibleFrom > maxReconnectMs;
		};
		for (;;) {
			await this.#time.runUntil(
				() => this.#bot.isConnected || this.#bot.hasEnded || isLate(),
				'the connection',
			);
			if (this.#bot.hasEnded) {
				await this.#stop();
				await this.#time.pass(restartMs);
				this.#bot = this.#start();
			} else if (this.#bot.isConnected) return;
			else throw new Broken('a connection that does not come back', '');
		}
	}

	async #settled(what: string): Promise<void> {
		await this.#time.runUntil(() => this.#bot.hasEnded || this.#bot.syncs.size === 0, what);
	}

	/** Lets hours pass until Discord has recovered and every member has the role. @returns the number of holders */
	async #arrived(): Promise<number> {
		let [hours, madHours] = [0, 0];
		while (this.#gateway.saneSince === undefined || this.#answers.arrived.size < userIds.length) {
			if (this.#gateway.saneSince === undefined) madHours += 1;
			else hours += 1;
			if (hours > maxHours)
				throw new Broken('a role that does not arrive', [...this.#answers.arrived].join());
			if (madHours > maxMadHours) throw new Error('The gateway is never sane');
			await this.#time.pass(hourMs);
			await this.#connected();
			await this.#bot.resume([...this.#left.values()]);
			this.#left.clear();
			await this.#settled('the roles in the end');
		}
		await this.#connected();
		return hours + madHours;
	}

	async #answered(): Promise<string> {
		this.#answers.begin();
		let outcome: string | undefined;
		void this.#interact().then((result) => {
			outcome = result;
		});
		await this.#time.runUntil(() => outcome !== undefined || this.#bot.hasEnded, 'an answer');
		return outcome ?? 'lost with the process';
	}

	async #interact(): Promise<string> {
		let outcome = 'delivered';
		const responses = new Responses(
			{
				...this.#bot.calling,
				name: '/verify',
				logger: pino({ level: 'silent' }),
				failures: floor<GatheredLines>({
					note: (_: unknown, message: string, fields: object) => {
						outcome = 'undelivered';
						this.#logger.error(fields, message);
					},
				}),
				metrics: {
					...noMeasures,
					interactions: {
						inc: () => {
							outcome = 'lost';
						},
					},
				},
			},
			{ id: '500000000000000001', token: interactionToken, applicationId: botId, locale: 'en-US' },
		);
		try {
			await responses.defer('reply');
			await responses.show('reply', { content: 'Here it is', allowedMentions: { parse: [] } });
		} catch (error) {
			this.#logger.error({ err: error }, 'An interaction failed');
			return 'failed';
		}
		return outcome;
	}

	#judge(): void {
		const broken = this.#answers.broken ?? this.#gateway.broken;
		if (broken !== undefined) throw broken;
		const times = new Map<string, number[]>();
		let [outages, outageAt] = [0, 0];
		for (const { process, level, msg, event = '', dependency, time } of this.#lines) {
			if (level <= debugLevel) continue;
			if (dependency !== undefined) {
				if (time - outageAt > relapseMs) outages += 1;
				outageAt = time;
			}
			const cause = `process ${process}: ${msg} ${event}${dependency === undefined ? '' : outages}`;
			const ofCause = [...(times.get(cause) ?? []), time];
			times.set(cause, ofCause);
			const first = ofCause.at(-maxLines - 1);
			if (first !== undefined && time - first < dayMs) throw new Broken('a log that fills up', cause);
		}
		const log = JSON.stringify(this.#lines);
		for (const secret of [botToken, interactionToken])
			if (log.includes(secret)) throw new Broken('a secret is in the log', log);
	}
}

/** The gateway's connections: those in the input, with the last one repeated as often as the input says. */
function scriptsOf(input: Json): readonly Json[] {
	const events = listOf(at(input, 'events'));
	const scripts = listOf(at(input, 'connections'));
	const repeats = numberIn(at(input, 'repeats'), 0, maxRepeats, 0);
	const last = scripts.at(-1);
	const again = last === undefined ? [] : Array.from({ length: repeats }, () => last);
	const eventful = events.length === 0 ? [] : [[hello, 'log-in', readyOf('a'), guildCreate, ...events]];
	return [...eventful, ...scripts, ...again];
}
