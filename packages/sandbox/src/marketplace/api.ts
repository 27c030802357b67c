import { timingSafeEqual } from 'node:crypto';
import type { ItemRecord } from './item-record.js';
import type { Purchases } from './purchases.js';
import type { Variants } from './variants.js';
import type { Wire, WireObject } from './wire.js';

export const endpointNames = ['account/details', 'items/all', 'items/item', 'purchases/validation'] as const;

export type EndpointName = (typeof endpointNames)[number];

/** A request as the interface sees it: parameters from the query and the body together. */
export interface ApiRequest {
	readonly endpoint: EndpointName;
	readonly bearer: string | undefined;
	readonly parameters: ReadonlyMap<string, string>;
}

export interface ApiAnswer {
	readonly status: number;
	readonly body: WireObject;
}

/** State behind the interface. Read at each request, since all of it can change. */
export interface ApiWorld {
	readonly apiKey: string;
	readonly accountKind: 'author' | 'regular';
	readonly items: readonly ItemRecord[];
	readonly purchases: Purchases;
	readonly variants: Variants;
	readonly wire: Wire;
}

/** How a request authenticates: with the header, with the parameter `api_key`, or not at all. */
export type Credential = 'header' | 'parameter' | 'none';

const refusals: Readonly<Record<EndpointName, { readonly msg: string; readonly usualStatus: number }>> = {
	'account/details': { msg: 'Invalid request', usualStatus: 401 },
	'items/all': { msg: 'No items found', usualStatus: 404 },
	'items/item': { msg: 'Item Not Found', usualStatus: 404 },
	'purchases/validation': { msg: 'Invalid purchase code', usualStatus: 400 },
};

/** The error body of an endpoint for anything that it can't or won't return. */
export function refusal(endpoint: EndpointName, variants: Variants): ApiAnswer {
	const { msg, usualStatus } = refusals[endpoint];
	const status = variants.errorStatus === 'usual' ? usualStatus : variants.errorStatus;
	return { status, body: { status: 'error', msg } };
}

/** The place of the request's key; the header takes precedence, as in the contract. */
export function credentialOf(request: ApiRequest): Credential {
	if (request.bearer !== undefined) return 'header';
	return request.parameters.has('api_key') ? 'parameter' : 'none';
}

export function isAccepted(request: ApiRequest, world: ApiWorld): boolean {
	const credential = credentialOf(request);
	if (credential === 'none') return false;
	const key = credential === 'header' ? request.bearer : request.parameters.get('api_key');
	return key !== undefined && sameText(key, world.apiKey);
}

/** Responds to one request, by the contract and the chosen variants. */
export function answerRequest(request: ApiRequest, world: ApiWorld): ApiAnswer {
	const { endpoint } = request;
	if (!isAccepted(request, world)) {
		return world.variants.wrongKey === 'plain-401'
			? { status: 401, body: { message: 'Unauthenticated.' } }
			: refusal(endpoint, world.variants);
	}
	// Only the account's details are public; to others, the author's endpoints look empty.
	if (endpoint !== 'account/details' && world.accountKind !== 'author') {
		return refusal(endpoint, world.variants);
	}
	return successOf(request, world) ?? refusal(endpoint, world.variants);
}

function successOf({ endpoint, parameters }: ApiRequest, world: ApiWorld): ApiAnswer | undefined {
	const { items, purchases, wire } = world;
	switch (endpoint) {
		case 'account/details':
			return success({ data: wire.account(world.accountKind) });
		case 'items/all':
			return items.length === 0 ? undefined : success({ items: items.map((item) => wire.item(item)) });
		case 'items/item': {
			const item = items.find(({ id }) => String(id) === parameters.get('item_id'));
			return item && success({ item: wire.item(item) });
		}
		case 'purchases/validation': {
			const purchase = purchases.find(parameters.get('purchase_code') ?? '');
			if (purchase === undefined || purchase.refunded) return undefined;
			return success({ data: { purchase: wire.purchase(purchase) } });
		}
	}
}

const success = (members: WireObject): ApiAnswer => ({
	status: 200,
	body: { status: 'success', ...members },
});

function sameText(a: string, b: string): boolean {
	const [left, right] = [Buffer.from(a), Buffer.from(b)];
	return left.length === right.length && timingSafeEqual(left, right);
}
