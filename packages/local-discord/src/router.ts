import { invalidForm } from './api-error.js';
import { compileTemplate, type DiscordRoutes } from './discord-routes.js';
import type { Handler, RouteKey, Routes } from './route.js';
import { isSnowflake } from './snowflake.js';

export interface RouteMatch {
	readonly key: RouteKey;
	readonly handle: Handler;
	readonly params: Readonly<Record<string, string>>;
}

/** The target of a request. */
export type Lookup =
	| { readonly kind: 'found'; readonly match: RouteMatch }
	/** Discord has this route, such as `GET /guilds/{guild_id}/bans`, but the local Discord doesn't. */
	| { readonly kind: 'not-built'; readonly name: string }
	/** Discord has the path for other methods. */
	| { readonly kind: 'wrong-method' }
	/** Discord's published API has no such path. Without a name if it isn't a path of the API at all. */
	| { readonly kind: 'unknown'; readonly name: string | undefined };

interface CompiledRoute {
	readonly key: RouteKey;
	readonly handle: Handler;
	readonly method: string;
	readonly pattern: RegExp;
	readonly names: readonly string[];
	/** Discord's other routes whose paths match this pattern too. */
	readonly moreLiteral: readonly RegExp[];
}

/** Finds the route of a request. Literal parts win over parameters: `/users/@me` isn't a user id. */
export class Router {
	readonly #routes: readonly CompiledRoute[];
	readonly #discordRoutes: DiscordRoutes;

	constructor(routes: Routes, discordRoutes: DiscordRoutes) {
		this.#discordRoutes = discordRoutes;
		this.#routes = (Object.entries(routes) as [RouteKey, Handler][])
			.map(([key, handle]) => compile(key, handle, discordRoutes))
			.sort((left, right) => left.names.length - right.names.length);
	}

	/** `path` is below `/api/v10`, without its query. */
	lookUp(method: string, path: string): Lookup {
		const match = this.#match(method, path);
		if (match !== undefined) return { kind: 'found', match };
		const template = this.#discordRoutes.find(method, path);
		if (template !== undefined) return { kind: 'not-built', name: `${method} ${template}` };
		const isKnown =
			this.#discordRoutes.hasPath(path) || this.#routes.some(({ pattern }) => pattern.test(path));
		return isKnown ? { kind: 'wrong-method' } : { kind: 'unknown', name: `${method} ${redactPath(path)}` };
	}

	#match(method: string, path: string): RouteMatch | undefined {
		for (const { key, handle, method: routeMethod, pattern, names, moreLiteral } of this.#routes) {
			const groups = routeMethod === method ? pattern.exec(path) : null;
			if (groups === null || moreLiteral.some((other) => other.test(path))) continue;
			const values = groups.slice(1).map(decode);
			const params = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
			return { key, handle, params };
		}
		return undefined;
	}
}

/** Percent-decoded; undecodable text is left unchanged. */
export function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Refuses malformed ids in the path, as Discord does. */
export function checkIds(params: Readonly<Record<string, string>>): void {
	for (const [name, value] of Object.entries(params)) {
		const isId = name.endsWith('_id') && !(name === 'message_id' && value === '@original');
		if (!isId || isSnowflake(value)) continue;
		const message = `Value "${value}" is not snowflake.`;
		throw invalidForm([{ path: [name], code: 'NUMBER_TYPE_COERCE', message }]);
	}
}

/** The path in a form that may be logged: without an interaction's token. */
export function redactPath(path: string): string {
	return path
		.replace(/^(\/interactions\/[^/]+\/)[^/?]+/, '$1…')
		.replace(/^(\/webhooks\/[^/]+\/)[^/?]+/, '$1…');
}

function compile(key: RouteKey, handle: Handler, discordRoutes: DiscordRoutes): CompiledRoute {
	const [method = '', template = ''] = key.split(' ');
	const names = [...template.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
	const { pattern } = compileTemplate(template);
	const moreLiteral = discordRoutes.moreLiteral(method, template);
	return { key, handle, method, names, pattern, moreLiteral };
}
