import { invalidForm } from './api-error.js';
import type { Route } from './route.js';
import { isSnowflake } from './snowflake.js';

export interface RouteMatch {
	readonly route: Route;
	readonly params: Readonly<Record<string, string>>;
}

interface CompiledRoute {
	readonly route: Route;
	readonly method: string;
	readonly pattern: RegExp;
	readonly names: readonly string[];
}

/** Finds the route of a request. Literal parts win over parameters: `/users/@me` is no user id. */
export class Router {
	readonly #routes: readonly CompiledRoute[];

	constructor(routes: readonly Route[]) {
		this.#routes = routes.map(compile).sort((left, right) => left.names.length - right.names.length);
	}

	/** Undefined where no route fits. `path` is below `/api/v10`, without its query. */
	match(method: string, path: string): RouteMatch | undefined {
		for (const { route, method: routeMethod, pattern, names } of this.#routes) {
			const groups = routeMethod === method ? pattern.exec(path) : null;
			if (groups === null) continue;
			const values = groups.slice(1).map(decode);
			return { route, params: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) };
		}
		return undefined;
	}
}

/** Percent-decoded; what can't be is left as it came. */
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

/** The path as it may be logged: without an interaction's token. */
export function redactPath(path: string): string {
	return path
		.replace(/^(\/interactions\/[^/]+\/)[^/?]+/, '$1…')
		.replace(/^(\/webhooks\/[^/]+\/)[^/?]+/, '$1…');
}

function compile(route: Route): CompiledRoute {
	const [method = '', template = ''] = route.key.split(' ');
	const names = [...template.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
	return { route, method, names, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`) };
}
