import { STATUS_CODES } from 'node:http';
import { DefaultUserAgent, DiscordAPIError, HTTPError, type REST } from 'discord.js';
import { Wire, type WireAnswer, type WireRequest } from './wire.js';

export interface ApiWireOptions {
	/** Whose addresses and name the calls bear. */
	readonly rest: Pick<REST, 'options'>;
	/** Told of each answer of Discord's. */
	readonly onAnswer: (answer: Pick<WireAnswer, 'status' | 'headers'>) => void;
}

/** A request below the API's base. */
export interface ApiRequest {
	readonly method: WireRequest['method'];
	readonly route: `/${string}`;
	/** Beside those of every request. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: object;
}

/** How often a call is repeated that Discord has asked to send later. */
export const mostWaits = 5;

/** Connections to Discord's API without discord.js. */
export class ApiWire {
	readonly #onAnswer: ApiWireOptions['onAnswer'];
	readonly #wire: Wire;
	readonly #path: string;
	readonly #headers: Readonly<Record<string, string>>;
	readonly #withBody: Readonly<Record<string, string>>;

	constructor({ rest, onAnswer }: ApiWireOptions) {
		this.#onAnswer = onAnswer;
		const { api, version, headers, userAgentAppendix } = rest.options;
		const { origin, pathname } = new URL(api);
		this.#wire = new Wire(origin);
		this.#path = `${pathname}/v${version}`;
		this.#headers = { ...headers, 'user-agent': `${DefaultUserAgent} ${userAgentAppendix}` };
		this.#withBody = { ...this.#headers, 'content-type': 'application/json' };
	}

	/** On its way when it returns. Rejects with undici's errors alone: see `errorOf`. */
	async send({ method, route, headers, body }: ApiRequest): Promise<WireAnswer> {
		const own = body === undefined ? this.#headers : this.#withBody;
		const answer = await this.#wire.send({
			method,
			path: this.#path + route,
			headers: headers === undefined ? own : { ...own, ...headers },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		this.#onAnswer(answer);
		return answer;
	}

	async close(): Promise<void> {
		await this.#wire.close();
	}
}

/** The error that discord.js has for the same answer. `shown`: the route without its secrets. */
export function errorOf({ status, text }: WireAnswer, method: string, shown: string): Error {
	if (status >= 500) return new HTTPError(status, STATUS_CODES[status] ?? '', method, shown, {});
	const data = readError(text);
	return new DiscordAPIError(data, data.code, status, method, shown, {});
}

/** Something on the way to Discord may have answered, in words of its own. */
function readError(text: string): { code: number; message: string } {
	try {
		const { code, ...error } = JSON.parse(text);
		if (typeof code === 'number') return { ...error, code };
	} catch {
		// No JSON, or none of Discord's.
	}
	return { code: 0, message: 'Not an answer of Discord’s' };
}
