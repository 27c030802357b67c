import { z } from 'zod';

interface DiscordRoute {
	readonly method: string;
	/** For example `/guilds/{guild_id}/bans`. */
	readonly template: string;
	readonly pattern: RegExp;
	readonly parameterCount: number;
}

/** Every path of Discord's OpenAPI document, by lowercase method. */
const specSchema = z.object({ pathsList: z.record(z.string(), z.array(z.string())) });
/** Typed as a string, so that the compiler doesn't read the package's types, half a megabyte of TypeScript sources. */
const specPackage: string = 'discord-api-spec';

/** The routes of Discord's published API, whether or not the local Discord has them. */
export class DiscordRoutes {
	/** The most literal ones first. */
	readonly #routes: readonly DiscordRoute[];

	private constructor(routes: readonly DiscordRoute[]) {
		this.#routes = routes;
	}

	static async load(): Promise<DiscordRoutes> {
		const { pathsList } = specSchema.parse(await import(/* @vite-ignore */ specPackage));
		const routes = Object.entries(pathsList).flatMap(([method, templates]) =>
			templates
				// `@original` counts as a message id here, so that one route serves it and the others.
				.filter((template) => !template.endsWith('/@original'))
				.map((template) => ({ method: method.toUpperCase(), template, ...compileTemplate(template) })),
		);
		return new DiscordRoutes(routes.sort((left, right) => left.parameterCount - right.parameterCount));
	}

	/** Discord's route for a request, such as `/guilds/{guild_id}/bans`. */
	find(method: string, path: string): string | undefined {
		return this.#routes.find((route) => route.method === method && route.pattern.test(path))?.template;
	}

	/** True if Discord has routes for this path, whatever the method. */
	hasPath(path: string): boolean {
		return this.#routes.some(({ pattern }) => pattern.test(path));
	}

	/** The routes whose paths also match `template`, such as `…/members/search` and `…/members/{user_id}`. */
	moreLiteral(method: string, template: string): RegExp[] {
		const { pattern, parameterCount } = compileTemplate(template);
		return this.#routes
			.filter((route) => route.method === method && route.parameterCount < parameterCount)
			.filter((route) => pattern.test(route.template))
			.map((route) => route.pattern);
	}
}

/** The pattern of a path such as `/users/{user_id}`, with a group for each parameter. */
export function compileTemplate(template: string): Pick<DiscordRoute, 'pattern' | 'parameterCount'> {
	const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`);
	return { pattern, parameterCount: template.match(/\{\w+\}/g)?.length ?? 0 };
}
