import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiWorld, answerRequest, credentialOf, type EndpointName, isAccepted, refusal } from './api.js';
import { type Events, endingOf } from './events.js';
import { loginPage, send, sendFault, sendJson } from './fault-answers.js';
import type { Faults } from './faults.js';
import type { MediaFiles } from './media.js';
import { endpointOf, readRequest } from './request.js';

export interface MarketplaceServerParts {
	readonly world: () => ApiWorld;
	readonly faults: Faults;
	readonly events: Events;
	readonly media: MediaFiles;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** The target of the author's links. */
const renewPage = 'Here buyers pay for more support. In the playground: the panel Shop, “Renew support”.';

/** The marketplace over HTTP: media and pages for people, and the interface with its faults. */
export class MarketplaceServer {
	readonly #parts: MarketplaceServerParts;

	constructor(parts: MarketplaceServerParts) {
		this.#parts = parts;
	}

	/** Responds to one request. Never rejects: a client that disconnects isn't the server's problem. */
	async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		try {
			await this.#route(incoming, response);
		} catch (error) {
			if (incoming.complete) throw error;
			response.destroy();
		}
	}

	async #route(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(incoming.url ?? '/', 'http://marketplace.local');
		const endpoint = endpointOf(incoming.method ?? 'GET', url.pathname);
		if (endpoint === 'wrong-method') sendJson(response, 405, { message: 'Method not allowed.' });
		else if (endpoint !== undefined) await this.#serveInterface(incoming, response, endpoint, url);
		else this.#servePage(response, url.pathname);
	}

	#servePage(response: ServerResponse, pathname: string): void {
		const file = this.#parts.media.get(pathname);
		const item = this.#parts.world().items.find(({ id }) => pathname === `/demo/${id}`);
		if (file !== undefined) send(response, 200, file.contentType, file.bytes);
		else if (item !== undefined) send(response, 200, 'text/plain; charset=utf-8', `Demo of ${item.name}`);
		else if (pathname === '/renew') send(response, 200, 'text/plain; charset=utf-8', renewPage);
		else if (pathname === '/login') send(response, 200, 'text/html', loginPage);
		else send(response, 404, 'text/plain', 'Not Found');
	}

	async #serveInterface(
		incoming: IncomingMessage,
		response: ServerResponse,
		endpoint: EndpointName,
		url: URL,
	): Promise<void> {
		const { events, faults, now } = this.#parts;
		const at = now();
		const world = this.#parts.world();
		const request = await readRequest(incoming, endpoint, url);
		const fault = faults.take(endpoint);
		const code = request.api.parameters.get('purchase_code');
		if (fault.delayMs > 0) await sleep(fault.delayMs, undefined, { ref: false });
		const userAgent = incoming.headers['user-agent'];
		const kind = userAgent?.startsWith('Mozilla/') ? 'redirect' : fault.kind;
		const good = answerRequest(request.api, world);
		const status =
			kind === undefined
				? sendJson(response, good.status, good.body)
				: sendFault(response, kind, good, refusal(endpoint, world.variants));
		events.emit({
			type: 'call',
			call: {
				endpoint,
				method: incoming.method ?? 'GET',
				path: request.safePath,
				credential: credentialOf(request.api),
				keyAccepted: isAccepted(request.api, world),
				encoding: request.encoding,
				codeInUrl: request.codeInUrl,
				codeEnding: code === undefined ? undefined : endingOf(code),
				userAgent,
				fault: fault.kind,
				status,
				at,
			},
		});
	}
}
