import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { isPrivateHost, webAddress } from '../../base/addresses.js';
import { AppError, ConfigError } from '../../base/errors.js';
import { ProgramError } from '../program/run-program.js';
import { draw, type Problem, type Stage } from './page-html.js';
import { type Setup, steps } from './steps.js';

/** Longer than all answers together. */
const maxBodyBytes = 16 * 1024;
const requestMs = 10_000;
/** How many ports are tried on loopback. */
const maxPorts = 20;
/** How often Discord is asked whether the bot is in a server, at most. */
const lookEveryMs = 2_500;
/** How long the last page waits for a reader, before the bot ends and while it runs. */
const endMs = 10_000;
const readyMs = 10 * 60_000;

/** Follows the last answer, and resolves to the reason if it failed; it can be tried again. */
export type Finish = () => Promise<string | undefined>;

export interface SetupPageOptions {
	readonly setup: Setup;
	/** Undefined for this machine alone. */
	readonly host: string | undefined;
	readonly port: number;
}

/**
 * The steps in a browser: forms, each with one question. A request without the code, which is a part of the address, gets
 * an empty 403, and so does one that a page elsewhere has caused in the same browser. No answer that is a secret is
 * ever sent back.
 */
export class SetupPage {
	/** With the code. */
	readonly address: string;
	/** Resolves once the answers are saved. */
	readonly finished: Promise<void>;
	readonly #setup: Setup;
	readonly #host: string | undefined;
	readonly #port: number;
	readonly #finish: Finish;
	readonly #server: Server;
	readonly #code = randomBytes(16).toString('base64url');
	#stage: Stage = { kind: 'asking' };
	#problem: Problem | undefined;
	#lookedAt = Number.NEGATIVE_INFINITY;
	/** One answer is checked after the other. */
	#working: Promise<void> = Promise.resolve();
	#onFinished: () => void = () => {};
	#onSeen: () => void = () => {};

	/** Rejects with ConfigError if the page can't be served there. */
	static async open(options: SetupPageOptions, finish: Finish): Promise<SetupPage> {
		return new SetupPage(await listen(options), options, finish);
	}

	private constructor(server: Server, { setup, host }: SetupPageOptions, finish: Finish) {
		this.#server = server;
		this.#setup = setup;
		this.#host = host;
		this.#finish = finish;
		this.#port = (server.address() as AddressInfo).port;
		this.finished = new Promise((resolve) => {
			this.#onFinished = resolve;
		});
		const isAny = host === undefined || host === '0.0.0.0' || host === '::';
		const named = isAny ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;
		this.address = `http://${named}:${this.#port}/${this.#code}`;
		const answer = (request: IncomingMessage, response: ServerResponse) =>
			void this.#answer(request, response).catch(() => response.destroy());
		server.on('request', answer);
		server.on('checkExpectation', answer);
	}

	/**
	 * Shows that the bot runs or, if `why` is given, why it can't; `why` contains no secret. Resolves once the page was
	 * loaded, or after a timeout.
	 */
	async end(why?: string): Promise<void> {
		this.#stage = why === undefined ? { kind: 'ready' } : { kind: 'failed', why };
		await new Promise<void>((resolve) => {
			this.#onSeen = resolve;
			setTimeout(resolve, why === undefined ? readyMs : endMs).unref();
		});
		this.close();
	}

	close(): void {
		this.#server.close();
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const [, code = '', rest] = /^\/([\w-]+)\/?(state)?$/.exec(request.url ?? '') ?? [];
		if (!this.#isOwn(request) || !isSame(code, this.#code)) return send(response, 403);
		if (request.method === 'POST' && rest === undefined) {
			const form = await readForm(request);
			if (form === undefined) return send(response, 413, { Connection: 'close' });
			await this.#afterOthers(() => this.#submit(form));
			return send(response, 303, { Location: `/${code}` });
		}
		if (request.method !== 'GET') return send(response, 405, { Allow: 'GET, POST' });
		await this.#afterOthers(() => this.#look());
		const state = `${this.#stage.kind} ${this.#setup.next?.name} ${this.#setup.servers.length}`;
		if (rest !== undefined) return send(response, 200, { 'Content-Type': 'text/plain' }, state);
		const nonce = randomBytes(16).toString('base64');
		const isOpen = this.#host !== undefined;
		const html = draw({
			setup: this.#setup,
			stage: this.#stage,
			problem: this.#problem,
			state,
			nonce,
			isOpen,
		});
		const isLast = this.#stage.kind === 'ready' || this.#stage.kind === 'failed';
		if (isLast) response.once('finish', this.#onSeen);
		send(response, 200, { ...pageHeaders(nonce), ...(isLast && { Connection: 'close' }) }, html);
	}

	/**
	 * False for what a page elsewhere has caused: `Host` reveals a name that leads here (DNS rebinding), `Origin` a form
	 * or a script, `Sec-Fetch-Site` a picture or a frame. A link to the page from elsewhere, as in a log, may be followed.
	 */
	#isOwn({ headers, method }: IncomingMessage): boolean {
		const { host = '', origin, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': dest } = headers;
		if (!this.#isOwnHost(host)) return false;
		const isFollowed = method === 'GET' && origin === undefined;
		if (!isFollowed && origin !== `http://${host}`) return false;
		return site === 'same-origin' || site === 'none' || (isFollowed && dest === 'document');
	}

	#isOwnHost(host: string): boolean {
		const url = /^[\w.:[\]-]+$/.test(host) ? webAddress(`http://${host}`) : undefined;
		if (url === undefined) return false;
		if (this.#host === undefined) {
			return ['127.0.0.1', 'localhost'].includes(url.hostname) && Number(url.port || 80) === this.#port;
		}
		// A container publishes its port as another one. No public name can lead here but one that was configured.
		return url.hostname === this.#host || isPrivateHost(url.hostname);
	}

	async #afterOthers(work: () => Promise<void>): Promise<void> {
		this.#working = this.#working.then(work).catch((error: unknown) => {
			const isKnown = error instanceof ProgramError || error instanceof AppError;
			this.#problem = { text: isKnown ? error.message : 'that failed unexpectedly. Try again' };
		});
		await this.#working;
	}

	/** Goes on by itself once the bot is in the person's server. */
	async #look(): Promise<void> {
		const { next } = this.#setup;
		if (next?.name !== 'server' || performance.now() - this.#lookedAt < lookEveryMs) return;
		const checked = await this.#setup.answer(next, '');
		this.#lookedAt = performance.now();
		if (!('no' in checked)) this.#problem = undefined;
	}

	async #submit(form: URLSearchParams): Promise<void> {
		if (this.#stage.kind !== 'asking') return;
		const { next } = this.#setup;
		const changed = steps.find(({ name }) => name === form.get('change'));
		// A form of an earlier step, sent twice.
		if (changed === undefined && form.get('step') !== (next?.name ?? 'finish')) return;
		this.#problem = undefined;
		if (changed !== undefined) return this.#setup.forget(changed.name);
		if (next !== undefined) {
			const answer = form.getAll('answer').join(',').trim();
			const checked = await this.#setup.answer(next, answer);
			// Without a scheme it may be a secret in the wrong field.
			const typed = next.name === 'address' && /^https?:/i.test(answer) ? answer : undefined;
			if ('no' in checked) this.#problem = { text: checked.no, typed };
			if ('no' in checked || this.#setup.next !== undefined) return;
		}
		const failed = await this.#finish();
		if (failed !== undefined) this.#problem = { text: failed };
		else {
			this.#stage = { kind: 'starting' };
			this.#onFinished();
		}
	}
}

async function listen({ host, port }: SetupPageOptions): Promise<Server> {
	const last = host === undefined ? port + maxPorts : port;
	for (let at = port; ; at += 1) {
		const server = createServer({
			requestTimeout: requestMs,
			headersTimeout: requestMs,
			requireHostHeader: false,
		});
		try {
			await once(server.listen(at, host ?? '127.0.0.1'), 'listening');
			return server;
		} catch {
			if (at < last) continue;
			throw new ConfigError([`SETUP_HOST and SETUP_PORT: the page can’t be served at port ${port} there`]);
		}
	}
}

/** In constant time. */
function isSame(given: string, code: string): boolean {
	const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(given), digest(code));
}

/** Undefined for a body that is too long, or doesn't say how long it is. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
	const length = Number(request.headers['content-length'] ?? Number.NaN);
	if (!(length <= maxBodyBytes)) return undefined;
	let text = '';
	for await (const chunk of request.setEncoding('utf8')) text += chunk;
	return new URLSearchParams(text);
}

const safeHeaders: Readonly<Record<string, string>> = {
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
	'X-Content-Type-Options': 'nosniff',
	// `no-referrer` would take the origin away from our own forms, too. Links to elsewhere are `noreferrer`.
	'Referrer-Policy': 'same-origin',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Cache-Control': 'no-store',
};

/** The page's own script and style, pictures as data, and nothing else. */
function pageHeaders(nonce: string): Readonly<Record<string, string>> {
	const own = `'nonce-${nonce}'`;
	const policy = [
		"default-src 'none'",
		`script-src ${own}`,
		`style-src ${own}`,
		'img-src data:',
		"connect-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	];
	return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy.join('; ') };
}

function send(
	response: ServerResponse,
	status: number,
	headers: Readonly<Record<string, string>> = {},
	body = '',
): void {
	response
		.writeHead(status, { ...safeHeaders, ...headers, 'Content-Length': Buffer.byteLength(body) })
		.end(body);
}
