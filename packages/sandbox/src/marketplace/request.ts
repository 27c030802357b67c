import type { IncomingMessage } from 'node:http';
import { type ApiRequest, type EndpointName, endpointNames } from './api.js';

export interface ReadRequest {
	readonly api: ApiRequest;
	readonly encoding: 'none' | 'form' | 'json';
	/** The path and query, with the values of secrets replaced. */
	readonly safePath: string;
	readonly codeInUrl: boolean;
}

const maxBodyBytes = 64 * 1024;
const secretParameters = ['api_key', 'purchase_code'];

const methods: Readonly<Record<EndpointName, string>> = {
	'account/details': 'GET',
	'items/all': 'GET',
	'items/item': 'GET',
	'purchases/validation': 'POST',
};

/** The endpoint of a request: undefined if there is none, `wrong-method` if it exists for another method. */
export function endpointOf(method: string, pathname: string): EndpointName | 'wrong-method' | undefined {
	const endpoint = endpointNames.find((name) => pathname === `/api/${name}`);
	return endpoint === undefined || methods[endpoint] === method ? endpoint : 'wrong-method';
}

/**
 * Reads the parts of a request that the interface needs. Parameters come from the query and from the body, which wins.
 */
export async function readRequest(
	incoming: IncomingMessage,
	endpoint: EndpointName,
	url: URL,
): Promise<ReadRequest> {
	const text = await readBody(incoming);
	const contentType = incoming.headers['content-type'] ?? '';
	const isJson = contentType.startsWith('application/json');
	const fromBody = isJson ? jsonParameters(text) : [...new URLSearchParams(text)];
	const bearer = /^Bearer (.+)$/i.exec(incoming.headers.authorization ?? '')?.[1];
	return {
		api: { endpoint, bearer, parameters: new Map([...url.searchParams, ...fromBody]) },
		encoding: text === '' ? 'none' : isJson ? 'json' : 'form',
		safePath: redact(url),
		codeInUrl: url.searchParams.has('purchase_code'),
	};
}

async function readBody(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of incoming) {
		const part: Buffer = chunk;
		bytes += part.length;
		if (bytes <= maxBodyBytes) chunks.push(part);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function jsonParameters(text: string): [string, string][] {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		return [];
	}
	if (typeof parsed !== 'object' || parsed === null) return [];
	return Object.entries(parsed).flatMap(([name, value]) =>
		typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
	);
}

function redact(url: URL): string {
	const query = new URLSearchParams(url.searchParams);
	for (const name of secretParameters) if (query.has(name)) query.set(name, '…');
	return url.pathname + (query.size === 0 ? '' : `?${decodeURIComponent(query.toString())}`);
}
