/**
 * The bot has used something of Discord's that the local Discord can't do, so that what was tested isn't what it was
 * meant to be.
 */
export class MissingRoutes extends Error {
	/** Such as `GET /guilds/{guild_id}/bans`. */
	readonly routes: readonly string[];

	constructor(routes: readonly string[]) {
		super(
			['The bot used what this local Discord does not have:', ...routes.map((route) => `  ${route}`)].join(
				'\n',
			),
		);
		this.name = 'MissingRoutes';
		this.routes = routes;
	}
}
