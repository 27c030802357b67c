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

export type SetupPage = Awaited<ReturnType<typeof openSetupPage>>;

/**
 * Serves the steps as forms. A request without the code in the address gets an empty 403, and so does one that a page
 * elsewhere has caused in the same browser. No secret is ever sent back. Rejects with ConfigError if it can't be served.
 */
export async function openSetupPage(options: SetupPageOptions, finish: Finish) {
	const { setup, host } = options;
	const server = await listen(options);
	const { port } = server.address() as AddressInfo;
	const code = randomBytes(16).toString('base64url');
	let stage: Stage = { kind: 'asking' };
	let problem: Problem | undefined;
	let lookedAt = Number.NEGATIVE_INFINITY;
	/** One answer is checked after the other. */
	let working = Promise.resolve();
	let onFinished = (): void => {};
	let onSeen = (): void => {};

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const [, given = '', rest] = /^\/([\w-]+)\/?(state)?$/.exec(request.url ?? '') ?? [];
		if (!isOwn(request, host, port) || !isSame(given, code)) return send(response, 403);
		if (request.method === 'POST' && rest === undefined) {
			const form = await readForm(request);
			if (form === undefined) return send(response, 413, { Connection: 'close' });
			await afterOthers(() => submit(form));
			return send(response, 303, { Location: `/${code}` });
		}
		if (request.method !== 'GET') return send(response, 405, { Allow: 'GET, POST' });
		await afterOthers(look);
		const state = `${stage.kind} ${setup.next?.name} ${setup.servers.length}`;
		if (rest !== undefined) return send(response, 200, { 'Content-Type': 'text/plain' }, state);
		const nonce = randomBytes(16).toString('base64');
		const html = draw({ setup, stage, problem, state, nonce, isOpen: host !== undefined });
		const isLast = stage.kind === 'ready' || stage.kind === 'failed';
		if (isLast) response.once('finish', onSeen);
		send(response, 200, { ...pageHeaders(nonce), ...(isLast && { Connection: 'close' }) }, html);
	}

	async function afterOthers(work: () => Promise<void>): Promise<void> {
		working = working.then(work).catch((error: unknown) => {
			const isKnown = error instanceof ProgramError || error instanceof AppError;
			problem = { text: isKnown ? error.message : 'that failed unexpectedly. Try again' };
		});
		await working;
	}

	/** Goes on by itself once the bot is in the person's server. */
	async function look(): Promise<void> {
		const { next } = setup;
		if (next?.name !== 'server' || performance.now() - lookedAt < lookEveryMs) return;
		const checked = await setup.answer(next, '');
		lookedAt = performance.now();
		if (!('no' in checked)) problem = undefined;
	}

	async function submit(form: URLSearchParams): Promise<void> {
		if (stage.kind !== 'asking') return;
		const { next } = setup;
		const changed = steps.find(({ name }) => name === form.get('change'));
		// A form of an earlier step, sent twice.
		if (changed === undefined && form.get('step') !== (next?.name ?? 'finish')) return;
		problem = undefined;
		if (changed !== undefined) return setup.forget(changed.name);
		if (next !== undefined) {
			const typed = form.getAll('answer').join(',').trim();
			const checked = await setup.answer(next, typed);
			// Without a scheme it may be a secret in the wrong field.
			const isShown = next.name === 'address' && /^https?:/i.test(typed);
			if ('no' in checked) problem = { text: checked.no, typed: isShown ? typed : undefined };
			if ('no' in checked || setup.next !== undefined) return;
		}
		const failed = await finish();
		if (failed !== undefined) problem = { text: failed };
		else {
			stage = { kind: 'starting' };
			onFinished();
		}
	}

	const serve = (request: IncomingMessage, response: ServerResponse) =>
		void answer(request, response).catch(() => response.destroy());
	server.on('request', serve);
	server.on('checkExpectation', serve);
	const isAny = host === undefined || host === '0.0.0.0' || host === '::';
	const named = isAny ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;
	return {
		/** With the code. */
		address: `http://${named}:${port}/${code}`,

		/** Resolves once the answers are saved. */
		finished: new Promise<void>((resolve) => {
			onFinished = resolve;
		}),

		/** Shows that the bot runs, or why it can't, without a secret. Resolves once that was loaded, or after a timeout. */
		async end(why?: string): Promise<void> {
			// It may have ended long ago, when the bot was ready.
			if (!server.listening) return;
			stage = why === undefined ? { kind: 'ready' } : { kind: 'failed', why };
			await new Promise<void>((resolve) => {
				onSeen = resolve;
				setTimeout(resolve, why === undefined ? readyMs : endMs).unref();
			});
			server.close();
		},

		close: (): void => void server.close(),
	};
}

/**
 * False for what a page elsewhere has caused: `Host` reveals a name that leads here (DNS rebinding), `Origin` a form or a
 * script, `Sec-Fetch-Site` a picture or a frame. A link to the page from elsewhere, as in a log, may be followed.
 */
function isOwn({ headers, method }: IncomingMessage, served: string | undefined, port: number): boolean {
	const { host = '', origin, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': dest } = headers;
	if (!isOwnHost(host, served, port)) return false;
	const isFollowed = method === 'GET' && origin === undefined;
	if (!isFollowed && origin !== `http://${host}`) return false;
	return site === 'same-origin' || site === 'none' || (isFollowed && dest === 'document');
}

function isOwnHost(host: string, served: string | undefined, port: number): boolean {
	const url = /^[\w.:[\]-]+$/.test(host) ? webAddress(`http://${host}`) : undefined;
	if (url === undefined) return false;
	if (served === undefined)
		return ['127.0.0.1', 'localhost'].includes(url.hostname) && Number(url.port || 80) === port;
	// A container publishes its port as another one. No public name can lead here but one that was configured.
	return url.hostname === served || isPrivateHost(url.hostname);
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
