import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ErrorSchema } from 'discord-api-spec/zod';
import { ApiError, apiError, invalidForm } from './api-error.js';
import type { FaultEffect } from './faults.js';
import { type RequestBody, readBody } from './request-body.js';
import type { RecordedCall } from './request-log.js';
import { isOfInteraction, type RouteKey, supportedQuery } from './route.js';
import { checkIds, decode, type Lookup, type Router, redactPath } from './router.js';
import { conforming } from './spec.js';
import type { World } from './world.js';

const bannedPage =
	'<!doctype html><html><head><title>Access denied | discord.com used Cloudflare to restrict access</title></head><body>Error 1015: You are being rate limited</body></html>';

interface Answer {
	readonly status: number;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

/**
 * "Clients must provide a valid User Agent": https://discord.com/developers/docs/reference#user-agent. `node` is sent
 * by oceanic.js through Node's own fetch, and its bots run at Discord. HTTP libraries without a header of their own,
 * and browsers, are refused.
 */
const userAgents = [/^DiscordBot \(\S+, \S+\)/, /^[\w.-]+\/\S+ \(https:\/\/\S+\)/, /^node$/];

/** Discord's REST interface over node:http: network faults, authorization, rate limits, then the route. */
export class RestServer {
	readonly #world: World;
	readonly #router: Router;
	/** Each resolves once the caller of `hold` releases the responses. */
	readonly #holds = new Set<Promise<void>>();

	constructor(world: World, router: Router) {
		this.#world = world;
		this.#router = router;
	}

	/** From now on, requests wait to be processed and answered until the returned function is called. */
	hold(): () => void {
		let release = (): void => undefined;
		const hold = new Promise<void>((resolve) => {
			release = resolve;
		});
		this.#holds.add(hold);
		return () => {
			this.#holds.delete(hold);
			release();
		};
	}

	/** Answers one request. Never rejects: a failure is rethrown outside and closes the connection. */
	async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		try {
			const url = new URL(request.url ?? '/', 'http://discord.local');
			if (/^\/(?:ephemeral-)?attachments\//.test(url.pathname)) return this.#serveAttachment(url, response);
			await this.#handleApi(request, response, url);
		} catch (error) {
			// A client that disconnects in the middle of its body isn't our bug.
			if (!request.destroyed || request.complete) throwOutside(error);
			response.destroy();
		}
	}

	async #handleApi(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
		const { calls, clock, faults, events } = this.#world;
		const startedAt = performance.now();
		const method = request.method ?? 'GET';
		const { version, path } = apiPath(url.pathname);
		const found: Lookup =
			version === 'v10'
				? this.#router.lookUp(method, path)
				: { kind: 'unknown', name: version && `${method} /api/${version}/…, which is not v10` };
		const match = found.kind === 'found' ? found.match : undefined;
		const body = await readBody(request).catch((error: unknown) => {
			if (error instanceof ApiError) return error;
			throw error;
		});
		const reason = request.headers['x-audit-log-reason'];
		const end = calls.begin({
			route: match?.key,
			method,
			path: redactPath(path) + url.search,
			body: body instanceof ApiError ? undefined : body.json,
			reason: typeof reason === 'string' ? decode(reason) : undefined,
			at: clock.now(),
		});
		const fault = faults.take(match?.key, `${method} ${path}`);
		if (fault.delayMs > 0) await new Promise<void>((done) => clock.after(fault.delayMs, done));
		while (this.#holds.size > 0) await Promise.all(this.#holds);
		// Sent because Discord does, and bots use it to check their own clock.
		response.setHeader('Date', new Date(clock.now()).toUTCString());
		const effect = this.#ban() ?? fault.effect;
		// Cloudflare's own responses lack this header, so clients can distinguish its 429 from Discord's.
		if (effect?.kind !== 'cloudflare-ban') response.setHeader('Via', '1.1 google');
		// Without this, Node announces its own timeout, which Cloudflare doesn't: clients rely on theirs.
		if (response.shouldKeepAlive) response.setHeader('Connection', 'keep-alive');
		const answer = faultAnswer(effect) ?? this.#answer(found, body, url, request.headers);
		const isSent = !['reset', 'hang', 'lose-answer'].includes(effect?.kind ?? '');
		const call = end(isSent ? answer.status : undefined, isSent ? codeOf(answer.body) : undefined);
		this.#emitExchange(call, body, isSent ? answer : undefined, startedAt);
		if (isSent) {
			this.#world.invalidRequests.note(answer.status, answer.headers);
			send(response, answer);
		} else if (effect?.kind !== 'hang') request.socket.destroy();
		events.emit({ type: 'request', call });
	}

	/** The ban caused by too many invalid requests. */
	#ban(): FaultEffect | undefined {
		const { bannedForMs } = this.#world.invalidRequests;
		return bannedForMs > 0 ? { kind: 'cloudflare-ban', seconds: bannedForMs / 1000 } : undefined;
	}

	#answer(
		found: Lookup,
		body: RequestBody | ApiError,
		url: URL,
		{ authorization, host, 'user-agent': userAgent = '', 'x-audit-log-reason': reason }: IncomingHttpHeaders,
	): Answer {
		let headers: Readonly<Record<string, string>> = {};
		try {
			const isBlocked = !userAgents.some((form) => form.test(userAgent));
			if (isBlocked && apiPath(url.pathname).version !== undefined) throw apiError('blockedClient');
			if (found.kind !== 'found') throw this.#noRoute(found);
			const { key, handle, params } = found.match;
			this.#noteQuery(key, url);
			const needsBot = !isOfInteraction(key) && key !== 'GET /gateway';
			if (needsBot && authorization !== `Bot ${this.#world.token}`) throw apiError('unauthorized');
			const limit = this.#world.rateLimits.check({
				route: key,
				major: majorParameter(params),
				isAuthorized: authorization !== undefined,
				channelId: this.#world.interactions.findByToken(params['interaction_token'] ?? '')?.channelId,
			});
			headers = limit.headers;
			if (!limit.allowed) return { status: 429, body: limit.body, headers };
			if (body instanceof ApiError) throw body;
			checkIds(params);
			checkReason(reason);
			const result = handle({
				param: (name) => params[name] ?? '',
				query: url.searchParams,
				host,
				body: body.json,
				files: body.files,
				reason: typeof reason === 'string' ? decode(reason) : undefined,
			});
			return { status: result === undefined ? 204 : 200, body: result, headers };
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			return { status: error.status, body: conforming(ErrorSchema, error.toBody(), 'error'), headers };
		}
	}

	/** The local Discord's own gaps get a response in words that Discord doesn't use, and are recorded. */
	#noRoute(found: Exclude<Lookup, { kind: 'found' }>): ApiError {
		if (found.kind === 'wrong-method') return apiError('methodNotAllowed');
		if (found.kind === 'unknown') {
			if (found.name !== undefined) {
				this.#world.calls.noteMissing(`no such route at Discord: ${found.name}`);
			}
			return apiError('notFound');
		}
		const message = `not built yet: ${found.name}`;
		this.#world.calls.noteMissing(message);
		return new ApiError(501, 0, `The local Discord has no such route, ${message}`);
	}

	#noteQuery(key: RouteKey, url: URL): void {
		for (const name of url.searchParams.keys()) {
			if (!supportedQuery[key]?.includes(name))
				this.#world.calls.noteMissing(`not built yet: ?${name} of ${key}`);
		}
	}

	#emitExchange(
		call: RecordedCall,
		body: RequestBody | ApiError,
		answer: Answer | undefined,
		startedAt: number,
	): void {
		const { wire } = this.#world;
		if (!wire.isFollowed) return;
		const files = body instanceof ApiError ? [] : [...body.files.values()];
		wire.emitExchange({
			...call,
			files: files.map(({ name, contentType, bytes }) => ({ name, contentType, size: bytes.length })),
			answer: answer && { status: answer.status, body: answer.body },
			durationMs: performance.now() - startedAt,
		});
	}

	#serveAttachment(url: URL, response: ServerResponse): void {
		const file = this.#world.attachments.read(url, this.#world.clock.now());
		if (file === undefined) {
			response.writeHead(404).end();
			return;
		}
		response.writeHead(200, { 'Content-Type': file.contentType, 'Content-Length': file.bytes.length });
		response.end(file.bytes);
	}
}

/** `version` is undefined for requests outside the API. */
function apiPath(pathname: string): { version: string | undefined; path: string } {
	const found = /^\/api\/(v\d+)(\/.*)$/.exec(pathname);
	return { version: found?.[1], path: found?.[2] ?? pathname };
}

/** Undefined if the request is processed, even if its response may get lost. */
function faultAnswer(effect: FaultEffect | undefined): Answer | undefined {
	if (effect === undefined || effect.kind === 'lose-answer') return undefined;
	if (effect.kind === 'answer') return effect;
	if (effect.kind !== 'cloudflare-ban') return { status: 0 };
	const headers = { 'Retry-After': String(Math.ceil(effect.seconds)) };
	return { status: 429, body: bannedPage, headers };
}

/** 1 to 512 characters in encoded form: https://discord.com/developers/docs/resources/audit-log#audit-logs */
function checkReason(reason: string | string[] | undefined): void {
	if (reason === undefined || (typeof reason === 'string' && reason.length >= 1 && reason.length <= 512))
		return;
	const message = 'Must be between 1 and 512 in length.';
	throw invalidForm([{ path: ['reason'], code: 'BASE_TYPE_BAD_LENGTH', message }]);
}

function majorParameter(params: Readonly<Record<string, string>>): string {
	return params['interaction_token'] ?? params['guild_id'] ?? params['channel_id'] ?? '';
}

function codeOf(body: unknown): number | undefined {
	const code = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined;
	return typeof code === 'number' ? code : undefined;
}

function send(response: ServerResponse, answer: Answer): void {
	if (answer.body === undefined) {
		response.writeHead(answer.status, answer.headers).end();
		return;
	}
	if (typeof answer.body === 'string') {
		response.writeHead(answer.status, { 'Content-Type': 'text/html', ...answer.headers }).end(answer.body);
		return;
	}
	const json = JSON.stringify(answer.body);
	response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers }).end(json);
}

/** A bug in the stand-in must not pass for a response by Discord, so it ends the run. */
function throwOutside(error: unknown): void {
	queueMicrotask(() => {
		throw error;
	});
}
